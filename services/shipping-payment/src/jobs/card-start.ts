import { rejections } from '@talad/proto/http/shipping-payment/rejections'
import { job } from '@talad/shared/jobs'
import { load } from '@talad/shared/stream'
import { descriptionOf } from '../chillpay/description.ts'
import { formAddress } from '../chillpay/form.ts'
import { ipv4Of } from '../chillpay/payer-ip.ts'
import type { Deps } from '../deps.ts'
import { recordRefused, recordStarted } from '../payment/card.ts'
import { findTopup, inquire } from '../payment/inquiry.ts'
import { returnTo } from '../payment/return-to.ts'
import { itemNameOf } from '../replicas/item-name.ts'
import { CHECKING } from '../shipping/decide-payment.ts'
import { isExpired } from '../shipping/state.ts'
import { loadShipping } from '../shipping/stream.ts'
import { cardStart, topups } from '../topup/stream.ts'

/** How soon it is tried again while the credentials are missing (SP-22). */
const NO_PROVIDER_MS = 10_000

/** Opens a requested card payment at the provider. */
export const cardStartJob = job<{ topupId: string }, Deps>(cardStart, {
  concurrency: 8,
  async run({ topupId }, { deps }) {
    const { chillpay } = deps
    const topup = await findTopup(deps.db, topupId)
    if (!topup) return undefined
    const { state } = await load(deps.db, topups, topupId)
    const { state: shipping } = await loadShipping(deps.db, topup.shipping_id)
    const refuse = (reason: string, inquireAgain = false) =>
      recordRefused(deps, topupId, topup.shipping_id, { reason, inquireAgain }).then(() => undefined)
    if (shipping?.status !== 'pending' || isExpired(shipping, deps.now()))
      return refuse('the purchase was canceled')
    // SP-18: no card is charged while another payment of the purchase is looked at
    if (shipping.payment.held.length > 0) return refuse(CHECKING)
    if (!chillpay) return new Date(deps.now().getTime() + NO_PROVIDER_MS)
    const payment = {
      orderNo: topup.order_no,
      customerId: topup.customer_id,
      amount: topup.amount,
      description: descriptionOf(topup.shipping_id, await itemNameOf(deps.db, topup.shipping_id)),
      ip: ipv4Of(state?.payerIp),
    }
    if (deps.form) {
      const paymentUrl = formAddress(deps.form, payment, returnTo(deps, shipping, topup.shipping_id))
      await recordStarted(deps, topup, { paymentUrl })
      return undefined
    }
    const started = await chillpay.start(payment)
    if (started.kind === 'started') {
      await recordStarted(deps, topup, started)
      return undefined
    }
    if (started.duplicate) {
      // an earlier start reached the provider and its answer was lost: first see what became of that payment
      await inquire(deps, topup)
      return refuse('the payment page was lost, please try again', true)
    }
    const { code, message: text } = started
    deps.log.error({ topup: topupId, code, text }, 'card provider refused a payment')
    return refuse(rejections.FAILED_TO_PAY.en) // SP-22
  },
})
