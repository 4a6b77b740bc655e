import { ledgerHttp } from '@talad/proto/http/ledger'
import { orderBookHttp } from '@talad/proto/http/order-book'
import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment'
import { change, hang, refuse } from '../answers.ts'
import type { Scene, Stage } from '../scene.ts'
import { goods, type Token } from '../shop.ts'

async function openBuying({ page, words, shop, go }: Stage, token: Token) {
  await go(shop.pathOf(token))
  await page.getByRole('button', { name: words.of('panel.buy') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: words.of('buy.reserve') }).waitFor()
  return dialog
}

async function openListing({ page, words, shop, go }: Stage, token: Token) {
  await go(shop.pathOf(token))
  await page.getByRole('button', { name: words.of('panel.list') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').first().waitFor()
  return dialog
}

/** As many points as this, whatever the buyer has. */
function haveBalance({ page }: Stage, balance: number) {
  return change(page, ledgerHttp.creditBalances, ({ list }) => ({
    list: list.map((one) => ({ ...one, balance, balance_locked: 0, balance_spendable: balance })),
  }))
}

/** The windows over the page of a token. */
export const dialogScenes: readonly Scene[] = [
  {
    name: 'buy.choose',
    as: 'buyer',
    async reach(stage) {
      await openBuying(stage, goods.listed)
    },
  },
  {
    name: 'buy.choose-many',
    as: 'buyer',
    async reach(stage) {
      await openBuying(stage, goods.many)
    },
  },
  {
    name: 'buy.reserving',
    as: 'buyer',
    async reach(stage) {
      await hang(stage.page, shippingPaymentHttp.ship)
      const dialog = await openBuying(stage, goods.listed)
      await dialog.getByRole('button', { name: stage.words.of('buy.reserve') }).click()
    },
  },
  {
    name: 'buy.refused',
    as: 'buyer',
    async reach(stage) {
      await refuse(stage.page, shippingPaymentHttp.ship, 409, 'order_busy')
      const dialog = await openBuying(stage, goods.listed)
      const refused = stage.page.waitForResponse((response) => response.status() === 409)
      await dialog.getByRole('button', { name: stage.words.of('buy.reserve') }).click()
      await refused
      await dialog.getByRole('button', { name: stage.words.of('buy.reserve') }).waitFor()
    },
  },
  {
    name: 'buy.pay',
    as: 'buyer',
    async reach(stage) {
      const { words, shop, after } = stage
      await haveBalance(stage, 10_000)
      const dialog = await openBuying(stage, goods.wanted)
      after(() => shop.cancelAll('buyer'))
      await dialog.getByRole('button', { name: words.of('buy.reserve') }).click()
      await dialog.getByRole('button', { name: words.like('pay.card') }).waitFor()
    },
  },
  {
    name: 'buy.no-balance',
    as: 'buyer',
    async reach(stage) {
      const { words, shop, after } = stage
      await haveBalance(stage, 0)
      const dialog = await openBuying(stage, goods.wanted)
      after(() => shop.cancelAll('buyer'))
      await dialog.getByRole('button', { name: words.of('buy.reserve') }).click()
      await dialog.getByRole('button', { name: /350/ }).waitFor()
    },
  },
  {
    name: 'list.empty',
    as: 'seller',
    async reach(stage) {
      await openListing(stage, goods.kept)
    },
  },
  {
    name: 'list.preview',
    as: 'seller',
    async reach(stage) {
      const { words } = stage
      const dialog = await openListing(stage, goods.kept)
      await dialog.getByLabel(words.of('list.price'), { exact: true }).fill('1234.57')
      await dialog.getByText('1,141.99').first().waitFor()
    },
  },
  {
    name: 'list.too-low',
    as: 'seller',
    async reach(stage) {
      const { words } = stage
      const dialog = await openListing(stage, goods.kept)
      await dialog.getByLabel(words.of('list.price'), { exact: true }).fill('1')
      await dialog.getByRole('button', { name: words.of('list.submit'), exact: true }).click()
      await dialog.getByText(words.like('list.priceLow')).waitFor()
    },
  },
  {
    name: 'list.signing',
    as: 'seller',
    async reach(stage) {
      const { words } = stage
      const dialog = await openListing(stage, goods.kept)
      await dialog.getByLabel(words.of('list.price'), { exact: true }).fill('1234.57')
      await dialog.getByText('1,141.99').first().waitFor()
      await dialog.getByRole('button', { name: words.of('list.submit'), exact: true }).click()
      await dialog.getByRole('link', { name: words.of('list.openJoin') }).waitFor()
    },
  },
  {
    name: 'list.preview-failed',
    as: 'seller',
    async reach(stage) {
      const { page, words, shop, go } = stage
      await go(shop.pathOf(goods.kept))
      await page.getByRole('button', { name: words.of('panel.list') }).waitFor()
      await refuse(page, orderBookHttp.distributionPreview, 500, 'internal')
      const dialog = await openListing(stage, goods.kept)
      const refused = page.waitForResponse((response) => response.status() === 500)
      await dialog.getByLabel(words.of('list.price'), { exact: true }).fill('1234.57')
      await refused
    },
  },
  {
    name: 'list.reprice',
    as: 'seller',
    async reach({ page, words, shop, go }) {
      await go(shop.pathOf(goods.onSale))
      await page
        .getByRole('button', { name: words.of('reprice.action') })
        .first()
        .click()
      await page.getByRole('dialog').getByRole('textbox').first().waitFor()
    },
  },
  {
    name: 'cancel.ask',
    as: 'seller',
    async reach({ page, words, shop, go }) {
      await go(shop.pathOf(goods.onSale))
      await page
        .getByRole('button', { name: words.of('order.cancelListing') })
        .first()
        .click()
      await page.getByRole('button', { name: words.of('cancel.keep') }).waitFor()
    },
  },
]
