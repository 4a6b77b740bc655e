import type { Tx } from '@talad/shared/db'
import { jobType } from '@talad/shared/jobs'
import { type Change, stream } from '@talad/shared/stream'
import { z } from 'zod'
import { decide } from './decide.ts'
import { type TopupEvent, topupEvent } from './events.ts'
import { publish } from './publish.ts'
import { nextInquiry } from './schedule.ts'
import { evolve, type Topup } from './state.ts'

const ofTopup = z.object({ topupId: z.string() })
/** The card payment is to be opened at the provider. */
export const cardStart = jobType('topup.start', ofTopup)
/** SP-20: the provider is to be asked what became of the card payment. */
export const inquiry = jobType('topup.inquiry', ofTopup)

/** Whether an inquiry could still change anything: also of a failed one, as the provider is the authority (SP-21). */
export function isAskedAbout({ status, mismatch }: Topup): boolean {
  return status !== 'completed' && !mismatch
}

type Changed = Change<Topup | undefined, TopupEvent>

/** The row of a top-up beside its events, and the work that it makes due. */
async function save(tx: Tx, { id, state, version, events }: Changed): Promise<void> {
  if (!state) return
  await tx.query(
    `insert into topup (id, version, order_no, shipping_id, customer_id, amount, status, mismatch, transaction_id,
       started, opened_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     on conflict (id) do update set version = excluded.version, status = excluded.status, mismatch = excluded.mismatch,
       transaction_id = excluded.transaction_id, started = excluded.started`,
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
    ],
  )
  const { openedAt } = state
  for (const { type, data } of events) {
    if (type === 'TopupOpened') {
      await cardStart.enqueue(tx, { topupId: id }, { key: id, at: openedAt })
      await inquiry.enqueue(tx, { topupId: id }, { key: id, at: nextInquiry(openedAt, openedAt) })
    }
    // SP-14, SP-17: what was said is asked
    if (type === 'CallbackReceived') await inquiry.enqueue(tx, { topupId: id }, { key: id, at: data.at })
  }
  if (!isAskedAbout(state)) await inquiry.cancel(tx, id)
}

/** One card payment at the provider. */
export const topups = stream({
  name: 'topup',
  event: topupEvent,
  initial: undefined as Topup | undefined,
  evolve,
  decide,
  publish,
  save,
})
