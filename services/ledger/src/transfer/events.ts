import { z } from 'zod'

const amount = z.coerce.bigint()
const unit = z.enum(['pt_thb', 'ft_thb'])

/** One flow row (LG-5): what happened on one account. `value` is signed for locks only (LG-4). */
const leg = z.object({
  /** unique within (flowEvent, relatedId) (LG-7) */
  leg: z.string(),
  /** `join-…`, or a platform account */
  account: z.string(),
  unit,
  flowType: z.enum(['in', 'out', 'lock']),
  flowEvent: z.enum(['shipping', 'topup', 'refund', 'withdrawal']),
  relatedId: z.string(),
  value: amount,
  /** LG-6: only inside the platform's service fee */
  vat: amount,
})
export type Leg = z.infer<typeof leg>

/** The legs lie in the flow log; events that were stored one by one carry them too. */
const common = { legs: z.array(leg).default([]), at: z.coerce.date() }
const shipping = { ...common, shippingId: z.string(), buyerCustomerId: z.string() }

function event<T extends string, S extends z.ZodRawShape>(type: T, data: S) {
  return z.object({ type: z.literal(type), data: z.object(data) })
}

/** What the ledger remembers: private, published only through publish.ts. */
export const ledgerEvent = z.discriminatedUnion('type', [
  event('TopupPosted', {
    ...common,
    topupId: z.string(),
    customerId: z.string(),
    unit,
    value: amount,
    provider: z.string(),
    providerReference: z.string(),
    /** always absent: a top-up moves no escrow; the shipping that it was made for is `forShippingId` */
    shippingId: z.undefined().optional(),
    forShippingId: z.string().optional(),
    /** why that shipping was not paid by this top-up */
    payRefused: z.string().optional(),
  }),
  event('ShippingPaid', { ...shipping, gross: amount }),
  event('ShippingFundsLocked', { ...shipping, gross: amount, locked: amount, attempt: z.int() }),
  event('ShippingFundsReleased', { ...shipping, released: amount }),
  event('ShippingRefunded', { ...shipping, gross: amount }),
  event('ShippingSettled', { ...shipping, sellerCustomerId: z.string(), gross: amount, net: amount }),
  event('CommandRefused', {
    ...common,
    key: z.string(),
    shippingId: z.string().optional(),
    topupId: z.string().optional(),
    customerId: z.string(),
    code: z.string(),
  }),
  event('LogSealed', { ...common, seq: amount, hash: z.string(), shippingId: z.undefined().optional() }),
])
export type LedgerEvent = z.infer<typeof ledgerEvent>
