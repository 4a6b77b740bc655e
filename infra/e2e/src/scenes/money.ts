import { bankWithdrawalHttp } from '@talad/proto/http/bank-withdrawal/withdrawals'
import {
  listNotifications,
  type Notification,
  readNotifications,
} from '@talad/proto/http/identity/notifications'
import type { Page } from 'playwright-core'
import { answer } from '../answers.ts'
import type { Scene, Stage } from '../scene.ts'

const at = '2026-11-22T08:30:00.000Z'
const id = (n: number) => n.toString(16).padStart(24, '0')

const bank = (symbol: string, swift: string, number: string) => ({
  provider: 'payout',
  account_number: number,
  account_name: 'สมชาย ใจดี',
  entity_type: 'Individual' as const,
  tax_id: null,
  tel_number: '0810000002',
  email: 'somchai@example.com',
  relationship: 'Seller' as const,
  bank_symbol: symbol,
  bank_swift_code: swift,
  country_code: 'TH' as const,
  currency_code: 'THB' as const,
  branch: null,
})
const kbank = bank('KBANK', 'KASITHBK', '1234567890')
const scb = bank('SCB', 'SICOTHBK', '9876543210')

/** Somchai has an account that was vetted, another that is being looked at, and one that was refused. */
async function withAccounts(page: Page): Promise<void> {
  const kyc = { level: 2, name_th: 'สมชาย ใจดี', name_en: 'Somchai Jaidee' }
  const request = { kyc, bank_account_id: null, created: at, updated: at }
  await answer(page, bankWithdrawalHttp.bankAccounts, { list: [{ ...kbank, _id: id(1), created: at }] })
  await answer(page, bankWithdrawalHttp.bankRequests, {
    list: [
      { ...request, _id: id(2), status: 'pending', bank_account_data: scb, admin_response: null },
      {
        ...request,
        _id: id(3),
        status: 'rejected',
        bank_account_data: bank('BBL', 'BKKBTHBK', '5556667778'),
        admin_response: { reason: 'ชื่อบัญชีไม่ตรงกับชื่อที่ยืนยันตัวตนไว้', at },
      },
    ],
    nextCursor: null,
  })
}

/** A withdrawal that is open, one that was paid and one that was refused. */
async function withWithdrawals(page: Page): Promise<void> {
  const money = { bank_account_id: id(1), bank: kbank, value: 150_000, service_fee: 1_500, net: 148_500 }
  const about = { ...money, provider_transfer_id: null, created: at, updated: at }
  await answer(page, bankWithdrawalHttp.withdrawals, {
    list: [
      { ...about, _id: id(4), status: 'pending', credit_status: 'pending', admin_response: null },
      { ...about, _id: id(5), status: 'success', credit_status: 'completed', admin_response: null },
      {
        ...about,
        _id: id(6),
        status: 'rejected',
        credit_status: 'rejected',
        admin_response: { reason: 'ธนาคารปิดบัญชีนี้แล้ว กรุณาเพิ่มบัญชีอื่น', at },
      },
    ],
    nextCursor: null,
  })
}

async function openBank({ page, words, go }: Stage) {
  await go('/account?tab=money&view=banks')
  await page
    .getByRole('button', { name: words.of('bank.add') })
    .first()
    .click()
  await page.getByRole('dialog').getByText(words.of('bank.identity')).waitFor()
}

/** Somchai has earned something while the demonstration was made. */
async function openWithdrawal({ page, words, go }: Stage) {
  await withAccounts(page)
  await go('/account?tab=money&unit=earned')
  const button = page.getByRole('button', { name: words.of('money.withdraw'), exact: true })
  await page.getByRole('cell').getByText(words.of('credit.sale')).first().waitFor()
  await button.click()
  await page.getByRole('dialog').getByText(words.of('withdraw.spendable')).waitFor()
}

