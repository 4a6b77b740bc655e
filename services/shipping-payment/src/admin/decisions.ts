import { shippingAdminHttp as http } from '@talad/proto/http/shipping-payment/shipping-admin'
import { audit, isAudited } from '@talad/shared/audit'
import type { Tx } from '@talad/shared/db'
import { type App, type Call, customer } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import { changeIn, load, transact } from '@talad/shared/stream'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { failCardIn, payIntentIn, tellLateIn } from '../payment/card.ts'
import { changeRefundIn } from '../payment/refund-moved.ts'
import type { Command } from '../shipping/commands.ts'
import { existingShipping, shippings } from '../shipping/stream.ts'
import { existing, topups } from '../topup/stream.ts'
import { toAdminShipping, toRefund } from './answers.ts'
import { deliveryFate } from './delivery.ts'
import { topupOf } from './lists.ts'

type Decided = Pick<Call<z.ZodType, z.ZodType, z.ZodType>, 'actor' | 'attempt' | 'request'>
type Target = { kind: 'shipping' | 'topup'; id: string }
type Facts = { before: unknown; after: unknown; note: string; now: Date }

/** GW-27: who decided it, in the transaction of the decision. */
function note(
  tx: Tx,
  { actor, attempt, request }: Decided,
  action: string,
  target: Target,
  facts: Facts,
): Promise<void> {
  const about = { ...facts, action, target, requestId: request.id, id: attempt.id }
  return audit(tx, { ...about, actor: customer(actor) })
}

/** GW-10: a decision whose answer was lost comes again, and changes nothing. */
async function isMade(tx: Tx, { attempt }: Decided, action: string, target: Target): Promise<boolean> {
  return attempt.again && (await isAudited(tx, { id: attempt.id, action, target }))
}

type Verdict = { decision: 'accept' | 'refuse'; note: string; version: number }

/** SP-18: what is held is credited as what the provider took, or is not credited. */
function decideMismatch(deps: Deps, call: Decided, id: string, verdict: Verdict) {
  const { decision, note: reason, version } = verdict
  const now = deps.now()
  const by = customer(call.actor).customerId
  const action = `topup.${decision}_mismatch`
  const target: Target = { kind: 'topup', id }
  return transact(deps, async (tx) => {
    const before = existing((await load(tx, topups, id)).state)
    if (await isMade(tx, call, action, target)) return
    const { shippingId } = before
    const decided = { version, by, note: reason, now }
    if (decision === 'refuse') {
      await changeIn(tx, topups, id, { type: 'RefuseMismatch', ...decided }, now)
      await failCardIn(tx, id, shippingId, 'the card payment differs from what was asked', now)
    } else {
      const pay = await payIntentIn(tx, id, shippingId, now)
      const { state } = await changeIn(tx, topups, id, { type: 'AcceptMismatch', pay, ...decided }, now)
      const amount = state?.credited
      if (!pay && amount !== undefined) await tellLateIn(tx, { topupId: id, shippingId, amount, now })
    }
    const { state: after } = await load(tx, topups, id)
    await note(tx, call, action, target, { before, after, note: reason, now })
  })
}

type Undecided<T> = T extends T ? Omit<T, 'by' | 'now'> : never
type ShippingDecision = Undecided<
  Extract<Command, { type: 'CancelDelivery' | 'AskMoneyAgain' | 'DecideIncident' }>
>

/**
 * A decision on a purchase, made once and audited.
 * @param commandOf what is decided, once what it rests on is locked
 */
async function decideShipping(
  deps: Deps,
  call: Decided,
  id: string,
  action: string,
  commandOf: (tx: Tx) => Promise<ShippingDecision>,
) {
  const now = deps.now()
  const by = customer(call.actor).customerId
  const target: Target = { kind: 'shipping', id }
  const shipping = await transact(deps, async (tx) => {
    const known = await existingShipping(tx, id)
    if (await isMade(tx, call, action, target)) return known
    const command = { ...(await commandOf(tx)), by, now }
    const { before, state } = await changeIn(tx, shippings, id, command, now)
    await note(tx, call, action, target, { before, after: state, note: command.note, now })
    return state
  })
  if (!shipping) throw new Rejection('SHIPPING_NOT_FOUND')
  return { shipping: toAdminShipping(id, shipping, deps.now()) }
}

