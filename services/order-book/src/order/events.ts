import { z } from 'zod'
import { factKind, reason } from '../public-state/order.ts'
import { terms } from '../public-state/terms.ts'

/**
 * Something that the chain says about an order. The key names the log entry in its block: after a reorganisation the
 * same transaction in another block is another fact.
 */
const fact = z.object({
  key: z.string(),
  kind: factKind,
  /** of a fill: units of the NFT that moved */
  units: z.coerce.bigint(),
  txHash: z.string(),
  logIndex: z.int(),
  block: z.coerce.bigint(),
})
export type Fact = z.infer<typeof fact>

/** OB-27: how many orders of a customer may be open, and how many of one asset. */
const limits = z.object({ ordersPerCustomer: z.int(), ordersPerAsset: z.int() })
export type Limits = z.infer<typeof limits>

export const orderEvent = z.discriminatedUnion('type', [
  // absent: from before they were noted
  z.object({ type: z.literal('OrderPut'), data: z.object({ terms, limits: limits.optional() }) }),
  z.object({ type: z.literal('FactSeen'), data: z.object({ fact }) }),
  z.object({ type: z.literal('FactReverted'), data: z.object({ key: z.string() }) }),
  z.object({ type: z.literal('OrderCancelled'), data: z.object({ by: z.string() }) }),
  /** OB-13: the maker of an open order wants it cancelled, which only the chain can do */
  z.object({ type: z.literal('CancelRequested'), data: z.object({ by: z.string() }) }),
  /** OB-13, OB-16: the maker says that the order still stands */
  z.object({ type: z.literal('OrderConfirmed'), data: z.object({ by: z.string() }) }),
  z.object({ type: z.literal('ActivityChanged'), data: z.object({ reasons: z.array(reason) }) }),
])
export type OrderEvent = z.infer<typeof orderEvent>
