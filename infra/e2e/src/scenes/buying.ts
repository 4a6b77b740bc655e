import { identityHttp } from '@talad/proto/http/identity/accounts'
import { ledgerHttp } from '@talad/proto/http/ledger/credit'
import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment/purchases'
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
    name: 'buy.too-many',
    as: 'buyer',
    async reach(stage) {
      const dialog = await openBuying(stage, goods.many)
      const field = dialog.getByRole('group', { name: stage.words.like('buy.amount') }).getByRole('textbox')
      // what stands there is selected: what is typed takes its place, and is never made another number
      await field.click()
      await stage.page.keyboard.type('13')
      await dialog.getByText(stage.words.like('amount.overLeft')).waitFor()
      if ((await field.inputValue()) !== '13')
        throw new Error('the field holds another number than was typed')
      if (await dialog.getByRole('button', { name: stage.words.of('buy.reserve') }).isEnabled())
        throw new Error('an amount that is not for sale can be bought')
    },
  },
  {
    name: 'buy.not-whole',
    as: 'buyer',
    async reach(stage) {
      const dialog = await openBuying(stage, goods.many)
      const field = dialog.getByRole('group', { name: stage.words.like('buy.amount') }).getByRole('textbox')
      await field.fill('')
      await dialog.getByText(stage.words.of('amount.number')).waitFor()
      await field.fill('2.5')
      await dialog.getByText(stage.words.of('amount.whole')).waitFor()
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
    name: 'buy.other-wallet',
    as: 'buyer',
    async reach(stage) {
      const { words } = stage
      const dialog = await openBuying(stage, goods.listed)
      await dialog.getByLabel(words.of('buy.recipient')).selectOption(words.of('buy.otherWallet'))
      await dialog.getByRole('button', { name: words.of('buy.reserve') }).click()
      await dialog.getByText(words.of('buy.recipientMissing')).waitFor()
      await dialog.getByLabel(words.of('buy.address')).fill('0x123')
      await dialog.getByText(words.of('buy.recipientInvalid')).waitFor()
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
