import { identityHttp } from '@talad/proto/http/identity/accounts'
import { mergeFavourites, putFavourite } from '@talad/proto/http/identity/favourites'
import { ledgerHttp } from '@talad/proto/http/ledger/credit'
import { orderBookHttp } from '@talad/proto/http/order-book/orders'
import { pages } from '@talad/web/content/pages'
import { answer, hang, refuse } from '../answers.ts'
import { type Scene, type Stage, untilAlive } from '../scene.ts'
import { goods } from '../shop.ts'
import { mayCopy, messageStays } from '../toast.ts'
import { openCancelling } from './listing.ts'

async function copyLink({ page, words }: Stage): Promise<void> {
  await mayCopy(page)
  await page.getByRole('button', { name: words.of('share.title') }).click()
  await page.getByRole('menuitem', { name: words.of('share.copy') }).click()
}

async function like({ page, words }: Stage): Promise<void> {
  await page
    .getByRole('button', { name: words.like('favourite.add') })
    .first()
    .click()
}

async function openStatement({ page, words, go }: Stage) {
  await go('/account?tab=money')
  await page.getByRole('cell').getByText(words.of('credit.topup')).first().waitFor()
  return page.getByRole('button', { name: words.of('credit.export') })
}

/** What is said for some seconds at the top of the screen, over whatever is open there. */
export const messageScenes: readonly Scene[] = [
  {
    name: 'message.session-expired',
    async reach({ page, go }) {
      await go('/?errorCode=auth_error')
      await page.waitForURL(({ search }) => search === '')
      await messageStays(page)
    },
  },
  {
    name: 'about.terms',
    async reach({ page, words, go }) {
      await go('/')
      await page
        .getByRole('contentinfo')
        .getByRole('link', { name: words.of('footer.terms') })
        .click()
      await page.getByRole('heading', { level: 1, name: pages.terms.title[words.language] }).waitFor()
    },
  },
  {
    name: 'message.copied',
    async reach(stage) {
      const { page, words, shop, go } = stage
      await go(shop.pathOf(goods.listed))
      await copyLink(stage)
      await messageStays(page, words.of('share.copied'))
    },
  },
  {
    name: 'message.name-saved',
    as: 'newcomer',
    async reach({ page, words, shop, go, after }) {
      await go('/account')
      const field = page.getByLabel(words.of('name.label'))
      await field.fill('New Friend')
      await page.getByRole('button', { name: words.of('name.save'), exact: true }).click()
      after(async () => {
        const { call } = await shop.person('newcomer')
        await call(identityHttp.setDisplayName, { body: { display_name: null } })
      })
      await messageStays(page, words.of('name.saved'))
    },
  },
  {
    name: 'message.wallet-copied',
    async reach({ page, words, run, go }) {
      await go(`/${run.accounts.find(({ key }) => key === 'collector')?.address}`)
      await untilAlive(page)
      await mayCopy(page)
      await page.getByTitle(words.of('wallet.copy')).click()
      await messageStays(page, words.of('share.copied'))
    },
  },
  {
    name: 'message.not-liked',
    as: 'buyer',
    async reach(stage) {
      const { page, shop, go } = stage
      await refuse(page, putFavourite, 500, 'internal')
      await go(shop.pathOf(goods.listed))
      await like(stage)
      await messageStays(page)
    },
  },
  {
    name: 'message.left-out',
    as: 'buyer',
    async reach({ page, words, go }) {
      // what was liked before the sign-in, and finds no place in the account
      const kept = JSON.stringify({ asset: ['0123456789abcdef01234567'], collection: [] })
      await page.addInitScript({
        content: `localStorage.setItem('talad.favourites', ${JSON.stringify(kept)})`,
      })
      await answer(page, mergeFavourites, { assets: [], collections: [], left_out: 1 })
      // said as soon as the session is there, and gone after some seconds
      await Promise.all([go('/'), messageStays(page, words.of('favourite.leftOut'))])
    },
  },
  {
    name: 'message.two',
    as: 'buyer',
    async reach(stage) {
      const { page, words, shop, go } = stage
      await refuse(page, putFavourite, 500, 'internal')
      await go(shop.pathOf(goods.listed))
      await like(stage)
      await page.getByRole('dialog').waitFor()
      await copyLink(stage)
      await messageStays(page, words.of('share.copied'))
    },
  },
  {
    name: 'message.given-back',
    as: 'buyer',
    async reach(stage) {
      const { page, words, shop, go, after } = stage
      await shop.reserve('buyer', goods.wanted)
      after(() => shop.cancelAll('buyer'))
      await go(shop.pathOf(goods.wanted))
      await page.getByRole('button', { name: words.of('reserved.cancel') }).click()
      await messageStays(page, words.of('reserved.canceled'))
    },
  },
  {
    name: 'message.listing-cancelled',
    as: 'seller',
    async reach(stage) {
      const { page, words, shop } = stage
      const seller = await shop.person('seller')
      const { list } = await seller.call(orderBookHttp.listOrders, { query: { wl: seller.address } })
      const [order] = list
      if (!order) throw new Error('the seller sells nothing')
      await answer(page, orderBookHttp.cancelOrder, { order })
      await (await openCancelling(stage)).click()
      await messageStays(page, words.of('cancel.done'))
    },
  },
  {
    name: 'account.saving',
    as: 'buyer',
    async reach(stage) {
      const { page, words } = stage
      const save = await openStatement(stage)
      await hang(page, ledgerHttp.creditHistory)
      await save.click()
      await page.getByRole('button', { name: words.of('credit.exportStop') }).waitFor()
    },
  },
  {
    name: 'message.not-saved',
    as: 'buyer',
    async reach(stage) {
      const { page } = stage
      const save = await openStatement(stage)
      await refuse(page, ledgerHttp.creditHistory, 500, 'internal')
      await save.click()
      await messageStays(page)
    },
  },
]
