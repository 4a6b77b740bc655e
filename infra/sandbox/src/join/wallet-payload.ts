/** What a wallet can be asked for; the bodies of the request calls. */
import { isAddress, TypedDataEncoder } from 'ethers'
import { z } from 'zod'

const address = z.string().refine((value) => isAddress(value), 'must be an address')

const amount = z.string().regex(/^(0|[1-9][0-9]{0,77})$/, 'must be a decimal string')

const domainSchema = z.strictObject({
  name: z.string().optional(),
  version: z.string().optional(),
  chainId: z.union([z.string(), z.number()]).optional(),
  verifyingContract: z.string().optional(),
  salt: z.string().optional(),
})

const typedDataSchema = z
  .strictObject({
    domain: domainSchema,
    types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
    primaryType: z.string(),
    message: z.record(z.string(), z.unknown()),
  })
  // Wallets list the domain among the types; the encoder derives it from the domain's own fields.
  .transform(({ types: { EIP712Domain: _domain, ...types }, ...rest }) => ({ ...rest, types }))
  .superRefine((data, context) => {
    const problem = encodingProblem(data)
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem })
  })

export type TypedData = z.infer<typeof typedDataSchema>

/** The domain without its absent fields, as the encoder takes it. */
export const domainOf = ({ domain }: Pick<TypedData, 'domain'>) =>
  Object.fromEntries(Object.entries(domain).filter(([, value]) => value !== undefined))

function encodingProblem(data: TypedData): string | undefined {
  try {
    const { primaryType } = TypedDataEncoder.from(data.types)
    if (primaryType !== data.primaryType) return `primaryType is ${primaryType} by its types`
    TypedDataEncoder.hash(domainOf(data), data.types, data.message)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

export const typedDataPayload = z.object({ kind: z.literal('signature'), typedData: typedDataSchema })

export const messagePayload = z.object({
  kind: z.literal('signature'),
  message: z.string().min(1).max(10_000),
})

export const nftApprovalPayload = z.object({
  kind: z.literal('approve-nfts'),
  contract: address,
  operator: address,
  approved: z.boolean().default(true),
})

export const tokenApprovalPayload = z.object({
  kind: z.literal('approve-tokens'),
  contract: address,
  spender: address,
  amount,
})

export const contractPayload = z.object({
  kind: z.literal('contract'),
  to: address,
  data: z.string().regex(/^0x([0-9a-fA-F]{2})*$/),
  value: amount.default('0'),
})

export const transfersPayload = z.object({
  kind: z.literal('transfers'),
  /** the merchant's own id: the same one again is the same request */
  reference: z.string().min(1).max(128),
  from: address,
  transfers: z
    .array(z.strictObject({ contract: address, tokenId: amount, amount, to: address }))
    .min(1)
    .max(20),
  redirectUrl: z.url({ protocol: /^https?$/ }).optional(),
  redirectUrlType: z.enum(['web', 'liff', 'app']).optional(),
})

export const payloadSchema = z.union([
  typedDataPayload,
  messagePayload,
  nftApprovalPayload,
  tokenApprovalPayload,
  contractPayload,
  transfersPayload,
])

export type Payload = z.infer<typeof payloadSchema>