const amountOf = ({ page, words }: Stage) => page.getByLabel(words.of('withdraw.amount'))
const toSummary = ({ page, words }: Stage) =>
  page.getByRole('button', { name: words.of('withdraw.summary') }).click()

async function withNotifications(page: Page, list: Notification[]): Promise<void> {
  const unread = list.filter(({ read }) => !read).length
  await answer(page, listNotifications, { list, nextCursor: null, unread })
  await answer(page, readNotifications, { unread: 0 })
}

const nothing = {
  asset: null,
  range: null,
  quantity: null,
  amount: null,
  shipping_id: null,
  withdrawal_id: null,
}

/** One of each kind, as they look in the list. */
function oneOfEach({ run }: Stage): Notification[] {
  const contract = run.contracts.collections.find(({ key }) => key === 'lantern')?.address ?? ''
  const asset = { blockchain: run.blockchain, contract, token: '19' }
  const range = { blockchain: run.blockchain, contract, token_from: '1', token_to: '20' }
  const about = { ...nothing, created: new Date(Date.now() - 3_600_000).toISOString(), read: false }
  return [
    { ...about, _id: id(11), kind: 'sold', asset, quantity: '1', amount: 114_199, shipping_id: id(9) },
    { ...about, _id: id(26), kind: 'offer_made', asset },
    { ...about, _id: id(12), kind: 'delivered', asset, quantity: '1', amount: 56_000, shipping_id: id(9) },
    { ...about, _id: id(13), kind: 'paid_back', read: true, asset, amount: 56_000, shipping_id: id(9) },
    { ...about, _id: id(27), kind: 'card_refunded', read: true, asset, amount: 56_000, shipping_id: id(9) },
    { ...about, _id: id(14), kind: 'listing_ended', read: true, asset },
    { ...about, _id: id(19), kind: 'sold_crypto', read: true, asset },
    { ...about, _id: id(20), kind: 'offer_accepted', read: true, asset },
    { ...about, _id: id(15), kind: 'withdrawal_paid', read: true, amount: 148_500, withdrawal_id: id(5) },
    { ...about, _id: id(16), kind: 'withdrawal_rejected', read: true, amount: 150_000, withdrawal_id: id(6) },
    { ...about, _id: id(28), kind: 'withdrawal_returned', read: true, amount: 150_000, withdrawal_id: id(6) },
    { ...about, _id: id(17), kind: 'bank_account_approved', read: true },
    { ...about, _id: id(18), kind: 'bank_account_rejected', read: true },
    { ...about, _id: id(21), kind: 'report_acted', read: true, asset },
    { ...about, _id: id(22), kind: 'report_ignored', read: true, asset },
    { ...about, _id: id(23), kind: 'listing_suspended', read: true, asset },
    { ...about, _id: id(24), kind: 'issued_suspended', read: true, range },
    { ...about, _id: id(25), kind: 'issued_freed', read: true, asset },
  ]
}

