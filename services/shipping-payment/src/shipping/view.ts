import { z } from 'zod'
import { heldUntil } from './decide.ts'
import type { ShippingEvent } from './events.ts'
import { evolve, type Shipping } from './state.ts'

/** The public state after an event; it is stored with the event, so that publishing needs nothing else. */
export const shippingView = z.object({
  orderHash: z.string(),
  orderId: z.string(),
  buyerCustomerId: z.string(),
  buyerAccountId: z.string(),
  sellerCustomerId: z.string(),
  sellerAccountId: z.string(),
  status: z.string(),
  paymentStatus: z.string(),
  attempt: z.int(),
  amount: z.coerce.string(),
  gross: z.coerce.bigint(),
  recipient: z.string(),
  txStatus: z.string(),
  txHash: z.string(),
  expiresAt: z.coerce.date(),
  /** missing in what was stored before it was told */
  heldUntil: z.coerce.date().optional(),
  reason: z.string(),
  shares: z.array(z.object({ customerId: z.string(), type: z.string(), value: z.coerce.bigint() })),
})
export type ShippingView = z.infer<typeof shippingView>

function viewOf(shipping: Shipping): ShippingView {
  return {
    orderHash: shipping.order.hash,
    orderId: shipping.order.orderId,
    buyerCustomerId: shipping.buyerCustomerId,
    buyerAccountId: shipping.buyerAccountId,
    sellerCustomerId: shipping.order.sellerCustomerId,
    sellerAccountId: shipping.order.sellerAccountId,
    status: shipping.status,
    paymentStatus: shipping.payment.status,
    attempt: shipping.payment.attempt,
    amount: shipping.amount.toString(),
    gross: shipping.gross,
    recipient: shipping.recipient,
    txStatus: shipping.txStatus ?? '',
    txHash: shipping.txHash ?? '',
    expiresAt: shipping.expiresAt,
    heldUntil: heldUntil(shipping),
    reason:
      shipping.incident ?? shipping.failedReason ?? shipping.canceledReason ?? shipping.payment.reason ?? '',
    shares: shipping.shares,
  }
}

/** Each event with the public state after it. */
export function withViews(before: Shipping | undefined, events: readonly ShippingEvent[]): ShippingEvent[] {
  let shipping = before
  return events.map((event) => {
    shipping = evolve(shipping, event)
    const seen: ShippingEvent = structuredClone(event)
    return Object.assign(seen, { data: Object.assign(seen.data, { view: shipping && viewOf(shipping) }) })
  })
}
