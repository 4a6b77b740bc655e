import type { Tx } from '@talad/shared/db'
import { each } from '@talad/shared/each'
import { jobType } from '@talad/shared/jobs'
import { Rejection } from '@talad/shared/rejection'
import { type Change, stream } from '@talad/shared/stream'
import { z } from 'zod'
import { decide } from './decide.ts'
import { type TopupEvent, topupEvent } from './events.ts'
import { publish } from './publish.ts'
import { saveTopup } from './row.ts'
import { nextInquiry } from './schedule.ts'
import { evolve, type Topup } from './state.ts'

const ofTopup = z.object({ topupId: z.string() })
/** The card payment is to be opened at the provider. */
export const cardStart = jobType('topup.start', ofTopup)
/** SP-20: the provider is to be asked what became of the card payment. */
export const inquiry = jobType('topup.inquiry', ofTopup)
/** SP-18: the purchase is to be told what is held of its card. */
export const cardHeld = jobType('topup.held', ofTopup)
/** SP-26: the provider is to be asked to give the money back, or what became of that. */
export const cardRefund = jobType('topup.refund', ofTopup)

/** Whether an inquiry could still change anything: also of a failed one, as the provider is the authority (SP-21). */
export function isAskedAbout({ status, mismatch }: Topup): boolean {
  return status !== 'completed' && !mismatch
}

type Changed = Change<Topup | undefined, TopupEvent>

/** The row of a top-up beside its events, and the work that it makes due. */
async function save(tx: Tx, { id, state, version, events }: Changed): Promise<void> {
  if (!state) return
  await saveTopup(tx, id, version, state)
  const { openedAt } = state
  const work = { topupId: id }
  for (const { type, data } of events) {
    if (type === 'TopupOpened') {
      await cardStart.enqueue(tx, [{ payload: work, key: id, at: openedAt }])
      await inquiry.enqueue(tx, [{ payload: work, key: id, at: nextInquiry(openedAt, openedAt) }])
    }
    // SP-14, SP-17: what was said is asked
    if (type === 'CallbackReceived') await inquiry.enqueue(tx, [{ payload: work, key: id, at: data.at }])
    const isDue = type === 'RefundHeld' || (type === 'RefundRequested' && !data.credited)
    if (isDue) await cardRefund.enqueue(tx, [{ payload: work, key: id, at: data.at }])
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
  save: each(save),
})

/** The state of a change that was made of a top-up that exists. @throws Rejection TOPUP_NOT_FOUND */
export function existing(topup: Topup | undefined): Topup {
  if (!topup) throw new Rejection('TOPUP_NOT_FOUND', { field: 'topup_id' })
  return topup
}
