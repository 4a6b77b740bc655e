import { signingHttp } from '@talad/proto/http/identity/signing'
import { orderBookHttp } from '@talad/proto/http/order-book/orders'
import type { Locator } from 'playwright-core'
import { answer, hang, refuse } from '../answers.ts'
import type { Scene, Stage } from '../scene.ts'
import { goods } from '../shop.ts'
import { messageStays } from '../toast.ts'
import { openListing } from './listing.ts'

/** Longer than the signature is waited for without a way out. */
const LONG_MS = 11_000
/** Longer than people wait without being told anything, and shorter than a call may take. */
const LONG_CALL_MS = 7_000

async function openRepricing({ page, words, shop, go }: Stage): Promise<Locator> {
  await go(shop.pathOf(goods.onSale))
  await page
    .getByRole('button', { name: words.of('reprice.action') })
    .first()
    .click()
  return page.getByRole('dialog')
}

/** Fills in the price and sends the form, whichever of the two it is. */
async function send({ words }: Stage, dialog: Locator): Promise<void> {
  await dialog.getByLabel(words.of('list.price'), { exact: true }).fill('1234.57')
  await dialog.getByText('1,141.99').first().waitFor()
  await dialog.locator('button[type=submit]').click()
}

/**
 * The person has decided on the phone, at once. Said once the page is there: one whose document was changed may not read
 * the chain, as it is of nowhere.
 */
function decided({ page }: Stage, status: 'signed' | 'rejected'): Promise<void> {
  const signature = status === 'signed' ? { signature: `0x${'1b'.repeat(65)}` } : {}
  return answer(page, signingHttp.signatureLoad, {
    requestId: 'scene',
    kind: 'signature',
    status,
    ...signature,
  })
}

/** The market takes the listing: what it answers is another of the seller's. */
async function taken({ page, shop }: Stage): Promise<void> {
  const seller = await shop.person('seller')
  const query = { wl: seller.address }
  const { list } = await seller.call(orderBookHttp.listOrders, { query })
  const [order] = list
  if (!order) throw new Error('the seller sells nothing')
  await answer(page, orderBookHttp.putOrder, { order })
  await answer(page, orderBookHttp.cancelOrder, { order })
}

/** What a seller waits for after the form: the signature, the approval, the market. */
export const signingScenes: readonly Scene[] = [
  {
    name: 'list.signing',
    as: 'seller',
    async reach(stage) {
      const { words } = stage
      const dialog = await openListing(stage, goods.kept)
      await send(stage, dialog)
      await dialog.getByRole('link', { name: words.of('list.openJoin') }).waitFor()
    },
  },
  {
    name: 'list.approving',
    as: 'seller',
    async reach(stage) {
      const { page, words } = stage
      const dialog = await openListing(stage, goods.kept)
      await decided(stage, 'signed')
      await refuse(page, orderBookHttp.putOrder, 409, 'nft_not_approved')
      await hang(page, signingHttp.approveNfts)
      await send(stage, dialog)
      await dialog.getByText(words.of('list.approve')).waitFor()
    },
  },
  {
    name: 'list.putting',
    as: 'seller',
    async reach(stage) {
      const { page, words } = stage
      await page.clock.install()
      const dialog = await openListing(stage, goods.kept)
      await decided(stage, 'signed')
      await hang(page, orderBookHttp.putOrder)
      await send(stage, dialog)
      await dialog.getByText(words.of('list.onPhone')).waitFor()
      await dialog.getByText(words.of('list.onPhone')).waitFor({ state: 'detached' })
      await page.clock.fastForward(LONG_CALL_MS)
      await dialog.getByText(words.of('slow.action')).waitFor()
    },
  },
  {
    name: 'list.signing-long',
    as: 'seller',
    async reach(stage) {
      const { page, words } = stage
      await page.clock.install()
      const dialog = await openListing(stage, goods.kept)
      await send(stage, dialog)
      await dialog.getByRole('link', { name: words.of('list.openJoin') }).waitFor()
      await page.clock.fastForward(LONG_MS)
      await dialog.getByRole('button', { name: words.of('list.cancelSigning') }).waitFor()
    },
  },
  {
    name: 'list.cancelled',
    as: 'seller',
    async reach(stage) {
      const { page, words } = stage
      await page.clock.install()
      const dialog = await openListing(stage, goods.kept)
      await send(stage, dialog)
      await dialog.getByRole('link', { name: words.of('list.openJoin') }).waitFor()
      await page.clock.fastForward(LONG_MS)
      await dialog.getByRole('button', { name: words.of('list.cancelSigning') }).click()
      await messageStays(page, words.of('list.signingCancelled'))
    },
  },
  {
    name: 'list.declined',
    as: 'seller',
    async reach(stage) {
      const dialog = await openListing(stage, goods.kept)
      await decided(stage, 'rejected')
      await send(stage, dialog)
      await dialog.getByText(stage.words.of('list.tryAgain')).waitFor()
    },
  },
  {
    name: 'list.refused',
    as: 'seller',
    async reach(stage) {
      const dialog = await openListing(stage, goods.kept)
      await decided(stage, 'signed')
      await refuse(stage.page, orderBookHttp.putOrder, 409, 'too_many_orders')
      await send(stage, dialog)
      await dialog.getByRole('alert').waitFor()
    },
  },
  {
    name: 'list.done',
    as: 'seller',
    async reach(stage) {
      const dialog = await openListing(stage, goods.kept)
      await decided(stage, 'signed')
      await taken(stage)
      await send(stage, dialog)
      await dialog.getByText(stage.words.of('list.done')).waitFor()
    },
  },
  {
    name: 'reprice.signing',
    as: 'seller',
    async reach(stage) {
      const dialog = await openRepricing(stage)
      await send(stage, dialog)
      await dialog.getByRole('link', { name: stage.words.of('list.openJoin') }).waitFor()
    },
  },
  {
    name: 'reprice.declined',
    as: 'seller',
    async reach(stage) {
      const dialog = await openRepricing(stage)
      await decided(stage, 'rejected')
      await send(stage, dialog)
      await dialog.getByText(stage.words.of('list.tryAgain')).waitFor()
    },
  },
  {
    name: 'reprice.done',
    as: 'seller',
    async reach(stage) {
      const dialog = await openRepricing(stage)
      await decided(stage, 'signed')
      await taken(stage)
      await send(stage, dialog)
      await dialog.getByText(stage.words.of('reprice.done')).waitFor()
    },
  },
]
