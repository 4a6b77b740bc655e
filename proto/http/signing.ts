import { z } from 'zod'
import { addressInput, decimalString, isoTime } from './common.ts'
import { base, endpoint } from './contract.ts'
import { orderParameters, orderTypes, SEAPORT_VERSION } from './seaport.ts'

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
  domain: z.strictObject({
    name: z.literal('Seaport'),
    version: z.literal(SEAPORT_VERSION),
    chainId: z.union([z.int().positive(), decimalString]),
    verifyingContract: addressInput,
  }),
  /** as in `./seaport`; wallets list `EIP712Domain` among the types, so it may be here too */
  types: z
    .record(z.string(), z.array(z.strictObject({ name: z.string(), type: z.string() })))
    .refine(areOrderTypes, 'must be the types of a Seaport order'),
  primaryType: z.literal('OrderComponents'),
  message: orderParameters.omit({ totalOriginalConsiderationItems: true }),
})

const signingRequest = z.object({
  requestId: z.string(),
  /** opens the person's Join app at this request */
  webviewUrl: z.url(),
  expiresAt: isoTime,
})
const signingErrors = ['not_signable', 'invalid_join_signer', 'invalid_join_session', 'unavailable'] as const

/** ID-20, ID-21: ask the person's Join app to sign an order. The offerer must be the person's Join wallet. */
export const requestWebviewSignature = endpoint({
  name: 'requestWebviewSignature',
  service,
  method: 'POST',
  path: signing('/join/request-webview-signature'),
  auth: { kind: 'customer' },
  slow: true,
  summary: 'Ask the Join wallet to sign an order',
  body: z.strictObject({ typedData: orderTypedData }),
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
  body: z.strictObject({ contract: addressInput, spender: addressInput, amount: decimalString }),
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
    contract: addressInput,
    operator: addressInput,
    approved: z.boolean().default(true),
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
    to: addressInput,
    data: z.string().regex(/^0x(?:[0-9a-fA-F]{2}){4,32768}$/),
    value: decimalString.default('0'),
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
  query: z.object({ requestId: z.string().min(1).max(128) }),
  status: 200,
  response: z.object({
    requestId: z.string(),
    kind: z.enum(['signature', 'approve-tokens', 'approve-nfts', 'contract']),
    status: z.enum(['pending', 'signed', 'rejected', 'expired']),
    signature: z.string().optional(),
    txHash: z.string().optional(),
    failed: z.boolean().optional(),
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
