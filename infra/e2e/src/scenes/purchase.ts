import { assetIndexerHttp } from '@talad/proto/http/asset-indexer/assets'
import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment/purchases'
import type { BoughtShipping } from '@talad/proto/http/shipping-payment/shipping'
import type { Page } from 'playwright-core'
import {
  buyer,
  keepsLanguage,
  type Scene,
  type Stage,
  type Step,
  seller,
  untilAlive,
  visitor,
} from '../scene.ts'
import { goods } from '../shop.ts'
import {
  alive,
  all,
  at,
  changed,
  click,
  clock,
  exact,
  failing,
  first,
  hung,
  inDialog,
  inMain,
  later,
  onPaper,
  readDown,
  the,
} from '../steps.ts'
import type { WordKey } from '../words.ts'
import { fillPrice, openListing } from './listing.ts'

const { checkShippingPay, shippingPick, topupAndPay } = shippingPaymentHttp
/** Longer than people wait without being told anything. */
const LONG_MS = 7_000

type Bought = Pick<BoughtShipping, '_id'>
const pathOf = ({ _id }: Bought) => `/payment/return?shipping_id=${_id}`
const receiptOf = ({ _id }: Bought) => `/payment/receipt?shipping_id=${_id}`
const byCard = the.button('pay.card')

async function reserve({ shop, after }: Stage): Promise<BoughtShipping> {
  const shipping = await shop.reserve('buyer', goods.wanted)
  after(() => shop.cancel('buyer', shipping))
  return shipping
}
const toPay = at(async (stage) => pathOf(await reserve(stage)))
/** On the card page, and back before anything was decided there. */
const backFromCard = at(async ({ shop, after }) => {
  const shipping = await shop.reserve('buyer', goods.wanted)
  const card = await shop.toCard('buyer', shipping)
  after(() => shop.leaveCard('buyer', shipping, card))
  return pathOf(shipping)
})
const cardFailed = at(async (stage) => {
  const shipping = await reserve(stage)
  await stage.shop.failCard('buyer', shipping)
  return pathOf(shipping)
})
const givenBack = at(async ({ shop }) => {
  const shipping = await shop.reserve('buyer', goods.wanted)
  await shop.cancel('buyer', shipping)
  return pathOf(shipping)
})
const atDelivered = at(async ({ shop }) => pathOf(await shop.delivered('buyer')))
const atReceipt = at(async ({ shop }) => receiptOf(await shop.delivered('buyer')))
const receipt = all(atReceipt, the.heading('receipt.heading'))

/** A delivered purchase as it looked at another moment: on a quick chain that moment is too short to be drawn. */
const earlier = (name: string, text: WordKey, about: Partial<BoughtShipping>, isPaid = false): Scene =>
  buyer(
    `purchase.${name}`,
    changed(shippingPick, ({ shipping }) => {
      if (shipping.role !== 'buyer') return { shipping }
      const { credit } = shipping
      const payment = isPaid ? { ...credit.payment, status: 'completed' as const } : credit.payment
      return { shipping: { ...shipping, credit: { ...credit, payment }, ...about } }
    }),
    ...[atDelivered, first(the.text(text)), first(the.css('main img'))],
  )
const unsent = { tx_hash: null }

/** The line is cut, for this page alone; what the browser believes of it is a hint only. */
const cut: Step = async ({ page }) => {
  await untilAlive(page)
  await page.route(/^/, (route) => route.abort('internetdisconnected'))
  await page.evaluate(`dispatchEvent(new Event('offline'))`)
}
/** The site serves the page of another build, in which this part of the app is not there any more. */
async function buildAnew({ page }: { page: Page }): Promise<void> {
  await untilAlive(page)
  await page.route(/\/assets\/[^/]+\.js$/, (route) => route.fulfill({ status: 404, body: '' }))
  await page.route(
    ({ pathname }) => pathname === '/',
    async (route) => {
      if (route.request().resourceType() === 'document') return route.fallback()
      const body = '<script type="module" crossorigin src="/assets/of-another-build.js"></script>'
      return route.fulfill({ contentType: 'text/html', body })
    },
  )
}
const home = all(at('/'), readDown, the.heading('home.justSold'))
const toCollection: Step = ({ page, shop }) =>
  page
    .locator(`main a[href="${shop.collectionPath('betta')}"]`)
    .first()
    .click()

const heldAs = (name: 'held' | 'heldRefused') =>
  changed(shippingPick, ({ shipping }) => {
    if (shipping.role !== 'buyer') return { shipping }
    const held = { held: 79_100, held_refused: name === 'heldRefused', payment_url: null }
    const status = name === 'held' ? ('processing' as const) : ('failed' as const)
    const payment = { ...shipping.credit.payment, ...held, status }
    return { shipping: { ...shipping, credit: { ...shipping.credit, payment } } }
  })

