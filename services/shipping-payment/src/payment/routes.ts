import { shippingPaymentHttp as http } from '@talad/proto/http/shipping-payment/purchases'
import { rejections } from '@talad/proto/http/shipping-payment/rejections'
import { type App, customer } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import { change } from '@talad/shared/stream'
import { waitForState } from '@talad/shared/waiting'
import type { Deps } from '../deps.ts'
import { isOrderReady } from '../replicas/order.ts'
import { toBought } from '../shipping/response.ts'
import type { Shipping } from '../shipping/state.ts'
import { existingShipping, loadShipping, shippings } from '../shipping/stream.ts'
import { claimInquiry, inquire, openTopupOf } from './inquiry.ts'
import { refundLate } from './own-refund.ts'

/** How long a paying call waits until it is known where to go (SP-12); then the client goes on by live updates. */
const WAIT_MS = 8_000

/** True as soon as the buyer can be told what to do next. */
function isDecided({ status, payment }: Shipping): boolean {
  if (status !== 'pending') return true
  if (payment.held.length > 0) return true
  return payment.status === 'failed' || (payment.status === 'processing' && payment.paymentUrl !== undefined)
}

/** The calls by which a buyer pays. */
export function paymentRoutes(app: App, deps: Deps): void {
  app.route(http.topupAndPay, async ({ actor, body, request }) => {
    const by = customer(actor).customerId
    if (!deps.chillpay) throw new Rejection('MISSING_PAYMENT_CREDENTIALS')
    const id = body.shipping_id
    const orderReady = await isOrderReady(deps.db, id)
    const pay = { type: 'Pay' as const, by, payerIp: request.ip, orderReady, now: deps.now() }
    const { state, version, events } = await change(deps, shippings, id, pay)
    if (!state) throw new Rejection('SHIPPING_NOT_FOUND')
    const { state: shipping = state } = await waitForState({
      first: { state, version },
      look: () => loadShipping(deps.db, id),
      until: (seen) => seen.state !== undefined && isDecided(seen.state),
      pause: (left, seen) => deps.waiting.past(id, seen.version, left),
      ms: WAIT_MS,
    })
    const { status, reason } = shipping.payment
    // SP-22: the provider would not open the payment that this call has asked for
    if (events.length > 0 && status === 'failed' && reason === rejections.FAILED_TO_PAY.en)
      throw new Rejection('FAILED_TO_PAY')
    return { shipping: toBought(id, shipping, deps.now()) }
  })

  app.route(http.checkShippingPay, async ({ actor, body }) => {
    const id = body.shipping_id
    const shipping = await existingShipping(deps.db, id)
    if (shipping.buyerCustomerId !== customer(actor).customerId) throw new Rejection('NOT_THE_BUYER') // SP-22
    const topup = await openTopupOf(deps.db, id)
    if (topup && (await claimInquiry(deps, topup.id))) {
      // the provider being away is no reason to refuse the buyer what is known; the schedule asks again
      await inquire(deps, topup).catch((error: unknown) =>
        deps.log.warn({ err: error }, 'card provider is away'),
      )
    }
    return { shipping: toBought(id, await existingShipping(deps.db, id), deps.now()) }
  })

  app.route(http.refundLatePayment, ({ actor, body, attempt }) =>
    refundLate(deps, { id: body.shipping_id, by: customer(actor).customerId, refundId: attempt.id }),
  )

  app.route(http.cancelPayment, async ({ actor, body }) => {
    const id = body.shipping_id
    const by = customer(actor).customerId
    const { state } = await change(deps, shippings, id, { type: 'Cancel', by, now: deps.now() })
    if (!state) throw new Rejection('SHIPPING_NOT_FOUND')
    return { shipping: toBought(id, state, deps.now()) }
  })
}
