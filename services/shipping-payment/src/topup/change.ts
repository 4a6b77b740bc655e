import type { Tx } from '@talad/shared/db'
import { handleIn, load } from '@talad/shared/handle'
import type { Deps } from '../deps.ts'
import { changeShippingIn, inLog } from '../shipping/change.ts'
import { decide, type PayIntent, type ProviderAnswer } from './decide.ts'
import { GIVE_UP_MS, nextInquiry, saveTopup, topups } from './store.ts'

/** Opens the card payment that a shipping asked for, in the same transaction. */
export async function openTopupIn(
  tx: Tx,
  id: string,
  topup: { shippingId: string; customerId: string; orderNo: string; amount: bigint; description: string },
  now: Date,
): Promise<void> {
  const opened = await handleIn(tx, topups, id, { type: 'Open', ...topup, now }, now)
  await saveTopup(tx, id, opened, nextInquiry(now, now))
}

/** What a shipping is told when its card payment came to nothing. */
async function failCardIn(
  tx: Tx,
  deps: Deps,
  id: string,
  shippingId: string,
  reason: string,
  now: Date,
): Promise<void> {
  await changeShippingIn(tx, deps, shippingId, { type: 'RecordCardFailed', topupId: id, reason, now })
}

/** The provider opened the payment: the buyer may go to its page. */
export function recordStarted(
  deps: Deps,
  id: string,
  shippingId: string,
  started: { transactionId: string; paymentUrl: string },
): Promise<void> {
  const now = deps.now()
  return inLog(deps, async (tx) => {
    const handled = await handleIn(tx, topups, id, { type: 'RecordStarted', ...started, now }, now)
    await saveTopup(tx, id, handled, undefined)
    await changeShippingIn(tx, deps, shippingId, {
      type: 'RecordCardStarted',
      topupId: id,
      providerRefId: started.transactionId,
      paymentUrl: started.paymentUrl,
      now,
    })
  })
}

/** The provider would not open it, or its page is lost: this attempt is over, the buyer may try again (SP-2). */
export function recordRefused(
  deps: Deps,
  id: string,
  shippingId: string,
  refused: { reason: string; inquireAgain: boolean },
): Promise<void> {
  const now = deps.now()
  return inLog(deps, async (tx) => {
    const handled = await handleIn(
      tx,
      topups,
      id,
      { type: 'RecordRefused', reason: refused.reason, now },
      now,
    )
    await saveTopup(tx, id, handled, refused.inquireAgain ? undefined : null)
    await failCardIn(tx, deps, id, shippingId, refused.reason, now)
  })
}

/** Asks the shipping whether a confirmed card payment is still to be spent on it (SP-19). */
async function payIntentIn(
  tx: Tx,
  deps: Deps,
  id: string,
  shippingId: string,
  now: Date,
): Promise<PayIntent | undefined> {
  const confirmed = await changeShippingIn(tx, deps, shippingId, { type: 'ConfirmCard', topupId: id, now })
  const { state } = confirmed
  if (!state || confirmed.events.length === 0) return undefined
  const { buyerCustomerId, gross, payment } = state
  return { shippingId, buyerCustomerId, gross, attempt: payment.attempt }
}

async function applyIn(tx: Tx, deps: Deps, id: string, answer: ProviderAnswer, now: Date): Promise<void> {
  const { state: topup } = await load(tx, topups, id)
  if (!topup) return
  const completes = decide({ type: 'RecordInquiry', answer, pay: undefined, now }, topup).some(
    (event) => event.type === 'TopupCompleted',
  )
  const pay = completes ? await payIntentIn(tx, deps, id, topup.shippingId, now) : undefined
  const handled = await handleIn(tx, topups, id, { type: 'RecordInquiry', answer, pay, now }, now)
  const ended = handled.state?.status === 'completed' || handled.state?.mismatch === true
  await saveTopup(tx, id, handled, ended ? null : undefined)
  for (const event of handled.events) {
    if (event.type === 'TopupFailed') await failCardIn(tx, deps, id, topup.shippingId, event.data.reason, now)
    if (event.type === 'TopupCanceled')
      await failCardIn(tx, deps, id, topup.shippingId, 'canceled by the buyer', now)
    // SP-18: people have to look; nothing is credited
    if (event.type === 'TopupMismatched')
      deps.log.error({ topup: id, ...event.data }, 'card payment differs from what was asked')
  }
}

/** Moves the schedule on (SP-20); after a day without an answer the top-up is given up. */
async function scheduleIn(tx: Tx, deps: Deps, id: string, now: Date): Promise<void> {
  const { state: topup } = await load(tx, topups, id)
  if (!topup || topup.status === 'completed' || topup.mismatch) return
  const old = now.getTime() - topup.openedAt.getTime() >= GIVE_UP_MS
  await tx.query(
    'update topup set next_inquiry_at = $2, inquiries = inquiries + 1, inquired_at = $3 where id = $1',
    [id, old ? null : nextInquiry(topup.openedAt, now), now],
  )
  if (!old || topup.status !== 'pending') return
  const handled = await handleIn(tx, topups, id, { type: 'GiveUp', now }, now)
  await saveTopup(tx, id, handled, null)
  await failCardIn(tx, deps, id, topup.shippingId, 'no answer in 24 hours', now)
}

/**
 * Applies what the provider's inquiry said, in one transaction over the top-up and its shipping: the only way in which
 * a card payment is ever credited (SP-14).
 * @param answer undefined when the provider knows nothing of the payment
 */
export function applyInquiry(deps: Deps, id: string, answer: ProviderAnswer | undefined): Promise<void> {
  const now = deps.now()
  return inLog(deps, async (tx) => {
    if (answer) await applyIn(tx, deps, id, answer, now)
    await scheduleIn(tx, deps, id, now)
  })
}
