import { assetIndexerHttp } from '@talad/proto/http/asset-indexer/assets'
import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment/purchases'
import type { Page } from 'playwright-core'
import { hang } from '../answers.ts'
import { readDown, type Scene, type Stage, untilAlive } from '../scene.ts'
import { goods } from '../shop.ts'

/** Longer than people wait without being told anything. */
const LONG_MS = 7_000

/** The line is cut, for this page alone; what the browser believes of it is a hint only. */
async function cut(page: Page): Promise<void> {
  await untilAlive(page)
  await page.route(/^/, (route) => route.abort('internetdisconnected'))
  await page.evaluate(`dispatchEvent(new Event('offline'))`)
}

/** The site serves the page of another build, in which this part of the app is not there any more. */
async function buildAnew(page: Page): Promise<void> {
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

async function toPay({ page, words, shop, go, after }: Stage) {
  const shipping = await shop.reserve('buyer', goods.wanted)
  after(() => shop.cancelAll('buyer'))
  await go(`/payment/return?shipping_id=${shipping._id}`)
  const button = page.getByRole('button', { name: words.like('pay.card') })
  await button.waitFor()
  return { shipping, button }
}

async function home({ page, words, shop, go }: Stage) {
  await go('/')
  await readDown(page)
  await page.getByRole('heading', { name: words.of('home.justSold') }).waitFor()
  return page.locator(`main a[href="${shop.collectionPath('betta')}"]`).first()
}

/** A network that is gone or slow, and a site that was built anew, while a page is open. */
export const networkScenes: readonly Scene[] = [
  {
    name: 'offline.page',
    keepsLanguage: true,
    async reach(stage) {
      const { page, words, shop, go } = stage
      await go(shop.pathOf(goods.listed))
      await page.getByRole('link', { name: words.of('panel.signInToBuy') }).waitFor()
      await cut(page)
      await page.getByText(words.of('offline.text')).waitFor()
    },
  },
  {
    name: 'offline.window',
    keepsLanguage: true,
    as: 'seller',
    async reach({ page, words, shop, go }) {
      await go(shop.pathOf(goods.kept))
      await page.getByRole('button', { name: words.of('panel.list') }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(words.of('list.price'), { exact: true }).fill('1234.57')
      await cut(page)
      await dialog.getByText(words.of('offline.window')).waitFor()
    },
  },
  {
    name: 'offline.part',
    keepsLanguage: true,
    async reach(stage) {
      const { page, words } = stage
      const link = await home(stage)
      await cut(page)
      await link.click()
      await page.getByRole('heading', { name: words.of('part.offline') }).waitFor()
    },
  },
  {
    name: 'offline.payment',
    keepsLanguage: true,
    as: 'buyer',
    async reach(stage) {
      const { page, words } = stage
      await toPay(stage)
      await cut(page)
      await page.getByText(words.of('offline.payment')).waitFor()
    },
  },
  {
    name: 'offline.pay-unanswered',
    keepsLanguage: true,
    as: 'buyer',
    async reach(stage) {
      const { page, words } = stage
      const { button } = await toPay(stage)
      await cut(page)
      await button.click()
      await page.getByText(words.of('offline.pay')).waitFor()
    },
  },
  {
    name: 'slow.loading',
    async reach({ page, words, shop, go }) {
      await hang(page, assetIndexerHttp.getAsset)
      await page.clock.install()
      await go(shop.pathOf(goods.listed))
      await untilAlive(page)
      await page.clock.fastForward(LONG_MS)
      await page.getByText(words.of('slow.text')).waitFor()
    },
  },
  {
    name: 'slow.pay',
    as: 'buyer',
    async reach(stage) {
      const { page, words } = stage
      await hang(page, shippingPaymentHttp.topupAndPay)
      await page.clock.install()
      const { button } = await toPay(stage)
      await button.click()
      await button.and(page.locator('[aria-busy=true]')).waitFor()
      await page.clock.fastForward(LONG_MS)
      await page.getByText(words.of('slow.pay')).waitFor()
    },
  },
  {
    name: 'slow.bank',
    as: 'buyer',
    async reach({ page, words, shop, go, after }) {
      await hang(page, shippingPaymentHttp.checkShippingPay)
      const shipping = await shop.reserve('buyer', goods.wanted)
      const card = await shop.toCard('buyer', shipping)
      after(() => shop.leaveCard('buyer', shipping, card))
      await page.clock.install()
      await go(`/payment/return?shipping_id=${shipping._id}`)
      await page.getByText(words.of('purchase.checking')).waitFor()
      await page.clock.fastForward(LONG_MS)
      await page.getByText(words.of('slow.bank')).waitFor()
    },
  },
  {
    name: 'version.part-gone',
    keepsLanguage: true,
    async reach(stage) {
      const { page, words } = stage
      const link = await home(stage)
      await buildAnew(page)
      await link.click()
      await page.getByRole('heading', { name: words.of('part.missing') }).waitFor()
      await page.getByText(words.of('version.text')).waitFor()
    },
  },
]
