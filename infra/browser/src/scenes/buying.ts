import { identityHttp } from '@talad/proto/http/identity'
import { ledgerHttp } from '@talad/proto/http/ledger'
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

/** As many points as this, whatever the buyer has. */
function haveBalance({ page }: Stage, balance: number) {
  return change(page, ledgerHttp.creditBalances, ({ list }) => ({
    list: list.map((one) => ({ ...one, balance, balance_locked: 0, balance_spendable: balance })),
  }))
}

/** The window in which something is bought. */
export const buyingScenes: readonly Scene[] = [
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
    name: 'buy.reserving-long',
    as: 'buyer',
    async reach(stage) {
      const { page, words } = stage
      await hang(page, shippingPaymentHttp.ship)
      await page.clock.install()
      const dialog = await openBuying(stage, goods.listed)
      await dialog.getByRole('button', { name: words.of('buy.reserve') }).click()
      await dialog.locator('[aria-busy=true]').first().waitFor()
      await page.clock.fastForward(7_000)
      await dialog.getByText(words.of('slow.action')).waitFor()
    },
  },
  {
    name: 'buy.recipient',
    as: 'buyer',
    async reach(stage) {
      const { page, words } = stage
      await change(page, identityHttp.myProfile, ({ wallets, ...profile }) => ({
        ...profile,
        wallets: [...wallets, { address: `0x${'ab'.repeat(20)}`, provider: 'web3' as const }],
      }))
      const dialog = await openBuying(stage, goods.listed)
      await dialog.getByLabel(words.of('buy.recipient')).waitFor()
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
    name: 'buy.pay-refused',
    as: 'buyer',
    async reach(stage) {
      const { page, words, shop, after } = stage
      await refuse(page, shippingPaymentHttp.topupAndPay, 502, 'failed_to_pay')
      const dialog = await openBuying(stage, goods.wanted)
      after(() => shop.cancelAll('buyer'))
      await dialog.getByRole('button', { name: words.of('buy.reserve') }).click()
      await dialog.getByRole('button', { name: words.like('pay.card') }).click()
      await dialog.getByRole('alert').waitFor()
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
]
