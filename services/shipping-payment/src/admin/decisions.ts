import { shippingAdminHttp as http } from '@talad/proto/http/shipping-payment/shipping-admin'
import { audit } from '@talad/shared/audit'
import { inTx } from '@talad/shared/db'
import { type AdminCall, type Decided, decide, type InDecision } from '@talad/shared/decision'
import { type App, customer } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import { load } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { failCard, payIntent, recordHeld, recordLateCredit } from '../payment/card.ts'
import { claimInquiry, findTopup, inquire, type TopupRow } from '../payment/inquiry.ts'
import { recordRefund } from '../payment/refund-moved.ts'
import type { Shipping } from '../shipping/state.ts'
import { existingShipping, shippings } from '../shipping/stream.ts'
import { isHeld } from '../topup/state.ts'
import { existing, topups } from '../topup/stream.ts'
import { toAdminShipping, toRefund } from './answers.ts'
import { deliveryOutcome } from './delivery.ts'
import { topupOf } from './lists.ts'

const by = ({ actor }: AdminCall) => ({ by: customer(actor).customerId })

type Verdict = { decision: 'accept' | 'refuse'; note: string; version: number }

/** SP-18: what is held is credited as what the provider took, or is not credited. */
async function decideMismatch(deps: Deps, call: AdminCall, id: string, { decision, note, version }: Verdict) {
  const about = { call, note, action: `topup.${decision}_mismatch` as const, answer: answerTopup(id) }
  if (decision === 'refuse')
    return decide(deps, topups, id, {
      ...about,
      command: ({ now }) => ({ type: 'RefuseMismatch', version, note, ...by(call), now }),
      beside: async ({ tx, now }, { state }) => {
        const refused = existing(state)
        await failCard(tx, id, refused.shippingId, 'the card payment differs from what was asked', now)
        await recordHeld(tx, id, refused, now)
      },
    })
  const topup = existing((await load(deps.db, topups, id)).state)
  const state = isHeld(topup) ? await returnStateNow(deps, topup.transactionId) : undefined
  return decide(deps, topups, id, {
    ...about,
    command: async ({ tx, now }) => {
      const pay = await payIntent(tx, id, topup.shippingId, now)
      return { type: 'AcceptMismatch', pay, state, version, note, ...by(call), now }
    },
    beside: async ({ tx, now }, { state: accepted, events }) => {
      const { shippingId, credited: amount } = existing(accepted)
      const pays = events.some(({ type, data }) => type === 'TopupCompleted' && data.pay !== undefined)
      if (!pays && amount !== undefined) await recordLateCredit(tx, { topupId: id, shippingId, amount, now })
    },
  })
}

const answerTopup =
  (id: string) =>
  async (_: unknown, { tx }: InDecision) => ({ topup: await topupOf(tx, id) })

/** A purchase as it was decided on. */
const answerShipping =
  (id: string) =>
  ({ state }: Decided<Shipping | undefined>, { now }: InDecision) => {
    if (!state) throw new Rejection('SHIPPING_NOT_FOUND')
    return { shipping: toAdminShipping(id, state, now) }
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

/** SP-20: whether the provider has said something of a card payment, which has taken effect then. */
function answers(deps: Deps, row: TopupRow): Promise<boolean> {
  return inquire(deps, row).then(
    () => true,
    (err: unknown) => {
      deps.log.warn({ err, topup: row.id }, 'the card provider gave no answer to an admin')
      return false
    },
  )
}

/** What admins decide about money and deliveries (SP-18, SP-26, CA-46, LG-18). */
export function adminDecisionRoutes(app: App, deps: Deps): void {
  app.route(http.adminDecideMismatch, ({ params, body, ...call }) =>
    decideMismatch(deps, call, params.topup_id, body),
  )

  app.route(http.adminAskProvider, async ({ params: { topup_id: id }, actor, request }) => {
    if (!deps.chillpay) throw new Rejection('MISSING_PAYMENT_CREDENTIALS')
    const row = await findTopup(deps.db, id)
    if (!row) throw new Rejection('TOPUP_NOT_FOUND')
    const line = { action: 'topup.ask' as const, target: { kind: 'topup', id }, requestId: request.id }
    await inTx(deps.db, (tx) => audit(tx, { ...line, actor: customer(actor), now: deps.now() }))
    const isNew = await claimInquiry(deps, id)
    const answered = !isNew || (await answers(deps, row))
    return { topup: await topupOf(deps.db, id), answered }
  })

  app.route(http.adminRefundCard, async ({ params: { topup_id: id }, body, ...call }) => {
    if (!deps.chillpay) throw new Rejection('MISSING_PAYMENT_CREDENTIALS')
    const refundId = call.attempt.id
    return decide(deps, topups, id, {
      call,
      action: 'topup.refund',
      note: body.note,
      command: ({ now }) => ({ type: 'RequestRefund', refundId, ...body, ...by(call), now }),
      beside: ({ tx, now }, changed) => recordRefund(tx, id, changed, now),
      answer: async ({ state }, { tx }) => {
        const topup = existing(state)
        if (topup.refund?.id !== refundId) throw new Rejection('ALREADY_REFUNDED')
        return { refund: toRefund(id, topup, topup.refund), topup: await topupOf(tx, id) }
      },
    })
  })

  app.route(http.adminEndRefund, async ({ params: { topup_id: id }, body, ...call }) => {
    const { transactionId } = existing((await load(deps.db, topups, id)).state)
    const state = await returnStateNow(deps, transactionId)
    return decide(deps, topups, id, {
      call,
      action: `topup.refund_${body.end}`,
      note: body.note,
      command: ({ now }) => ({ type: 'EndRefund', ...body, state, ...by(call), now }),
      beside: ({ tx, now }, changed) => recordRefund(tx, id, changed, now),
      answer: answerTopup(id),
    })
  })

  app.route(http.adminCancelDelivery, ({ params: { shipping_id: id }, body, ...call }) =>
    decide(deps, shippings, id, {
      call,
      action: 'shipping.cancel_delivery',
      note: body.note,
      command: async ({ tx, now }) => {
        await existingShipping(tx, id)
        // the queue's row first, as the queue itself does: whoever has signed it keeps it
        if ((await deps.delivery.cancel(tx, [id])).size === 0) throw new Rejection('DELIVERY_NOT_CANCELABLE')
        return { type: 'CancelDelivery', ...body, ...by(call), now }
      },
      answer: answerShipping(id),
    }),
  )

  app.route(http.adminAskMoneyAgain, ({ params: { shipping_id: id }, body, ...call }) =>
    decide(deps, shippings, id, {
      call,
      action: 'shipping.ask_money_again',
      note: body.note,
      command: async ({ tx, now }) => {
        await existingShipping(tx, id)
        return { type: 'AskMoneyAgain', ...body, ...by(call), delivery: await deliveryOutcome(tx, id), now }
      },
      answer: answerShipping(id),
    }),
  )

  app.route(http.adminDecideIncident, ({ params: { shipping_id: id }, body, ...call }) =>
    decide(deps, shippings, id, {
      call,
      action: `shipping.${body.decision}_incident`,
      note: body.note,
      command: async ({ tx, now }) => {
        await existingShipping(tx, id)
        return { type: 'DecideIncident', ...body, ...by(call), delivery: await deliveryOutcome(tx, id), now }
      },
      answer: answerShipping(id),
    }),
  )
}