/** Bank accounts, withdrawals, statements on paper, and what people are told. */
export const moneyScenes: readonly Scene[] = [
  {
    name: 'bank.none',
    as: 'artist',
    async reach({ page, words, go }) {
      await go('/account?tab=money&view=banks')
      await page.getByText(words.of('bank.none')).waitFor()
    },
  },
  {
    name: 'bank.accounts',
    as: 'seller',
    async reach({ page, words, go }) {
      await withAccounts(page)
      await go('/account?tab=money&view=banks')
      await page.getByText(words.of('bank.pending')).waitFor()
    },
  },
  { name: 'bank.form', as: 'artist', reach: openBank },
  {
    name: 'bank.faults',
    as: 'artist',
    async reach(stage) {
      const { page, words } = stage
      await openBank(stage)
      await page.getByText(/กสิกร|Kasikorn/).click()
      await page.getByLabel(words.of('bank.number')).fill('12345')
      await page.getByRole('button', { name: words.of('bank.register') }).click()
      await page.getByText(words.of('bank.numberFault')).waitFor()
    },
  },
  {
    name: 'bank.kyc',
    as: 'newcomer',
    async reach(stage) {
      await openBank(stage)
      await stage.page.getByRole('dialog').getByText(stage.words.of('kyc.title')).waitFor()
    },
  },
  {
    name: 'bank.delete',
    as: 'seller',
    async reach({ page, words, go }) {
      await withAccounts(page)
      await go('/account?tab=money&view=banks')
      await page.getByRole('button', { name: words.of('bank.delete') }).click()
      await page.getByText(words.of('bank.deleteTitle')).waitFor()
    },
  },
  {
    name: 'withdraw.form',
    as: 'seller',
    async reach(stage) {
      await openWithdrawal(stage)
      await amountOf(stage).fill('150')
      await stage.page.getByText(stage.words.like('withdraw.net')).first().waitFor()
    },
  },
  {
    name: 'withdraw.too-little',
    as: 'seller',
    async reach(stage) {
      await openWithdrawal(stage)
      await amountOf(stage).fill('99.99')
      await toSummary(stage)
      await stage.page.getByText(stage.words.like('withdraw.faultLow')).waitFor()
    },
  },
  {
    name: 'withdraw.too-much',
    as: 'seller',
    async reach(stage) {
      await openWithdrawal(stage)
      await amountOf(stage).fill('9999999')
      await toSummary(stage)
      await stage.page.getByText(stage.words.of('withdraw.faultHigh')).waitFor()
    },
  },
  {
    name: 'withdraw.summary',
    as: 'seller',
    async reach(stage) {
      await openWithdrawal(stage)
      await amountOf(stage).fill('150')
      await toSummary(stage)
      await stage.page.getByRole('button', { name: stage.words.of('withdraw.confirm') }).waitFor()
    },
  },
  {
    name: 'withdraw.no-account',
    as: 'artist',
    async reach({ page, words, go }) {
      await go('/account?tab=money&unit=earned')
      await page.getByRole('button', { name: words.of('money.withdraw'), exact: true }).click()
      await page.getByText(words.of('withdraw.noAccount')).waitFor()
    },
  },
  {
    name: 'withdraw.open',
    as: 'seller',
    async reach({ page, words, go }) {
      await withWithdrawals(page)
      await go('/account?tab=money&view=withdrawals')
      await page.getByText(words.of('withdraw.open')).waitFor()
      await page.getByText(words.of('withdraw.success')).waitFor()
    },
  },
  {
    name: 'withdraw.cancel',
    as: 'seller',
    async reach({ page, words, go }) {
      await withWithdrawals(page)
      await go('/account?tab=money')
      await page
        .getByRole('button', { name: words.of('withdraw.cancel') })
        .first()
        .click()
      await page.getByText(words.of('withdraw.cancelTitle')).waitFor()
    },
  },
  {
    name: 'statement.sheet',
    as: 'buyer',
    async reach({ page, words, go }) {
      await go('/account/statement')
      await page.getByText(words.of('sheet.small')).waitFor()
    },
  },
  {
    name: 'statement.print',
    as: 'buyer',
    async reach({ page, words, go }) {
      await go('/account/statement')
      await page.getByText(words.of('sheet.small')).waitFor()
      await page.emulateMedia({ media: 'print' })
    },
  },
  {
    name: 'notices.list',
    as: 'seller',
    async reach(stage) {
      const { page, words, go } = stage
      await withNotifications(page, oneOfEach(stage))
      await go('/account')
      await page.getByRole('button', { name: words.like('notice.unread') }).click()
      await page.getByText(words.of('notice.listingEnded')).waitFor()
    },
  },
  {
    name: 'notices.none',
    as: 'newcomer',
    async reach({ page, words, go }) {
      await go('/account')
      await page.getByRole('button', { name: words.of('notice.title') }).click()
      await page.getByText(words.of('notice.none')).waitFor()
    },
  },
]
