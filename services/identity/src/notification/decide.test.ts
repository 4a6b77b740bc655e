import { expect, test } from 'vitest'
import {
  decide,
  type Listing,
  noticesOfArrivals,
  noticesOfBankRequest,
  noticesOfDeal,
  noticesOfFill,
  noticesOfListing,
  noticesOfOffer,
  noticesOfPurchase,
  noticesOfTrade,
  noticesOfWithdrawal,
  type Purchase,
} from './decide.ts'

const at = new Date('2026-11-22T10:00:00Z')
const asset = { blockchain: 'jfin', contract: '0xc', token: '7' }
const purchase: Purchase = {
  shippingId: 'a'.repeat(24),
  buyerAccountId: 'mali',
  sellerAccountId: 'somchai',
  status: 'completed',
  refunded: false,
  asset,
  amount: '2',
  gross: 10_000n,
  net: 9_250n,
}
const listing: Listing = { hash: '0x1', accountId: 'somchai', open: true, endsAt: at, asset }
const short = (change: Partial<Purchase>) =>
  noticesOfPurchase({ ...purchase, ...change }).map(
    ({ notice: { kind, accountId, amount } }) => `${accountId} ${kind} ${amount}`,
  )

test('a delivered purchase is told to its buyer with the price, to its seller with what is theirs', () => {
  expect(short({})).toEqual(['mali delivered 10000', 'somchai sold 9250'])
  expect(noticesOfPurchase(purchase)[1]?.notice).toMatchObject({ asset, quantity: '2' })
  expect(short({ sellerAccountId: '' })).toEqual(['mali delivered 10000'])
})

test('a purchase whose price came back is told to its buyer, whyever it came back', () => {
  expect(short({ status: 'failed', refunded: true })).toEqual(['mali paid_back 10000'])
  expect(short({ status: 'canceled', refunded: true })).toEqual(['mali paid_back 10000'])
})

test('SP-26 what has gone back to a card is told to its payer, each card payment once, whatever became of the purchase', () => {
  const cardRefund = { refundId: 'r1', value: 12_000n }
  for (const status of ['canceled', 'failed', 'processing'])
    expect(short({ status, cardRefund })).toEqual(['mali card_refunded 12000'])
  expect(short({ status: 'failed', refunded: true, cardRefund })).toEqual([
    ...['mali paid_back 10000', 'mali card_refunded 12000'],
  ])
  expect(short({ cardRefund })).toContain('mali card_refunded 12000')
  const [told] = noticesOfPurchase({ ...purchase, status: 'canceled', cardRefund })
  expect([told?.subject, told?.notice.shippingId]).toEqual(['r1', purchase.shippingId])
})

test.each(['pending', 'processing', 'mined', 'failed', 'canceled'])(
  'nobody is told that it is %s',
  (status) => {
    expect(short({ status })).toEqual([])
  },
)

test('who sold or made an offer in crypto is told of each part that was filled; of baht nothing, nor of anything else', () => {
  const news = {
    hash: '0x1',
    type: 'list',
    change: 'completed',
    shipper: false,
    accountId: 'somchai',
    filled: '1',
    asset,
  }
  const told = (change: Partial<typeof news>) =>
    noticesOfFill({ ...news, ...change }).map(({ subject, notice: { kind, accountId } }) => [
      ...[subject, kind, accountId],
    ])
  expect(told({})).toEqual([['0x1-1', 'sold_crypto', 'somchai']])
  expect(told({ change: 'filled', filled: '3' })).toEqual([['0x1-3', 'sold_crypto', 'somchai']])
  expect(told({ type: 'offer' })).toEqual([['0x1-1', 'offer_accepted', 'somchai']])
  expect(told({ shipper: true })).toEqual([])
  expect(told({ accountId: '' })).toEqual([])
  for (const change of ['put', 'validated', 'cancelled', 'activated', 'inactivated'])
    expect(told({ change })).toEqual([])
})

test('who holds something is told of the first offer of a day for it, and of no order else; who offers is not', () => {
  const news = { type: 'offer', change: 'put', accountId: 'mali', asset }
  const told = (change: Partial<typeof news>, day = '2026-11-26') =>
    noticesOfOffer({ ...news, ...change }, ['mali', 'somchai'], day)
  expect(told({})).toEqual([
    {
      subject: 'jfin-0xc-7-somchai-2026-11-26',
      notice: { kind: 'offer_made', accountId: 'somchai', asset },
    },
  ])
  expect(told({}, '2026-11-27')[0]?.subject).toBe('jfin-0xc-7-somchai-2026-11-27')
  expect([...told({ type: 'list' }), ...told({ type: 'deal' }), ...told({ change: 'activated' })]).toEqual([])
  expect(noticesOfOffer({ ...news, asset: undefined }, ['somchai'], '2026-11-26')).toEqual([])
})

