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
/** The row of the flow table, the thing that money was moved for, and whose money it was. */
const about = { ...common, flow: z.string(), id: z.string(), customerId: z.string() }

function event<T extends string, S extends z.ZodRawShape>(type: T, data: S) {
  return z.object({ type: z.literal(type), data: z.object(data) })
}

/** What the ledger remembers: private, published only through publish.ts. */
export const ledgerEvent = z.discriminatedUnion('type', [
  event('Posted', {
    ...about,
    reference: z.string(),
    /** the capture that was to follow, and why it was refused; without a reason it follows as an event */
    capture: z.object({ flow: z.string(), id: z.string(), refused: z.string().optional() }).optional(),
  }),
  /** `held` of `amount`, all attempts together */
  event('Held', { ...about, amount, held: amount, attempt: z.int() }),
  event('Captured', { ...about, amount }),
  event('Released', { ...about, released: amount }),
  event('CommandRefused', { ...about, key: z.string(), code: z.string() }),
  event('LogSealed', { ...common, seq: amount, hash: z.string() }),
])
export type LedgerEvent = z.infer<typeof ledgerEvent>
/** What came of a command. */
export type OutcomeEvent = Exclude<LedgerEvent, { type: 'LogSealed' }>
