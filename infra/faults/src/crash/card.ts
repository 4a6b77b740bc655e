import { control, type Person } from '@talad/dev/seed/site'
import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment/purchases'
import type { BoughtShipping } from '@talad/proto/http/shipping-payment/shipping'
import { shippingAdminHttp } from '@talad/proto/http/shipping-payment/shipping-admin'
import type { AdminTopup } from '@talad/proto/http/shipping-payment/shipping-admin-shapes'
import { z } from 'zod'
import { onceKnown } from '../crowd/patient.ts'
import { chooseCard, follow, pay } from '../crowd/purchase.ts'
import { type Deal, endsAs, type Harness, reserved, type Scenario } from './harness.ts'
import { eventually } from './insist.ts'

const isPaid = ({ credit }: BoughtShipping) => credit.payment.status === 'completed'
const isCardFailed = ({ credit }: BoughtShipping) => credit.payment.status === 'failed'

const payment = z.looseObject({
  id: z.string(),
  token: z.string(),
  amount: z.string(),
  returns: z.array(z.unknown()),
})
type Payment = z.infer<typeof payment>
const onPage = (page: string) => (one: Payment) => page.endsWith(`/${one.token}`)

const books = z.object({ chillpay: z.object({ transactions: z.array(payment) }) })

/** The payment as the provider has it. */
async function paymentOf(harness: Harness, wanted: (payment: Payment) => boolean): Promise<Payment> {
  const answer = await fetch(`${harness.system.run.sandbox}/control`)
  const { chillpay } = books.parse(await answer.json())
  const found = chillpay.transactions.find(wanted)
  if (!found) throw new Error('the provider does not know the payment')
  return found
}

/** Asks for the card page until there is one: an answer that was lost on the way fails that attempt (SP-2). */
async function cardPage(
  harness: Harness,
  buyer: Person,
  shipping: BoughtShipping,
): Promise<string | undefined> {
  for (let tries = 0; tries < 20; tries++) {
    const { page, shipping: now } = await pay(buyer, shipping, harness.patientMs)
    if (page !== undefined && now.credit.payment.status === 'processing') return page
    if (now.status !== 'pending' || isPaid(now)) return undefined
  }
  throw new Error('no card page in 20 attempts')
}

/** Pays by card and tells by `choose` how the provider settles it. */
const byCard =
  (scenario: string, choose: (harness: Harness, page: string, deal: Deal) => Promise<void>): Scenario =>
  (harness) =>
    harness.withBuyer(async (buyer) => {
      const { deal, shipping } = await reserved(harness, scenario, buyer)
      const page = await cardPage(harness, buyer, shipping)
      if (page !== undefined) await choose(harness, page, deal)
      await endsAs(harness, deal, shipping._id, ['completed'])
    })

const withCallback = byCard('card', (_stage, page) => chooseCard(page, 'success'))

/** No callback comes: the buyer asks, or the schedule does. */
const withoutCallback = byCard('card-silent', async (harness, page, { buyer, shippingId = '' }) => {
  const { id: orderNo } = await paymentOf(harness, onPage(page))
  await control(harness.system.run, 'POST', 'chillpay/settle', {
    orderNo,
    choice: 'success',
    callback: false,
  })
  await buyer.call(shippingPaymentHttp.checkShippingPay, { body: { shipping_id: shippingId } })
})

const byDevelopmentCall = byCard('card-dev', async (_stage, _page, { buyer, shippingId = '' }) => {
  const body = { shipping_id: shippingId, payment_status: 0 } as const
  await buyer.call(shippingPaymentHttp.mockTopupCallback, { body })
})

const failedCard = byCard('card-fail', async (harness, page, { buyer, shippingId = '' }) => {
  await chooseCard(page, 'fail')
  const failed = await follow(buyer, shippingId, isCardFailed, harness.patientMs)
  const again = await cardPage(harness, buyer, failed)
  if (again !== undefined) await chooseCard(again, 'success')
})

/** The provider opens the payment and its answer is lost: that attempt is given up, the next one pays. */
const lostAnswer: Scenario = async (harness) => {
  const fault = { provider: 'chillpay', call: 'payment', fault: 'drop' }
  await control(harness.system.run, 'POST', 'faults', fault)
  await byCard('card-lost', (_stage, page) => chooseCard(page, 'success'))(harness)
}

