import type { Tx } from '@talad/shared/db'
import type { Handled, Stream } from '@talad/shared/handle'
import { type Command, decide } from './decide.ts'
import { type TopupEvent, topupEvent } from './events.ts'
import { evolve, type Topup } from './state.ts'

export const topups: Stream<Topup | undefined, Command, TopupEvent> = {
  name: 'topup',
  event: topupEvent,
  initial: undefined,
  evolve,
  decide,
}

/** SP-16: the top-up's id (24 hex) as 20 upper-case base36 characters. */
export function orderNoOf(topupId: string): string {
  return BigInt(`0x${topupId}`).toString(36).toUpperCase().padStart(20, '0')
}

/** Writes the row of a top-up beside its events. A new or told-of top-up is due for an inquiry. */
export async function saveTopup(
  tx: Tx,
  id: string,
  { state, version, events }: Handled<Topup | undefined, TopupEvent>,
  nextInquiryAt: Date | null | undefined,
): Promise<void> {
  if (!state || events.length === 0) return
  await tx.query(
    `insert into topup (id, version, order_no, shipping_id, customer_id, amount, status, mismatch, transaction_id,
       started, opened_at, next_inquiry_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     on conflict (id) do update set version = excluded.version, status = excluded.status, mismatch = excluded.mismatch,
       transaction_id = excluded.transaction_id, started = excluded.started,
       next_inquiry_at = case when $13 then excluded.next_inquiry_at else topup.next_inquiry_at end`,
    [
      id,
      version,
      state.orderNo,
      state.shippingId,
      state.customerId,
      state.amount,
      state.status,
      state.mismatch,
      state.transactionId ?? null,
      state.paymentUrl !== undefined || state.transactionId !== undefined,
      state.openedAt,
      nextInquiryAt ?? null,
      nextInquiryAt !== undefined,
    ],
  )
}

const MINUTE = 60 * 1_000
const HOUR = 60 * MINUTE
/** SP-20: after 1, 3, 5, 10, 20 min, then each hour until a day has passed. */
const FIRST_INQUIRIES_MS = [1 * MINUTE, 3 * MINUTE, 5 * MINUTE, 10 * MINUTE, 20 * MINUTE]
export const GIVE_UP_MS = 24 * HOUR

/** SP-20: when to ask next. */
export function nextInquiry(openedAt: Date, now: Date): Date {
  const age = now.getTime() - openedAt.getTime()
  const early = FIRST_INQUIRIES_MS.find((after) => after > age)
  return new Date(early === undefined ? now.getTime() + HOUR : openedAt.getTime() + early)
}
