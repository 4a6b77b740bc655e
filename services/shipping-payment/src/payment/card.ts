import type { Tx } from '@talad/shared/db'
import { VersionConflict } from '@talad/shared/event-log'
import { changeIn, load, transact } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { shippings } from '../shipping/stream.ts'
import type { PayIntent, ProviderAnswer } from '../topup/commands.ts'
import { decide } from '../topup/decide.ts'
import { heldOn, type Topup } from '../topup/state.ts'
import { existing, inquiry, topups } from '../topup/stream.ts'

/** What a shipping is told when its card payment came to nothing. */
export async function failCard(
  tx: Tx,
  id: string,
  shippingId: string,
  reason: string,
  now: Date,
): Promise<void> {
  await changeIn(tx, shippings, shippingId, { type: 'RecordCardFailed', topupId: id, reason, now }, now)
}

/** SP-18: tells a purchase what of its card payment is held, and whether a person has refused it; once. */
export async function recordHeld(tx: Tx, topupId: string, topup: Topup, now: Date): Promise<void> {
  const held = heldOn(topup)
  if (!held) return
  const command = { type: 'RecordCardHeld' as const, topupId, ...held, now }
  await changeIn(tx, shippings, topup.shippingId, command, now)
}

/** The buyer may go to the page where it is paid. @param started without a transaction: its form opens the payment */
export function recordStarted(
  deps: Deps,
  { id, shipping_id: shippingId, order_no }: { id: string; shipping_id: string; order_no: string },
  started: { transactionId?: string; paymentUrl: string },
): Promise<void> {
  const now = deps.now()
  const { transactionId: providerRefId = order_no, paymentUrl } = started
  return transact(deps, async (tx) => {
    await changeIn(tx, topups, id, { type: 'RecordStarted', ...started, now }, now)
    const command = { type: 'RecordCardStarted' as const, topupId: id, providerRefId, paymentUrl, now }
    await changeIn(tx, shippings, shippingId, command, now)
  })
}

/**
 * The provider would not open it, or its page is lost: this attempt is over, the buyer may try again (SP-2).
 * @param refused `inquireAgain`: the provider may know of it all the same
 */
export function recordRefused(
  deps: Deps,
  id: string,
  shippingId: string,
  refused: { reason: string; inquireAgain: boolean },
): Promise<void> {
  const now = deps.now()
  const { reason, inquireAgain } = refused
  return transact(deps, async (tx) => {
    await changeIn(tx, topups, id, { type: 'RecordRefused', reason, now }, now)
    if (!inquireAgain) await inquiry.cancel(tx, id)
    await failCard(tx, id, shippingId, reason, now)
  })
}

/** SP-19: what came too late for the purchase is points now, and its buyer hears of it. */
export async function recordLateCredit(
  tx: Tx,
  late: { topupId: string; shippingId: string; amount: bigint; now: Date },
): Promise<void> {
  const { topupId, shippingId, amount, now } = late
  await changeIn(tx, shippings, shippingId, { type: 'RecordLateCard', topupId, amount, now }, now)
}

/** Asks the shipping whether a confirmed card payment is still to be spent on it (SP-19). */
export async function payIntent(
  tx: Tx,
  id: string,
  shippingId: string,
  now: Date,
): Promise<PayIntent | undefined> {
  const { state, events } = await changeIn(
    tx,
    shippings,
    shippingId,
    { type: 'ConfirmCard', topupId: id, now },
    now,
  )
  if (!state || events.length === 0) return undefined
  const { buyerCustomerId, gross, payment } = state
  return { shippingId, buyerCustomerId, gross, attempt: payment.attempt }
}

/**
 * Applies what the provider's inquiry said, in one transaction over the top-up and its shipping: the only way in which
 * a card payment is ever credited (SP-14).
 */
export function applyInquiry(deps: Deps, id: string, answer: ProviderAnswer): Promise<void> {
  const now = deps.now()
  return transact(deps, async (tx) => {
    const { state: topup } = await load(tx, topups, id)
    if (!topup) return
    const { shippingId } = topup
    const completes = decide({ type: 'RecordInquiry', answer, pay: undefined, now }, topup).some(
      (event) => event.type === 'TopupCompleted',
    )
    const pay = completes ? await payIntent(tx, id, shippingId, now) : undefined
    const command = { type: 'RecordInquiry' as const, answer, pay, now }
    const { state, events, version } = await changeIn(tx, topups, id, command, now)
    // somebody decided in between: a purchase is confirmed only together with its credit
    if (pay && !events.some(({ type }) => type === 'TopupCompleted'))
      throw new VersionConflict(`topup-${id}`, version)
    for (const { type, data } of events) {
      if (type === 'TopupFailed') await failCard(tx, id, shippingId, data.reason, now)
      if (type === 'TopupCanceled') await failCard(tx, id, shippingId, 'canceled by the buyer', now)
      if (type === 'TopupCompleted' && !data.pay)
        await recordLateCredit(tx, { topupId: id, shippingId, amount: data.amount, now })
      // SP-18, SP-15: people have to look; nothing is credited
      if (type === 'TopupMismatched') {
        await recordHeld(tx, id, existing(state), now)
        deps.log.error({ topup: id, ...data }, 'card payment differs from what was asked')
      }
      if (type === 'UnknownStatusTold')
        deps.log.error({ topup: id, ...data }, 'card provider tells of a status that nobody knows')
    }
  })
}

/** SP-20: a day has passed without a final word: the attempt is over, for the top-up and for its shipping. */
export function giveUp(deps: Deps, id: string, shippingId: string): Promise<void> {
  const now = deps.now()
  return transact(deps, async (tx) => {
    const { events } = await changeIn(tx, topups, id, { type: 'GiveUp', now }, now)
    for (const { type, data } of events)
      if (type === 'TopupFailed') await failCard(tx, id, shippingId, data.reason, now)
  })
}
