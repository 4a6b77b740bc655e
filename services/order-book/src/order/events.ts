import { orderParameters } from '@talad/proto/http/seaport'
import { z } from 'zod'

const share = z.object({
  /** null: the platform */
  customerId: z.string().nullable(),
  type: z.enum(['service', 'royalty', 'net']),
  basisPoints: z.int(),
  value: z.coerce.bigint(),
})
export type Share = z.infer<typeof share>

/** What never changes of an order. Amounts are bigint in the smallest unit, times unix seconds. */
const terms = z.object({
  orderId: z.string(),
  hash: z.string(),
  type: z.enum(['list', 'offer', 'deal']),
  blockchain: z.string(),
  contract: z.string(),
  contractType: z.enum(['erc721', 'erc1155']),
  tokenId: z.string(),
  amount: z.coerce.bigint(),
  price: z.object({
    token: z.string(),
    symbol: z.string(),
    decimals: z.int(),
    family: z.string(),
    raw: z.coerce.bigint(),
    text: z.string(),
  }),
  offerer: z.string(),
  customerId: z.string(),
  accountId: z.string(),
  /** who receives what, as the fees stood at the put (OB-30) */
  distribution: z.array(share),
  start: z.int(),
  /** the display end (OB-25) */
  end: z.int(),
  signedEnd: z.int(),
  parameters: orderParameters,
  signature: z.string(),
  restricted: z.boolean(),
  partial: z.boolean(),
  /** the block at which counter, balance and approval were read */
  asOfBlock: z.coerce.bigint(),
  createdAt: z.coerce.date(),
})
export type Terms = z.infer<typeof terms>

/**
 * Something that the chain says about an order. The key names the log entry in its block: after a reorganisation the
 * same transaction in another block is another fact.
 */
const fact = z.object({
  key: z.string(),
  kind: z.enum(['validated', 'filled', 'cancelled', 'counter', 'departed']),
  /** of a fill: units of the NFT that moved */
  units: z.coerce.bigint(),
  txHash: z.string(),
  logIndex: z.int(),
  block: z.coerce.bigint(),
})
export type Fact = z.infer<typeof fact>

const reason = z.enum(['balance', 'approval', 'chain', 'suspended', 'kyc'])
/** OB-4: why an order can't be filled at the moment; chain: its counter or its own state on chain. */
export type Reason = z.infer<typeof reason>

/** What follows from all events so far: stored beside each, so that a message or a row can be made of one event. */
const standing = z.object({
  status: z.enum(['offchain', 'validated', 'filled', 'completed', 'cancelled']),
  filled: z.coerce.bigint(),
  reasons: z.array(reason),
  txs: z.array(fact.pick({ txHash: true, logIndex: true, block: true, kind: true })),
})
export type Standing = z.infer<typeof standing>
export type Status = Standing['status']

const change = z.enum(['put', 'validated', 'filled', 'completed', 'cancelled', 'activated', 'inactivated'])
export type Change = z.infer<typeof change>

const about = { terms, after: standing, change }

export const orderEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('OrderPut'), data: z.object(about) }),
  z.object({ type: z.literal('FactSeen'), data: z.object({ ...about, fact }) }),
  z.object({ type: z.literal('FactReverted'), data: z.object({ ...about, key: z.string() }) }),
  z.object({ type: z.literal('OrderCancelled'), data: z.object({ ...about, by: z.string() }) }),
  z.object({ type: z.literal('ActivityChanged'), data: z.object({ ...about, reasons: z.array(reason) }) }),
])
export type OrderEvent = z.infer<typeof orderEvent>

/** An order as lists and answers show it. */
export const orderView = z.object({ terms, after: standing })
export type OrderView = z.infer<typeof orderView>
