import { z } from 'zod'

const at = { at: z.coerce.date() }
const by = { by: z.string(), ...at }

/** What a mint is for good; who receives it may change while nothing of it is on chain. */
const terms = z.object({
  projectId: z.string(),
  collectionId: z.string(),
  itemId: z.string(),
  itemTokenId: z.int(),
  automintId: z.string(),
  /** the holding that it brings on chain; null: it is minted directly */
  holdingId: z.string().nullable(),
  contractId: z.string(),
  contractClass: z.enum(['erc721', 'erc1155']),
  blockchain: z.string(),
  lane: z.string(),
  /** its id on chain, decimal (CA-54) */
  tokenId: z.string(),
})
export type MintTerms = z.infer<typeof terms>

export const mintEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('MintRequested'), data: z.object({ ...by, terms, receiver: z.string() }) }),
  z.object({
    type: z.literal('MintMined'),
    data: z.object({ ...at, txHash: z.string(), contract: z.string() }),
  }),
  /** a reorganisation took it back; it goes out again under its nonce */
  z.object({ type: z.literal('MintUnmined'), data: z.object(at) }),
  z.object({ type: z.literal('MintFailed'), data: z.object({ ...at, reason: z.string() }) }),
  z.object({ type: z.literal('MintCanceled'), data: z.object(by) }),
  z.object({ type: z.literal('MintRetried'), data: z.object({ ...by, receiver: z.string() }) }),
])
export type MintEvent = z.infer<typeof mintEvent>

export const mintState = z.object({
  terms,
  receiver: z.string(),
  /** open: pending, processing or sent, as its batch is (CA-46) */
  state: z.enum(['open', 'mined', 'failed', 'canceled']),
  /** while it is mined */
  txHash: z.string().nullable(),
  contract: z.string().nullable(),
  failedReason: z.string().nullable(),
  /** since when it waits */
  since: z.coerce.date(),
  created: z.coerce.date(),
  updated: z.coerce.date(),
})
export type Mint = z.infer<typeof mintState>