/** SP-15: the money that comes after the cancel becomes points. @returns the purchase, unless points paid it */
async function payTooLate(harness: Harness, scenario: string, buyer: Person): Promise<string | undefined> {
  const { deal, shipping } = await reserved(harness, scenario, buyer)
  const page = await cardPage(harness, buyer, shipping)
  if (page === undefined) {
    await endsAs(harness, deal, shipping._id, ['completed']) // points that came meanwhile were enough
    return undefined
  }
  await buyer.call(shippingPaymentHttp.cancelPayment, { body: { shipping_id: shipping._id } })
  await chooseCard(page, 'success')
  await endsAs(harness, deal, shipping._id, ['canceled'])
  return shipping._id
}

const lateSuccess: Scenario = (harness) =>
  harness.withBuyer(async (buyer) => void (await payTooLate(harness, 'card-late', buyer)))

/** Follows a card payment as an admin sees it. */
async function topupWhen(
  harness: Harness,
  shipping: string,
  what: string,
  wanted: (topup: AdminTopup) => boolean,
): Promise<AdminTopup> {
  const chief = await harness.chief()
  const find = async () => {
    const { list } = await chief.call(shippingAdminHttp.adminTopupList, { query: { shipping } })
    return list.find(wanted)
  }
  return eventually(`the card payment of ${shipping} is ${what}`, find, harness.patientMs)
}

const note = 'decided under fire'

const UNHEARD_MS = 10_000

/** Who dies between the note that they ask and the asking has not asked: that is inquired for a day, and never asked again. */
async function isUnheard(harness: Harness, orderNo: string, refund: AdminTopup['refund']): Promise<boolean> {
  if (refund?.stage !== 'asked' || Date.now() - Date.parse(refund.updated) < UNHEARD_MS) return false
  return (await paymentOf(harness, ({ id }) => id === orderNo)).returns.length === 0
}

/** SP-26: an admin gives the card back what came too late; an operator doesn't wait for the next inquiry. */
const refundedCard: Scenario = (harness) =>
  harness.withBuyer(async (buyer) => {
    const shipping = await payTooLate(harness, 'card-refund', buyer)
    if (shipping === undefined) return
    const chief = await harness.chief()
    const asked = await onceKnown(['version_conflict', 'already_refunded'], async () => {
      const topup = await topupWhen(harness, shipping, 'credited', ({ status }) => status === 'completed')
      // the provider refuses to void what it has settled, and is asked for a refund
      const settled = { orderNo: topup.order_no, settled: true }
      await control(harness.system.run, 'PATCH', 'chillpay/transaction', settled)
      if (topup.refund) return topup
      const about = { params: { topup_id: topup._id }, body: { note, version: topup.version } }
      return (await chief.call(shippingAdminHttp.adminRefundCard, about)).topup
    })
    const isOver = async () => {
      const { refund, _id } = await topupWhen(harness, shipping, 'known', () => true)
      if (refund?.status === 'refunded' || (await isUnheard(harness, asked.order_no, refund))) return true
      await harness.hasten('shipping-payment', 'topup.refund', _id)
      return undefined
    }
    await eventually(`the card payment of ${shipping} is refunded`, isOver, harness.patientMs)
  })

/** SP-18: the provider has taken something else than it was asked for; an admin accepts it. */
const heldCard = byCard('card-held', async (harness, page, { shippingId = '' }) => {
  const { id: orderNo, amount } = await paymentOf(harness, onPage(page))
  const taken = { orderNo, amount: String(BigInt(amount) + 100n) }
  await control(harness.system.run, 'PATCH', 'chillpay/transaction', taken)
  await chooseCard(page, 'success')
  const chief = await harness.chief()
  // a call without a key: whoever had no answer looks again
  await onceKnown(['version_conflict', 'topup_not_held'], async () => {
    const topup = await topupWhen(harness, shippingId, 'held', ({ mismatch }) => mismatch !== null)
    if (!topup.held) return
    const body = { decision: 'accept', note, version: topup.version } as const
    await chief.call(shippingAdminHttp.adminDecideMismatch, { params: { topup_id: topup._id }, body })
  })
})

export const cardPurchases = {
  card: withCallback,
  'card-silent': withoutCallback,
  'card-dev': byDevelopmentCall,
  'card-fail': failedCard,
  'card-lost': lostAnswer,
  'card-late': lateSuccess,
  'card-refund': refundedCard,
  'card-held': heldCard,
} satisfies Record<string, Scenario>
