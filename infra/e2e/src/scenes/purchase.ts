import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment/purchases'
import type { BoughtShipping } from '@talad/proto/http/shipping-payment/shipping'
import { change, hang, refuse } from '../answers.ts'
import type { Scene, Stage } from '../scene.ts'
import { goods } from '../shop.ts'
import type { WordKey } from '../words.ts'

const place = ({ _id }: Pick<BoughtShipping, '_id'>) => `/payment/return?shipping_id=${_id}`

/** A delivered purchase as it looked at another moment: on a quick chain that moment is too short to be drawn. */
function at(
  name: string,
  text: WordKey,
  earlier: (shipping: BoughtShipping) => Partial<BoughtShipping>,
): Scene {
  return {
    name: `purchase.${name}`,
    as: 'buyer',
    async reach({ page, words, shop, go }) {
      await change(page, shippingPaymentHttp.shippingPick, ({ shipping }) => ({
        shipping: shipping.role === 'buyer' ? { ...shipping, ...earlier(shipping) } : shipping,
      }))
      await go(place(await shop.delivered('buyer')))
      await page.getByText(words.like(text)).first().waitFor()
      await page.locator('main img').first().waitFor()
    },
  }
}

async function reserved({ shop, after }: Stage): Promise<BoughtShipping> {
  const shipping = await shop.reserve('buyer', goods.wanted)
  after(() => shop.cancel('buyer', shipping))
  return shipping
}

/** One purchase, from the reservation to the delivery or to the money that comes back. */
export const purchaseScenes: readonly Scene[] = [
  {
    name: 'purchase.to-pay',
    as: 'buyer',
    async reach(stage) {
      await stage.go(place(await reserved(stage)))
      await stage.page.getByRole('button', { name: stage.words.like('pay.card') }).waitFor()
    },
  },
  {
    name: 'purchase.card-failed',
    as: 'buyer',
    async reach(stage) {
      const shipping = await reserved(stage)
      await stage.shop.failCard('buyer', shipping)
      await stage.go(place(shipping))
      await stage.page.getByText(stage.words.of('purchase.cardFailed')).waitFor()
    },
  },
  {
    name: 'purchase.checking',
    as: 'buyer',
    async reach(stage) {
      const { page, words, shop, go, after } = stage
      const shipping = await shop.reserve('buyer', goods.wanted)
      const card = await shop.toCard('buyer', shipping)
      after(() => shop.leaveCard('buyer', shipping, card))
      await go(place(shipping))
      await page.getByText(words.of('unpaid.notYet'), { exact: true }).waitFor()
    },
  },
  {
    name: 'purchase.later',
    as: 'buyer',
    async reach(stage) {
      const { page, words, shop, go, after } = stage
      const shipping = await shop.reserve('buyer', goods.wanted)
      const card = await shop.toCard('buyer', shipping)
      after(() => shop.leaveCard('buyer', shipping, card))
      await page.clock.install()
      await go(place(shipping))
      await page.getByText(words.of('unpaid.notYet'), { exact: true }).waitFor()
      await page.clock.fastForward(125_000)
      await page.getByText(words.of('purchase.later'), { exact: true }).waitFor()
    },
  },
  at('received', 'progress.receivedText', ({ credit }) => ({
    status: 'processing',
    tx_status: 'pending',
    tx_hash: null,
    credit: { ...credit, payment: { ...credit.payment, status: 'completed' } },
  })),
  at('signing', 'progress.signingText', () => ({
    status: 'processing',
    tx_status: 'processing',
    tx_hash: null,
  })),
  at('sent', 'progress.processingText', () => ({ status: 'processing', tx_status: 'sent' })),
  at('sent-again', 'purchase.retrying', () => ({
    status: 'processing',
    tx_status: 'sent',
    retry_count: 2,
    retry_reason: 'timeout',
  })),
  at('failed', 'purchase.failedText', () => ({ status: 'failed', tx_status: 'failed', tx_hash: null })),
  at('expired', 'purchase.canceledExpired', () => ({
    status: 'canceled',
    canceled_reason: 'expired',
    tx_hash: null,
    tx_status: null,
  })),
  at('order-gone', 'purchase.canceledOrder', () => ({
    status: 'canceled',
    canceled_reason: 'order',
    tx_hash: null,
    tx_status: null,
  })),
  {
    name: 'purchase.delivered',
    as: 'buyer',
    async reach({ page, words, shop, go }) {
      await go(place(await shop.delivered('buyer')))
      await page.getByText(words.of('progress.fulfilled'), { exact: true }).waitFor()
    },
  },
  {
    name: 'purchase.canceled',
    as: 'buyer',
    async reach({ page, words, shop, go }) {
      const shipping = await shop.reserve('buyer', goods.wanted)
      await shop.cancel('buyer', shipping)
      await go(place(shipping))
      await page.getByText(words.of('purchase.canceledByBuyer')).waitFor()
    },
  },
  {
    name: 'purchase.signed-out',
    async reach({ page, words, shop, go }) {
      await go(place(await shop.delivered('buyer')))
      await page.getByText(words.of('purchase.signIn')).waitFor()
    },
  },
  {
    name: 'purchase.of-another',
    as: 'seller',
    async reach({ page, go }) {
      await go('/payment/return?shipping_id=0123456789abcdef01234567')
      await page.getByRole('main').getByRole('alert').waitFor()
    },
  },
  {
    name: 'purchase.loading',
    as: 'buyer',
    async reach({ page, shop, go }) {
      await hang(page, shippingPaymentHttp.shippingPick)
      await go(place(await shop.delivered('buyer')))
      await page.getByRole('banner').waitFor()
    },
  },
  {
    name: 'purchase.load-failed',
    as: 'buyer',
    async reach({ page, words, shop, go }) {
      await refuse(page, shippingPaymentHttp.shippingPick, 500, 'internal')
      await go(place(await shop.delivered('buyer')))
      await page.getByRole('button', { name: words.of('common.retry') }).waitFor()
    },
  },
]