/** What the provider has of a card payment's money at this moment. @throws Rejection UNAVAILABLE when it doesn't say */
async function returnStateNow({ chillpay, log }: Deps, transactionId: string | undefined) {
  if (!chillpay) throw new Rejection('MISSING_PAYMENT_CREDENTIALS')
  if (transactionId === undefined) return undefined
  return chillpay.returnState(transactionId).catch((err: unknown) => {
    log.warn({ err }, 'the card provider can not be asked')
    throw new Rejection('UNAVAILABLE')
  })
}

/** What admins decide about money and deliveries (SP-18, SP-26, CA-46, LG-18). */
export function adminDecisionRoutes(app: App, deps: Deps): void {
  app.route(http.adminDecideMismatch, async ({ params: { topup_id: id }, body, ...call }) => {
    await decideMismatch(deps, call, id, body)
    return { topup: await topupOf(deps.db, id) }
  })

  app.route(http.adminRefundCard, async ({ params: { topup_id: id }, body, ...call }) => {
    if (!deps.chillpay) throw new Rejection('MISSING_PAYMENT_CREDENTIALS')
    const now = deps.now()
    const decided = { ...body, by: customer(call.actor).customerId, now }
    const refundId = call.attempt.id
    const topup = await transact(deps, async (tx) => {
      const before = existing((await load(tx, topups, id)).state)
      const after = existing(await changeRefundIn(tx, id, { type: 'RequestRefund', refundId, ...decided }))
      if (after.revision !== before.revision)
        await note(tx, call, 'topup.refund', { kind: 'topup', id }, { before, after, note: body.note, now })
      return after
    })
    if (topup.refund?.id !== refundId) throw new Rejection('ALREADY_REFUNDED')
    return { refund: toRefund(id, topup, topup.refund), topup: await topupOf(deps.db, id) }
  })

  app.route(http.adminEndRefund, async ({ params: { topup_id: id }, body, ...call }) => {
    const now = deps.now()
    const target: Target = { kind: 'topup', id }
    const action = `topup.refund_${body.end}`
    const { transactionId } = existing((await load(deps.db, topups, id)).state)
    const state = await returnStateNow(deps, transactionId)
    const decided = { ...body, state, by: customer(call.actor).customerId, now }
    await transact(deps, async (tx) => {
      const before = existing((await load(tx, topups, id)).state)
      if (await isMade(tx, call, action, target)) return
      const after = await changeRefundIn(tx, id, { type: 'EndRefund', ...decided })
      await note(tx, call, action, target, { before, after, note: body.note, now })
    })
    return { topup: await topupOf(deps.db, id) }
  })

  app.route(http.adminCancelDelivery, async ({ params: { shipping_id: id }, body, ...call }) => {
    const command = { type: 'CancelDelivery' as const, ...body }
    return decideShipping(deps, call, id, 'shipping.cancel_delivery', async (tx) => {
      // the queue's row first, as the queue itself does: whoever has signed it keeps it
      if (!(await deps.delivery.cancel(tx, id))) throw new Rejection('DELIVERY_NOT_CANCELABLE')
      return command
    })
  })

  app.route(http.adminAskMoneyAgain, async ({ params: { shipping_id: id }, body, ...call }) =>
    decideShipping(deps, call, id, 'shipping.ask_money_again', async (tx) => ({
      type: 'AskMoneyAgain',
      ...body,
      delivery: await deliveryFate(tx, id),
    })),
  )

  app.route(http.adminDecideIncident, async ({ params: { shipping_id: id }, body, ...call }) =>
    decideShipping(deps, call, id, `shipping.${body.decision}_incident`, async (tx) => ({
      type: 'DecideIncident',
      ...body,
      delivery: await deliveryFate(tx, id),
    })),
  )
}