/** SP-19: the card was charged after the purchase had ended. */
const chargedLate = changed(shippingPick, ({ shipping }) => ({
  shipping: shipping.role === 'buyer' ? { ...shipping, late_credit: 56_000 } : shipping,
}))
const toCard = the.button('purchase.toCard')

/** One purchase, from the reservation to the receipt or to the money that comes back. */
export const purchaseScenes: readonly Scene[] = [
  buyer('purchase.to-pay', toPay, byCard),
  buyer('purchase.card-failed', cardFailed, the.text('purchase.cardFailed')),
  // SP-18: a card that was charged otherwise than asked, before and after it was refused
  ...(['held', 'heldRefused'] as const).map((name) =>
    buyer(`purchase.${name}`, heldAs(name), toPay, the.text(`purchase.${name}`, exact)),
  ),
  buyer('purchase.late-money', chargedLate, givenBack, toCard),
  buyer(
    'purchase.to-card',
    ...[chargedLate, givenBack, click(toCard), inDialog(the.text('purchase.toCardText'))],
  ),
  buyer('purchase.checking', backFromCard, the.text('unpaid.notYet', exact)),
  buyer(
    'purchase.later',
    ...[clock, backFromCard, the.text('unpaid.notYet', exact), later(125_000)],
    the.text('purchase.later', exact),
  ),
  earlier(
    'received',
    'progress.receivedText',
    { status: 'processing', tx_status: 'pending', ...unsent },
    true,
  ),
  earlier('signing', 'progress.signingText', { status: 'processing', tx_status: 'processing', ...unsent }),
  earlier('sent', 'progress.processingText', { status: 'processing', tx_status: 'sent' }),
  earlier('sent-again', 'purchase.retrying', {
    status: 'processing',
    tx_status: 'sent',
    retry_count: 2,
    retry_reason: 'timeout',
  }),
  earlier('failed', 'purchase.failedText', { status: 'failed', tx_status: 'failed', ...unsent }),
  earlier('expired', 'purchase.canceledExpired', {
    status: 'canceled',
    canceled_reason: 'expired',
    tx_status: null,
    ...unsent,
  }),
  earlier('order-gone', 'purchase.canceledOrder', {
    status: 'canceled',
    canceled_reason: 'order',
    tx_status: null,
    ...unsent,
  }),
  buyer('purchase.delivered', atDelivered, the.text('progress.fulfilled', exact)),
  buyer('purchase.canceled', givenBack, the.text('purchase.canceledByBuyer')),
  visitor('purchase.signed-out', atDelivered, the.text('purchase.signIn')),
  seller('purchase.of-another', at(pathOf({ _id: '0123456789abcdef01234567' })), inMain(the.alert())),
  buyer('purchase.loading', hung(shippingPick), atDelivered, the.banner()),
  buyer('purchase.load-failed', failing(shippingPick), atDelivered, the.button('common.retry')),

  buyer('receipt.ready', receipt),
  buyer('receipt.print', receipt, onPaper),
  buyer(
    'receipt.not-yet',
    changed(shippingPick, ({ shipping }) => ({ shipping: { ...shipping, status: 'processing' as const } })),
    ...[atReceipt, the.text('receipt.notYet')],
  ),
  visitor('receipt.signed-out', atReceipt, the.text('purchase.signIn')),

  // a network that is gone or slow, and a site that was built anew, while a page is open
  keepsLanguage(
    visitor(
      'offline.page',
      ...[at(goods.listed), the.link('panel.signInToBuy'), cut, the.text('offline.text')],
    ),
  ),
  keepsLanguage(
    seller(
      'offline.window',
      ...[openListing(goods.kept), fillPrice, cut, inDialog(the.text('offline.window'))],
    ),
  ),
  keepsLanguage(visitor('offline.part', home, cut, toCollection, the.heading('part.offline'))),
  keepsLanguage(buyer('offline.payment', toPay, byCard, cut, the.text('offline.payment'))),
  keepsLanguage(buyer('offline.pay-unanswered', toPay, byCard, cut, click(byCard), the.text('offline.pay'))),
  visitor(
    'slow.loading',
    ...[hung(assetIndexerHttp.getAsset), clock, at(goods.listed), alive, later(LONG_MS)],
    the.text('slow.text'),
  ),
  buyer(
    'slow.pay',
    ...[hung(topupAndPay), clock, toPay, click(byCard)],
    (stage) => byCard(stage).and(stage.page.locator('[aria-busy=true]')),
    ...[later(LONG_MS), the.text('slow.pay')],
  ),
  buyer(
    'slow.bank',
    ...[hung(checkShippingPay), clock, backFromCard, the.text('purchase.checking')],
    ...[later(LONG_MS), the.text('slow.bank')],
  ),
  keepsLanguage(
    visitor(
      'version.part-gone',
      ...[home, buildAnew, toCollection, the.heading('part.missing'), the.text('version.text')],
    ),
  ),
]