test('an offer is told with what is offered by whom, a fill with the price where it was of the whole', () => {
  const terms = { value: '300', symbol: 'THBK', who: '0xb' }
  const offer = { type: 'offer', change: 'put', accountId: 'mali', asset, terms }
  expect(noticesOfOffer(offer, ['somchai'], '2026-11-26')[0]?.notice.terms).toEqual(terms)
  const fill = { ...offer, hash: '0x1', change: 'completed', shipper: false, filled: '1' }
  expect(noticesOfFill(fill)[0]?.notice.terms).toEqual(terms)
  expect(noticesOfFill({ ...fill, filled: '3' })[0]?.notice.terms).toBeUndefined()
  expect(noticesOfFill({ ...fill, change: 'filled' })[0]?.notice.terms).toBeUndefined()
})

test('SP-28 who bought a listing or accepted an offer in crypto is told when it is proven', () => {
  const trade = { shippingId: 's1', orderType: 'list', accountId: 'mali', amount: '3', asset }
  expect(noticesOfTrade(trade)).toEqual([
    { subject: 's1', notice: { kind: 'bought_crypto', accountId: 'mali', quantity: '3', asset } },
  ])
  expect(noticesOfTrade({ ...trade, orderType: 'offer' })[0]?.notice.kind).toBe('sold_to_offer')
  expect(noticesOfTrade({ ...trade, accountId: '' })).toEqual([])
})

test('OB-7 who alone may buy a deal is told of it once, when it is put', () => {
  const news = { hash: '0x1', type: 'deal', change: 'put', counterpartyAccountId: 'mali', asset }
  expect(noticesOfDeal(news)).toEqual([
    { subject: '0x1', notice: { kind: 'deal_offered', accountId: 'mali', asset } },
  ])
  expect(noticesOfDeal({ ...news, change: 'activated' })).toEqual([])
  expect(noticesOfDeal({ ...news, type: 'list', counterpartyAccountId: '' })).toEqual([])
})

test('the end of a listing is told when its time is over and something of it is left', () => {
  expect(noticesOfListing(listing, at).map(({ notice }) => notice)).toEqual([
    { kind: 'listing_ended', accountId: 'somchai', asset },
  ])
  expect(noticesOfListing({ ...listing, open: false }, at)).toEqual([])
  expect(noticesOfListing(listing, new Date(at.getTime() - 1))).toEqual([])
})

test('what was told is not told again', () => {
  const command = {
    type: 'Give' as const,
    id: 'f'.repeat(24),
    notice: { accountId: 'mali', kind: 'sold' },
    at,
  }
  expect(decide(command, false)).toHaveLength(1)
  expect(decide(command, true)).toEqual([])
})

test('LG-8 LG-12 the end of a withdrawal is told with what was paid or came back, but not to who took it back', () => {
  const about = { requestId: 'w', accountId: 'mali', value: 10_000n, fee: 1_500n }
  const told = (status: string, returned = false) =>
    noticesOfWithdrawal({ ...about, status, returned }).map(
      ({ notice: { kind, amount } }) => `${kind} ${amount}`,
    )
  expect(told('completed')).toEqual(['withdrawal_paid 8500'])
  expect(told('rejected')).toEqual(['withdrawal_rejected 10000'])
  expect(told('failed')).toEqual(['withdrawal_rejected 10000'])
  for (const status of ['pending', 'processing', 'canceled']) expect(told(status)).toEqual([])
  // LG-8: the whole of it is the customer's again
  expect(told('completed', true)).toEqual(['withdrawal_returned 10000'])
})

test('BW-1 what came of a request for a bank account is told', () => {
  const told = (status: string) =>
    noticesOfBankRequest({ requestId: 'b', accountId: 'mali', status }).map(({ notice }) => notice.kind)
  expect([told('success'), told('rejected')]).toEqual([['bank_account_approved'], ['bank_account_rejected']])
  for (const status of ['pending', 'provider_processing']) expect(told(status)).toEqual([])
})

test('ID-19 of at most twenty things a day that others sent somebody is told, whatever they were told of before', () => {
  const arrival = (n: number, recipientAccountId: string) => ({
    at: `0x${n}-0-7`,
    asset,
    amount: '1',
    sender: '0xa',
    senderAccountId: '',
    recipientAccountId,
  })
  const many = Array.from({ length: 30 }, (_, n) => [arrival(n, 'mali'), arrival(n, 'somchai')]).flat()
  const told = noticesOfArrivals(many, new Map([['mali', 15]])).flatMap((one) => one ?? [])
  const of = (who: string) => told.filter(({ notice }) => notice.accountId === who)
  expect([of('mali').length, of('somchai').length]).toEqual([5, 20])
  expect(told[0]).toEqual({
    subject: '0x0-0-7-mali',
    notice: { kind: 'received', accountId: 'mali', asset, quantity: '1', sender: '0xa' },
  })
})
