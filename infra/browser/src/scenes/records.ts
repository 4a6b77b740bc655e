import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment'
import { change } from '../answers.ts'
import type { Scene, Stage } from '../scene.ts'

const receiptOf = (id: string) => `/payment/receipt?shipping_id=${id}`

async function openReceipt({ page, words, shop, go }: Stage) {
  await go(receiptOf((await shop.delivered('buyer'))._id))
  await page.getByRole('heading', { name: words.of('receipt.heading') }).waitFor()
}

async function openSearch({ page, words, go }: Stage) {
  await go('/')
  await page.getByRole('button', { name: words.of('search.label') }).click()
  return page.getByRole('combobox')
}

/** Shows the way of a trade of the demonstration, behind all that was begun and given up since. */
async function openCompleted({ page, words }: Stage) {
  const rows = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: words.of('journey.title') }) })
  const completed = rows.filter({ hasText: words.of('shipping.completed') })
  await rows.first().waitFor()
  while ((await completed.count()) === 0) {
    const shown = await rows.count()
    await page.getByRole('button', { name: words.of('common.more') }).click()
    await rows.nth(shown).waitFor()
  }
  await completed
    .last()
    .getByRole('button', { name: words.of('journey.title') })
    .click()
}

/** What is looked up afterwards, and the search. */
export const recordScenes: readonly Scene[] = [
  {
    name: 'receipt.ready',
    as: 'buyer',
    reach: openReceipt,
  },
  {
    name: 'receipt.print',
    as: 'buyer',
    async reach(stage) {
      await openReceipt(stage)
      await stage.page.emulateMedia({ media: 'print' })
    },
  },
  {
    name: 'receipt.not-yet',
    as: 'buyer',
    async reach({ page, words, shop, go }) {
      await change(page, shippingPaymentHttp.shippingPick, ({ shipping }) => ({
        shipping: { ...shipping, status: 'processing' as const },
      }))
      await go(receiptOf((await shop.delivered('buyer'))._id))
      await page.getByText(words.of('receipt.notYet')).waitFor()
    },
  },
  {
    name: 'receipt.signed-out',
    async reach({ page, words, shop, go }) {
      await go(receiptOf((await shop.delivered('buyer'))._id))
      await page.getByText(words.of('purchase.signIn')).waitFor()
    },
  },
  {
    name: 'account.steps',
    as: 'buyer',
    async reach(stage) {
      const { page, words, go } = stage
      await go('/account')
      await openCompleted(stage)
      await page.getByText(words.of('journey.delivered')).first().waitFor()
    },
  },
  {
    name: 'account.sold-steps',
    as: 'seller',
    async reach(stage) {
      const { page, words, go } = stage
      await go('/account?tab=sell&unit=earned')
      await openCompleted(stage)
      await page.getByText(words.of('journey.soldDelivered')).first().waitFor()
    },
  },
  {
    name: 'account.filtered',
    as: 'buyer',
    async reach({ page, words, go }) {
      await go('/account?kind=topup&period=own&from=2026-01-01')
      await page.getByRole('cell').getByText(words.of('credit.topup')).first().waitFor()
    },
  },
  {
    name: 'account.nothing-found',
    as: 'buyer',
    async reach({ page, words, go }) {
      await go('/account?period=own&from=2020-01-01&to=2020-01-02')
      await page.getByText(words.of('credit.noneFound')).waitFor()
    },
  },
  {
    name: 'wallet.listed',
    async reach({ page, run, go }) {
      await go(`/${run.accounts.find(({ key }) => key === 'seller')?.address}?tab=listed`)
      await page.getByRole('tabpanel').getByRole('link').first().waitFor()
    },
  },
  {
    name: 'wallet.activity',
    async reach({ page, words, run, go }) {
      await go(`/${run.accounts.find(({ key }) => key === 'buyer')?.address}?tab=activity`)
      await page.getByRole('tabpanel').getByText(words.of('shipping.bought')).first().waitFor()
    },
  },
  {
    name: 'search.open',
    async reach(stage) {
      await openSearch(stage)
      await stage.page.getByRole('group', { name: stage.words.of('search.popular') }).waitFor()
    },
  },
  {
    name: 'search.found',
    async reach(stage) {
      const { page, words } = stage
      await (await openSearch(stage)).fill('ชมพู')
      await page.getByRole('group', { name: words.of('favourite.assets') }).waitFor()
      await page.keyboard.press('ArrowDown')
    },
  },
  {
    name: 'search.wallet',
    async reach(stage) {
      const { page, words } = stage
      await (await openSearch(stage)).fill(`0x${'ab'.repeat(20)}`)
      await page.getByRole('option', { name: words.of('search.openWallet') }).waitFor()
    },
  },
  {
    name: 'search.nothing',
    async reach(stage) {
      await (await openSearch(stage)).fill('zzzz')
      await stage.page.getByRole('dialog').getByText(stage.words.of('search.none')).waitFor()
    },
  },
]
