import { control, type Person } from '@talad/dev/seed/site'
import type { BoughtShipping } from '@talad/proto/http/shipping'
import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment'
import { z } from 'zod'
import { chooseCard, follow, pay } from '../crowd/purchase.ts'
import { type Deal, endsAs, reserved, type Scenario, type Stage } from './stage.ts'

const isPaid = ({ credit }: BoughtShipping) => credit.payment.status === 'completed'
const isCardFailed = ({ credit }: BoughtShipping) => credit.payment.status === 'failed'

const books = z.object({
  chillpay: z.object({ transactions: z.array(z.looseObject({ id: z.string(), token: z.string() })) }),
})

async function orderNoOf(stage: Stage, page: string): Promise<string> {
  const answer = await fetch(`${stage.world.where.run.sandbox}/control`)
  const { chillpay } = books.parse(await answer.json())
  const found = chillpay.transactions.find(({ token }) => page.endsWith(`/${token}`))
  if (!found) throw new Error('the provider does not know the payment')
  return found.id
}

/** Asks for the card page until there is one: an answer that was lost on the way fails that attempt (SP-2). */
async function cardPage(stage: Stage, buyer: Person, shipping: BoughtShipping): Promise<string | undefined> {
  for (let tries = 0; tries < 20; tries++) {
    const { page, shipping: now } = await pay(buyer, shipping, stage.patientMs)
    if (page !== undefined && now.credit.payment.status === 'processing') return page
    if (now.status !== 'pending' || isPaid(now)) return undefined
  }
  throw new Error('no card page in 20 attempts')
}

/** Pays by card and tells by `choose` how the provider settles it. */
const byCard =
  (scenario: string, choose: (stage: Stage, page: string, deal: Deal) => Promise<void>): Scenario =>
  (stage) =>
    stage.withBuyer(async (buyer) => {
      const { deal, shipping } = await reserved(stage, scenario, buyer)
      const page = await cardPage(stage, buyer, shipping)
      if (page !== undefined) await choose(stage, page, deal)
      await endsAs(stage, deal, shipping._id, ['completed'])
    })

const withCallback = byCard('card', (_stage, page) => chooseCard(page, 'success'))

/** No callback comes: the buyer asks, or the schedule does. */
const withoutCallback = byCard('card-silent', async (stage, page, { buyer, shippingId = '' }) => {
  const orderNo = await orderNoOf(stage, page)
  await control(stage.world.where.run, 'POST', 'chillpay/settle', {
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

const failedCard = byCard('card-fail', async (stage, page, { buyer, shippingId = '' }) => {
  await chooseCard(page, 'fail')
  const failed = await follow(buyer, shippingId, isCardFailed, stage.patientMs)
  const again = await cardPage(stage, buyer, failed)
  if (again !== undefined) await chooseCard(again, 'success')
})

/** The provider opens the payment and its answer is lost: that attempt is given up, the next one pays. */
const lostAnswer: Scenario = async (stage) => {
  const fault = { provider: 'chillpay', call: 'payment', fault: 'drop' }
  await control(stage.world.where.run, 'POST', 'faults', fault)
  await byCard('card-lost', (_stage, page) => chooseCard(page, 'success'))(stage)
}

/** SP-15: the money that comes after the cancel becomes points. */
const lateSuccess: Scenario = (stage) =>
  stage.withBuyer(async (buyer) => {
    const { deal, shipping } = await reserved(stage, 'card-late', buyer)
    const page = await cardPage(stage, buyer, shipping)
    if (page === undefined) {
      await endsAs(stage, deal, shipping._id, ['completed']) // points that came meanwhile were enough
      return
    }
    await buyer.call(shippingPaymentHttp.cancelPayment, { body: { shipping_id: shipping._id } })
    await chooseCard(page, 'success')
    await endsAs(stage, deal, shipping._id, ['canceled'])
  })

export const cardPurchases = {
  card: withCallback,
  'card-silent': withoutCallback,
  'card-dev': byDevelopmentCall,
  'card-fail': failedCard,
  'card-lost': lostAnswer,
  'card-late': lateSuccess,
} satisfies Record<string, Scenario>
