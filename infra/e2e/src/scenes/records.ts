import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment/purchases'
import { until } from '@talad/shared/testing/wait'
import { change } from '../answers.ts'
import type { Scene, Stage } from '../scene.ts'
import { goods } from '../shop.ts'

const SHOWN_WITHIN_MS = 20_000

const receiptOf = (id: string) => `/payment/receipt?shipping_id=${id}`

async function openReceipt({ page, words, shop, go }: Stage) {
  await go(receiptOf((await shop.delivered('buyer'))._id))
  await page.getByRole('heading', { name: words.of('receipt.heading') }).waitFor()
}

/** Shows the way of a trade of the demonstration, behind all that was begun and given up since. */
async function openCompleted({ page, words }: Stage) {
  const rows = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: words.of('journey.title') }) })
  const completed = rows.filter({ hasText: words.of('shipping.completed') })
  const more = page.getByRole('button', { name: words.of('common.more') })
  await until(
    'the list shows a trade that was completed',
    async () => {
      if ((await completed.count()) > 0) return true
      // the statement has a button of the same name above
      if (
        await more
          .last()
          .isEnabled({ timeout: 1_000 })
          .catch(() => false)
      )
        await more.last().click()
      return undefined
    },
    SHOWN_WITHIN_MS,
  )
  await completed
    .last()
    .getByRole('button', { name: words.of('journey.title') })
    .click()
}

/** What is looked up afterwards. */
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
      await go('/account?tab=purchases')
      await openCompleted(stage)
      await page.getByText(words.of('journey.delivered')).first().waitFor()
    },
  },
  {
    name: 'account.sold-steps',
    as: 'seller',
    async reach(stage) {
      const { page, words, go } = stage
      await go('/account?tab=sales')
      await openCompleted(stage)
      await page.getByText(words.of('journey.soldDelivered')).first().waitFor()
    },
  },
  {
    name: 'account.sold-unpaid',
    as: 'seller',
    async reach(stage) {
      const { page, words, shop, go } = stage
      for (const token of [goods.wanted, goods.listed]) {
        await shop.cancel('buyer', await shop.reserve('buyer', token))
      }
      await go('/account?tab=sales')
      await page
        .getByRole('button', { name: words.like('shipping.unpaid') })
        .first()
        .click()
      await page.getByRole('listitem').getByText(words.of('shipping.canceled')).nth(1).waitFor()
    },
  },
  {
    name: 'account.filtered',
    as: 'buyer',
    async reach({ page, words, go }) {
      await go('/account?tab=money&kind=topup&period=own&from=2026-01-01')
      await page.getByRole('cell').getByText(words.of('credit.topup')).first().waitFor()
    },
  },
  {
    name: 'account.nothing-found',
    as: 'buyer',
    async reach({ page, words, go }) {
      await go('/account?tab=money&period=own&from=2020-01-01&to=2020-01-02')
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
]
