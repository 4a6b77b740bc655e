import { z } from 'zod'
import { addressInput, decimalString, isoTime } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { orderParameters, orderTypes, SEAPORT_VERSION, uint256 } from '../order-book/seaport.ts'

const service = 'identity'
const signing = (path: string) => `${base.signing}${path}`

type Types = Readonly<Record<string, readonly { name: string; type: string }[]>>

function areOrderTypes({ EIP712Domain: _domain, ...types }: Types): boolean {
  const names = Object.keys(orderTypes)
  if (Object.keys(types).length !== names.length) return false
  return Object.entries(orderTypes).every(([name, fields]) => {
    const others = types[name]
    if (others?.length !== fields.length) return false
    return fields.every((field, at) => others[at]?.name === field.name && others[at]?.type === field.type)
  })
}

/** EIP-712 data of a Seaport 1.5 order: the only thing that may be signed (ID-21). */
export const orderTypedData = z.strictObject({
  domain: z
    .strictObject({
      name: z.literal('Seaport').describe('name of the domain'),
      version: z.literal(SEAPORT_VERSION).describe('version of Seaport'),
      chainId: z.union([z.int().positive(), decimalString]).describe('id of the chain'),
      verifyingContract: addressInput.describe('address of Seaport'),
    })
    .describe('EIP-712 domain of our Seaport'),
  types: z
    .record(
      z.string(),
      z.array(
        z.strictObject({
          name: z.string().describe('name of the field'),
          type: z.string().describe('type of Solidity'),
        }),
      ),
    )
    .refine(areOrderTypes, 'must be the types of a Seaport order')
    .describe('as in `./seaport`; wallets list `EIP712Domain` among the types, so it may be here too'),
  primaryType: z.literal('OrderComponents').describe('always OrderComponents'),
  message: orderParameters.omit({ totalOriginalConsiderationItems: true }).describe('the order'),
})

const signingRequest = z.object({
  requestId: z.string().describe('id of the request'),
  webviewUrl: z.url().describe("opens the person's Join app at this request"),
  expiresAt: isoTime.describe('when it ends by itself'),
})
const signingErrors = [
  ...(['not_signable', 'invalid_join_signer', 'invalid_join_session'] as const),
  ...(['unavailable', 'validation'] as const),
] as const

/** ID-20, ID-21: ask the person's Join app to sign an order. The offerer must be the person's Join wallet. */
export const requestWebviewSignature = endpoint({
  name: 'requestWebviewSignature',
  service,
  method: 'POST',
  path: signing('/join/request-webview-signature'),
  auth: { kind: 'customer' },
  slow: true,
  summary: 'Ask the Join wallet to sign an order',
  body: z.strictObject({ typedData: orderTypedData.describe('EIP-712 data of the order') }),
  status: 201,
  response: signingRequest,
  errors: signingErrors,
  idempotent: true,
  limit: 'write',
})

/** ID-21: `approve(spender, amount)` of a known token; `spender` must be Seaport or a known conduit. */
export const approveTokens = endpoint({
  name: 'approveTokens',
  service,
  method: 'POST',
  path: signing('/join/approve-tokens'),
  auth: { kind: 'customer' },
  slow: true,
  summary: 'Ask the Join wallet to approve a token',
  /** `amount` in the smallest unit; 0 takes the approval back */
  body: z.strictObject({
    contract: addressInput.describe('address of the token or collection'),
    spender: addressInput.describe('Seaport, or a known conduit'),
    amount: uint256.describe('in the smallest unit; 0 takes the approval back'),
  }),
  status: 201,
  response: signingRequest,
  errors: signingErrors,
  idempotent: true,
  limit: 'write',
})

/** ID-21: `setApprovalForAll(operator, approved)` of a known collection; `operator` must be Seaport or a known conduit. */
export const approveNfts = endpoint({
  name: 'approveNfts',
  service,
  method: 'POST',
  path: signing('/join/approve-nfts'),
  auth: { kind: 'customer' },
  slow: true,
  summary: 'Ask the Join wallet to approve a collection',
  body: z.strictObject({
    contract: addressInput.describe('address of the token or collection'),
    operator: addressInput.describe('Seaport, or a known conduit'),
    approved: z.boolean().default(true).describe('false takes the approval back'),
  }),
  status: 201,
  response: signingRequest,
  errors: signingErrors,
  idempotent: true,
  limit: 'write',
})

/** ID-21: a transaction to Seaport (fulfil, cancel, counter), a known token (approve) or a known collection (setApprovalForAll). */
export const contractRequest = endpoint({
  name: 'contractRequest',
  service,
  method: 'POST',
  path: signing('/join/contract-request'),
  auth: { kind: 'customer' },
  slow: true,
  summary: 'Ask the Join wallet to send a transaction',
  /** `value` in wei; only Seaport's fulfil calls may carry one */
  body: z.strictObject({
    to: addressInput.describe('address of the contract'),
    data: z
      .string()
      .regex(/^0x(?:[0-9a-fA-F]{2}){4,32768}$/)
      .describe('calldata, hex'),
    value: uint256.default('0').describe('in wei; only what fills an order may carry one'),
  }),
  status: 201,
  response: signingRequest,
  errors: signingErrors,
  idempotent: true,
  limit: 'write',
})

/**
 * ID-20: poll after 10 s, then every 4 s, up to 75 times; a request lives 360 s. `signed` carries `signature` (orders)
 * or `txHash` (transactions: broadcast, not yet mined). `rejected` with `failed: true`: the chain refused it.
 */
export const signatureLoad = endpoint({
  name: 'signatureLoad',
  service,
  method: 'GET',
  path: signing('/join/signature-load'),
  auth: { kind: 'customer' },
  slow: true,
  summary: 'Ask how a signing request stands',
  query: z.object({ requestId: z.string().min(1).max(128).describe('id of the request') }),
  status: 200,
  response: z.object({
    requestId: z.string().describe('id of the request'),
    kind: z.enum(['signature', 'approve-tokens', 'approve-nfts', 'contract']).describe('what was asked for'),
    status: z.enum(['pending', 'signed', 'rejected', 'expired']).describe('how it stands'),
    signature: z.string().optional().describe('signature, hex'),
    txHash: z.string().optional().describe('hash of the transaction, broadcast and not yet mined'),
    failed: z.boolean().optional().describe('true: the chain refused it'),
  }),
  errors: ['not_found', 'unable_to_sign', 'unavailable'],
})

/** The calls of the wallet signing service, which identity serves. */
export const signingHttp = {
  requestWebviewSignature,
  approveTokens,
  approveNfts,
  contractRequest,
  signatureLoad,
}
