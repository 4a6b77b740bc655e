import { z } from 'zod'
import { orderSnapshot, share } from '../order/offered.ts'

const amount = z.coerce.bigint()
const at = z.coerce.date()

const opened = z.object({
  order: orderSnapshot,
  buyerCustomerId: z.string(),
  buyerAccountId: z.string(),
  recipient: z.string(),
  /** there was code at that address; missing in what was opened before it was noted */
  toContract: z.boolean().optional(),
  /** units of the asset */
  amount,
  /** what the buyer pays, 1/100 baht */
  gross: amount,
  shares: z.array(share),
  originUrl: z.string(),
  expiresAt: at,
  at,
})

const cancelReason = z.enum(['buyer', 'expired', 'idle', 'order', 'suspended', 'own_order'])
export type CancelReason = z.infer<typeof cancelReason>

function event<T extends string, S extends z.ZodRawShape>(type: T, data: S) {
  return z.object({ type: z.literal(type), data: z.object({ ...data, at }) })
}

/** What a shipping remembers: private, published only through publish.ts. */
export const shippingEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ShippingOpened'), data: opened }),
  /** the ledger is asked; with `card`, what is missing is to be charged */
  event('PaymentRequested', {
    attempt: z.int(),
    card: z.boolean(),
    /** address of who pays, as the card provider wants to know it; absent where no card may be charged */
    payerIp: z.string().optional(),
  }),
  /** the ledger's answer when the points don't suffice */
  event('FundsLocked', { attempt: z.int(), locked: amount }),
  event('CardRequested', { topupId: z.string(), charge: amount }),
  event('CardStarted', { topupId: z.string(), providerRefId: z.string(), paymentUrl: z.string() }),
  event('CardFailed', { topupId: z.string(), reason: z.string() }),
  /** SP-18: the card was charged otherwise than asked: a person looks at it, and nothing is charged meanwhile */
  event('CardHeld', {
    topupId: z.string(),
    value: amount,
    /** a person has looked: it goes back to the card */
    refused: z.boolean().default(false),
  }),
  /** the ledger refused to move the money */
  event('PaymentRefused', { reason: z.string() }),
  /** the provider has confirmed; the top-up is on its way to the ledger, to be spent on this shipping */
  event('CardConfirmed', { topupId: z.string() }),
  event('PaymentCompleted', {}),
  event('ShippingCanceled', { reason: cancelReason }),
  /** the ledger had moved the money before it heard of the cancel: it goes back */
  event('PaidTooLate', {}),
  event('DeliveryProgressed', {
    txStatus: z.enum(['pending', 'processing', 'sent', 'mined', 'failed', 'canceled']),
    txHash: z.string().nullable(),
    retryCount: z.int(),
    retryReason: z.string().nullable(),
  }),
  event('DeliveryConfirmed', { txHash: z.string() }),
  event('DeliveryFailed', { reason: z.string(), by: z.string().optional(), note: z.string().optional() }),
  /** SP-1: a reorganisation took the delivery back before the seller was credited: the sale is reversed */
  event('DeliveryLost', { reason: z.string() }),
  event('ShippingSettled', {}),
  event('ShippingRefunded', {}),
  /** SP-19: a card payment of this purchase came too late for it, and was credited as points */
  event('LateCardCredited', { topupId: z.string(), amount }),
  /** SP-26: what goes on with the refund of a card payment behind this purchase */
  event('CardRefundMoved', {
    topupId: z.string(),
    refundId: z.string(),
    amount,
    note: z.string(),
    status: z.enum(['refunding', 'refunded', 'failed']),
  }),
  /** the chain took back what money had followed from, or the ledger refused what was due: a person has to decide */
  event('IncidentRaised', {
    incident: z.enum([
      ...(['delivery_lost', 'delivered_after_refund'] as const),
      ...(['settlement_refused', 'refund_refused', 'release_refused', 'reversal_refused'] as const),
    ]),
    reason: z.string(),
  }),
  /** the chain has put it right again, or an admin has closed the case */
  event('IncidentEnded', { by: z.string().optional(), note: z.string().optional() }),
  /** an admin has the ledger asked for what it refused, or for what the chain took back of a sale */
  event('MoneyAskedAgain', {
    flow: z.enum(['settlement', 'refund', 'release', 'reversal']),
    by: z.string(),
    note: z.string(),
  }),
])
export type ShippingEvent = z.infer<typeof shippingEvent>
export type ShippingOpened = z.infer<typeof opened>
export type Incident = Extract<ShippingEvent, { type: 'IncidentRaised' }>['data']['incident']
export type FiatRefund = Pick<
  Extract<ShippingEvent, { type: 'CardRefundMoved' }>['data'],
  'status' | 'amount' | 'note' | 'at'
>
export type TxStatus = Extract<ShippingEvent, { type: 'DeliveryProgressed' }>['data']['txStatus']
