import { orderBookHttp } from '@talad/proto/http/order-book/orders'
import type { Locator } from 'playwright-core'
import { hang, refuse } from '../answers.ts'
import type { Scene, Stage } from '../scene.ts'
import { goods, type Token } from '../shop.ts'

export async function openListing({ page, words, shop, go }: Stage, token: Token): Promise<Locator> {
  await go(shop.pathOf(token))
  await page.getByRole('button', { name: words.of('panel.list') }).click()
  return page.getByRole('dialog')
}

/** @returns the button that takes the listing back */
export async function openCancelling({ page, words, shop, go }: Stage) {
  await go(shop.pathOf(goods.onSale))
  await page
    .getByRole('button', { name: words.of('order.cancelListing') })
    .first()
    .click()
  return page.getByRole('dialog').getByRole('button', { name: words.of('cancel.confirm') })
}

/** The forms in which something is put on sale or priced anew, and the question before a listing is taken back. */
export const listingScenes: readonly Scene[] = [
  {
    name: 'list.empty',
    as: 'seller',
    async reach(stage) {
      const dialog = await openListing(stage, goods.kept)
      await dialog.getByRole('textbox').first().waitFor()
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
    name: 'list.breakdown',
    as: 'seller',
    async reach(stage) {
      const { page, words } = stage
      const dialog = await openListing(stage, goods.kept)
      await dialog.getByLabel(words.of('list.price'), { exact: true }).fill('1234.57')
      await dialog.getByText('1,141.99').first().waitFor()
      await dialog.getByRole('button', { name: words.of('list.breakdown') }).click()
      await page.getByText(words.of('list.breakdownNote')).waitFor()
      await page.getByRole('dialog').last().getByText('1,141.99').waitFor()
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
    name: 'list.pieces',
    as: 'seller',
    async reach(stage) {
      const { words } = stage
      const dialog = await openListing(stage, goods.pieces)
      await dialog
        .getByRole('group', { name: words.like('list.amount') })
        .getByRole('textbox')
        .fill('3')
      await dialog.getByText(words.of('list.allowPartial')).waitFor()
    },
  },
  {
    name: 'list.failed',
    as: 'seller',
    async reach(stage) {
      await refuse(stage.page, orderBookHttp.orderTerms, 500, 'internal')
      const dialog = await openListing(stage, goods.kept)
      await dialog.getByRole('button', { name: stage.words.of('common.retry') }).waitFor()
    },
  },
  {
    name: 'list.loading',
    as: 'seller',
    async reach(stage) {
      await hang(stage.page, orderBookHttp.orderTerms)
      await (await openListing(stage, goods.kept)).waitFor()
    },
  },
  {
    name: 'cancel.ask',
    as: 'seller',
    async reach(stage) {
      await (await openCancelling(stage)).waitFor()
    },
  },
  {
    name: 'cancel.refused',
    as: 'seller',
    async reach(stage) {
      const { page, words } = stage
      await refuse(page, orderBookHttp.cancelOrder, 409, 'cancel_refused')
      const refused = page.waitForResponse((response) => response.status() === 409)
      await (await openCancelling(stage)).click()
      await refused
      await page
        .getByRole('dialog')
        .getByRole('button', { name: words.of('cancel.confirm') })
        .waitFor()
    },
  },
]
