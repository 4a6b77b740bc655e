import { z } from 'zod'
import { heldUntil } from './decide-reservation.ts'
import type { Shipping } from './state.ts'

/** What others may know of a shipping; stored beside each event, so that publishing needs nothing else. */
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
  /** as is this, and `asset` */
  refunded: z.boolean().default(false),
  asset: z
    .object({
      blockchain: z.string(),
      contractAddress: z.string(),
      tokenId: z.string(),
      contractType: z.string().default(''),
    })
    .optional(),
  topupId: z.string().default(''),
  providerRefId: z.string().default(''),
  incidents: z.int().default(0),
  askedAgain: z.int().default(0),
  shares: z.array(z.object({ customerId: z.string(), type: z.string(), value: z.coerce.bigint() })),
})
export type ShippingView = z.infer<typeof shippingView>

/** @throws Error for a shipping that was never opened: nothing happens to such a one */
export function viewOf(shipping: Shipping | undefined): ShippingView {
  if (!shipping) throw new Error('a shipping that does not exist has no public state')
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
    refunded: shipping.refunded,
    asset: {
      blockchain: shipping.order.blockchain,
      contractAddress: shipping.order.contractAddress,
      tokenId: shipping.order.tokenId,
      contractType: shipping.order.contractType,
    },
    topupId: shipping.payment.topupId ?? '',
    providerRefId: shipping.payment.providerRefId ?? '',
    incidents: shipping.incidents,
    askedAgain: shipping.askedAgain,
    shares: shipping.shares,
  }
}
