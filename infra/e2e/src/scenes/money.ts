import { bankWithdrawalHttp } from '@talad/proto/http/bank-withdrawal/withdrawals'
import {
  listNotifications,
  type Notification,
  readNotifications,
} from '@talad/proto/http/identity/notifications'
import { artist, buyer, newcomer, type Scene, type Stage, seller } from '../scene.ts'
import { all, answered, at, click, exact, fill, first, inDialog, onPaper, the, within } from '../steps.ts'

const DAY = '2026-11-22T08:30:00.000Z'
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
const withAccounts = all(
  answered(bankWithdrawalHttp.bankAccounts, () => ({ list: [{ ...kbank, _id: id(1), created: DAY }] })),
  answered(bankWithdrawalHttp.bankRequests, () => {
    const kyc = { level: 2, name_th: 'สมชาย ใจดี', name_en: 'Somchai Jaidee' }
    const request = { kyc, bank_account_id: null, created: DAY, updated: DAY }
    const admin_response = { reason: 'ชื่อบัญชีไม่ตรงกับชื่อที่ยืนยันตัวตนไว้', at: DAY }
    const bbl = bank('BBL', 'BKKBTHBK', '5556667778')
    return {
      list: [
        { ...request, _id: id(2), status: 'pending' as const, bank_account_data: scb, admin_response: null },
        { ...request, _id: id(3), status: 'rejected' as const, bank_account_data: bbl, admin_response },
      ],
      nextCursor: null,
    }
  }),
)

/** A withdrawal that is open, one that was paid and one that was refused. */
const withWithdrawals = answered(bankWithdrawalHttp.withdrawals, () => {
  const money = { bank_account_id: id(1), bank: kbank, value: 150_000, service_fee: 1_500, net: 148_500 }
  const about = { ...money, provider_transfer_id: null, created: DAY, updated: DAY }
  const admin_response = { reason: 'ธนาคารปิดบัญชีนี้แล้ว กรุณาเพิ่มบัญชีอื่น', at: DAY }
  return {
    list: [
      {
        ...about,
        _id: id(4),
        status: 'pending' as const,
        credit_status: 'pending' as const,
        admin_response: null,
      },
      {
        ...about,
        _id: id(5),
        status: 'success' as const,
        credit_status: 'completed' as const,
        admin_response: null,
      },
      {
        ...about,
        _id: id(6),
        status: 'rejected' as const,
        credit_status: 'rejected' as const,
        admin_response,
      },
    ],
    nextCursor: null,
  }
})

const banks = at('/account?tab=money&view=banks')
const openBank = all(banks, click(first(the.button('bank.add'))), inDialog(the.text('bank.identity')))
/** Somchai has earned something while the demonstration was made. */
const openWithdrawal = all(
  ...[withAccounts, at('/account?tab=money&unit=earned'), first(within(the.cell(), the.text('credit.sale')))],
  ...[click(the.button('money.withdraw', exact)), inDialog(the.text('withdraw.spendable'))],
)
const withdraw = (amount: string) => all(openWithdrawal, fill(the.label('withdraw.amount'), amount))
const toSummary = click(the.button('withdraw.summary'))
const sheet = all(at('/account/statement'), the.text('sheet.small'))

const nothing = {
  asset: null,
  range: null,
  quantity: null,
  amount: null,
  shipping_id: null,
  withdrawal_id: null,
  terms: null,
  sender: null,
  reason: null,
  domain: null,
  text: null,
}

/** One of each kind, as they look in the list. */
function oneOfEach({ run }: Stage): Notification[] {
  const contract = run.contracts.collections.find(({ key }) => key === 'lantern')?.address ?? ''
  const asset = { blockchain: run.blockchain, contract, token: '19' }
  const range = { blockchain: run.blockchain, contract, token_from: '1', token_to: '20' }
  const about = { ...nothing, created: new Date(Date.now() - 3_600_000).toISOString(), read: false }
  return [
    { ...about, _id: id(11), kind: 'sold', asset, quantity: '1', amount: 114_199, shipping_id: id(9) },
    {
      ...about,
      _id: id(26),
      kind: 'offer_made',
      asset,
      terms: { value: '1500', symbol: 'JFIN', who: contract },
    },
    {
      ...about,
      _id: id(30),
      kind: 'support_wrote',
      text: 'พบของที่คุณแจ้งแล้ว กำลังส่งให้ภายในวันนี้',
    },
    { ...about, _id: id(29), kind: 'received', asset, quantity: '1', sender: contract },
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
    { ...about, _id: id(23), kind: 'listing_suspended', read: true, asset, reason: 'copied' },
    { ...about, _id: id(24), kind: 'issued_suspended', read: true, range },
    { ...about, _id: id(30), kind: 'domain_missing', read: true, domain: 'shop.temple.example' },
    { ...about, _id: id(25), kind: 'issued_freed', read: true, asset },
  ]
}

const withNotifications = all(
  answered(listNotifications, (stage) => {
    const list = oneOfEach(stage)
    return { list, nextCursor: null, unread: list.filter(({ read }) => !read).length }
  }),
  answered(readNotifications, () => ({ unread: 0 })),
)

/** Bank accounts, withdrawals, statements on paper, and what people are notified of. */
export const moneyScenes: readonly Scene[] = [
  artist('bank.none', banks, the.text('bank.none')),
  seller('bank.accounts', withAccounts, banks, the.text('bank.pending')),
  artist('bank.form', openBank),
  artist(
    'bank.faults',
    ...[openBank, click(the.text(/กสิกร|Kasikorn/)), fill(the.label('bank.number'), '12345')],
    ...[click(the.button('bank.register')), the.text('bank.numberFault')],
  ),
  newcomer('bank.kyc', openBank, inDialog(the.text('kyc.title'))),
  seller(
    'bank.delete',
    ...[withAccounts, banks, click(the.button('bank.delete')), the.text('bank.deleteTitle')],
  ),
  seller('withdraw.form', withdraw('150'), first(the.text('withdraw.net'))),
  seller('withdraw.too-little', withdraw('99.99'), toSummary, the.text('withdraw.faultLow')),
  seller('withdraw.too-much', withdraw('9999999'), toSummary, the.text('withdraw.faultHigh')),
  seller('withdraw.summary', withdraw('150'), toSummary, the.button('withdraw.confirm')),
  artist(
    'withdraw.no-account',
    ...[at('/account?tab=money&unit=earned'), click(the.button('money.withdraw', exact))],
    the.text('withdraw.noAccount'),
  ),
  seller(
    'withdraw.open',
    ...[withWithdrawals, at('/account?tab=money&view=withdrawals')],
    ...[the.text('withdraw.open'), the.text('withdraw.success')],
  ),
  seller(
    'withdraw.cancel',
    ...[withWithdrawals, at('/account?tab=money'), click(first(the.button('withdraw.cancel')))],
    the.text('withdraw.cancelTitle'),
  ),
  buyer('statement.sheet', sheet),
  buyer('statement.print', sheet, onPaper),
  seller(
    'notices.list',
    ...[withNotifications, at('/account'), click(the.button('notice.unread'))],
    the.text('notice.listingEnded'),
  ),
  newcomer('notices.none', at('/account'), click(the.button('notice.title')), the.text('notice.none')),
]
