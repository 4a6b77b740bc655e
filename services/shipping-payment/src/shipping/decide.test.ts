import { Rejection } from '@talad/shared/rejection'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Command, DEADLINE_MS, decide, IDLE_MS, type OfferedOrder, split } from './decide.ts'
import type { ShippingEvent } from './events.ts'
import { evolve, isExpired, isOpen, type Shipping } from './state.ts'

const start = new Date('2026-11-21T10:00:00Z')
const later = (ms: number) => new Date(start.getTime() + ms)
const buyer = 'join-buyer'

const order: OfferedOrder = {
  orderId: 'a'.repeat(24),
  hash: `0x${'1'.repeat(64)}`,
  blockchain: 'kub',
  contractAddress: `0x${'c'.repeat(40)}`,
  contractType: 'erc721',
  tokenId: '7',
  sellerCustomerId: 'join-seller',
  sellerAccountId: 'account-seller',
  signedEnd: later(86_400_000 + 3_600_000),
  type: 'list',
  status: 'offchain',
  inactive: false,
  shipper: true,
  total: 1n,
  filled: 0n,
  price: 125_000n,
  start: later(-1_000),
  end: later(86_400_000),
  shares: [
    { customerId: '', type: 'service', basisPoints: 250 },
    { customerId: 'join-artist', type: 'royalty', basisPoints: 500 },
    { customerId: 'join-seller', type: 'net', basisPoints: 9_250 },
  ],
}

type Open = Extract<Command, { type: 'Open' }>
const open = (about: Partial<Open> = {}): Open => ({
  type: 'Open',
  order,
  buyerCustomerId: buyer,
  buyerAccountId: 'account-buyer',
  recipient: `0x${'b'.repeat(40)}`,
  amount: 1n,
  deferPayment: true,
  originUrl: 'https://talad.example',
  now: start,
  ...about,
})
const pay = (now = start): Command => ({ type: 'Pay', by: buyer, now })
const locked = (value: bigint, attempt = 1, topupId = 't1'): Command => ({
  type: 'RecordFundsLocked',
  attempt,
  locked: value,
  topupId,
  now: start,
})
const started = (topupId = 't1'): Command => ({
  type: 'RecordCardStarted',
  topupId,
  providerRefId: '1000001',
  paymentUrl: 'https://card.example/pay',
  now: start,
})
const cardFailed: Command = { type: 'RecordCardFailed', topupId: 't1', reason: 'declined', now: start }
const confirmCard = (now = start, topupId = 't1'): Command => ({ type: 'ConfirmCard', topupId, now })
const paid: Command = { type: 'RecordPaid', now: start }
const cancel: Command = { type: 'Cancel', by: buyer, now: start }
const delivered: Command = { type: 'ConfirmDelivery', txHash: `0x${'d'.repeat(64)}`, now: start }
const undeliverable: Command = { type: 'FailDelivery', reason: 'reverted', now: start }
const settled: Command = { type: 'RecordSettled', now: start }

function given(...commands: Command[]) {
  let shipping: Shipping | undefined
  for (const command of commands) shipping = decide(command, shipping).reduce(evolve, shipping)
  return {
    shipping,
    when: (command: Command) => ({
      makes: (...types: ShippingEvent['type'][]) => {
        expect(decide(command, shipping).map((event) => event.type)).toEqual(types)
      },
      rejects: (code: string) => {
        expect(() => decide(command, shipping)).toThrowError(expect.objectContaining({ code }))
      },
    }),
  }
}

test('SP-1 a purchase goes pending, processing, mined, completed', () => {
  const path = [open(), pay(), paid, delivered, settled]
  const statuses = path.map((_, index) => given(...path.slice(0, index + 1)).shipping?.status)
  expect(statuses).toEqual(['pending', 'pending', 'processing', 'mined', 'completed'])
})

test('SP-1 what has ended does not move again', () => {
  for (const last of [
    [paid, delivered, settled],
    [paid, undeliverable],
  ]) {
    const ended = given(open(), pay(), ...last)
    for (const command of [paid, delivered, undeliverable, settled]) ended.when(command).makes()
  }
})

test('SP-2 a failed card payment may be tried again within the deadline', () => {
  const failed = given(open(), pay(), locked(0n), started(), cardFailed)
  expect(failed.shipping?.payment.status).toBe('failed')
  failed.when(pay(later(60_000))).makes('PaymentRequested')
  expect(given(open(), pay(), locked(0n), started(), cardFailed, pay()).shipping?.payment.status).toBe(
    'processing',
  )
})

test('SP-3 delivery progress is noted once for each change', () => {
  const progress: Command = {
    type: 'RecordDelivery',
    txStatus: 'sent',
    txHash: `0x${'d'.repeat(64)}`,
    retryCount: 0,
    retryReason: null,
    now: start,
  }
  given(open(), pay(), paid).when(progress).makes('DeliveryProgressed')
  given(open(), pay(), paid, progress).when(progress).makes()
})

test('SP-4 a pending shipping expires by the clock and only then gives way', () => {
  const { shipping, when } = given(open())
  expect(shipping && isExpired(shipping, later(DEADLINE_MS - 1))).toBe(false)
  expect(shipping && isExpired(shipping, later(DEADLINE_MS))).toBe(true)
  when({ type: 'GiveWay', reason: 'expired', now: later(DEADLINE_MS - 1) }).makes()
  when({ type: 'GiveWay', reason: 'expired', now: later(DEADLINE_MS) }).makes('ShippingCanceled')
})

test('SP-4 a payment that the ledger is deciding does not expire under it', () => {
  given(open(), pay())
    .when({ type: 'GiveWay', reason: 'expired', now: later(DEADLINE_MS) })
    .makes()
})

test('SP-5 an idle shipping gives way after 120 s, one whose card is being charged never', () => {
  const idle = (ms: number): Command => ({ type: 'GiveWay', reason: 'idle', now: later(ms) })
  given(open()).when(idle(IDLE_MS)).rejects('ORDER_BUSY')
  given(open())
    .when(idle(IDLE_MS + 1))
    .makes('ShippingCanceled')
  given(open(), pay(), locked(0n))
    .when(idle(IDLE_MS + 1))
    .rejects('ORDER_BUSY')
})

test('SP-6 pending, processing and mined shippings are the open ones', () => {
  const open_ = (status: Shipping['status']) => isOpen({ status })
  expect((['pending', 'processing', 'mined'] as const).every(open_)).toBe(true)
  expect((['completed', 'failed', 'canceled'] as const).some(open_)).toBe(false)
})

test('SP-7 each kind of order that cannot be shipped has its own refusal', () => {
  given()
    .when(open({ order: { ...order, type: 'offer' } }))
    .rejects('NOT_SHIPPABLE_ORDER')
  given()
    .when(open({ order: { ...order, type: 'deal' } }))
    .rejects('INVALID_ORDER_TYPE')
  given()
    .when(open({ order: { ...order, shipper: false } }))
    .rejects('INVALID_ORDER')
})

test('SP-9 the checks come in their order: order, recipient, shippable, open, amount, own order', () => {
  const own = { ...order, sellerAccountId: 'account-buyer', status: 'cancelled', type: 'offer' }
  given()
    .when(open({ order: undefined, recipient: undefined }))
    .rejects('ORDER_NOT_FOUND')
  given()
    .when(open({ order: own, recipient: undefined }))
    .rejects('RECIPIENT_REQUIRED')
  given()
    .when(open({ order: own, amount: 2n }))
    .rejects('NOT_SHIPPABLE_ORDER')
  given()
    .when(open({ order: { ...own, type: 'list' }, amount: 2n }))
    .rejects('ORDER_NOT_OPEN')
  given()
    .when(open({ order: { ...own, type: 'list', status: 'offchain' }, amount: 2n }))
    .rejects('INVALID_AMOUNT')
  given()
    .when(open({ order: { ...own, type: 'list', status: 'offchain' } }))
    .rejects('OWN_ORDER')
})

test('SP-9 an order that is expired, inactive or not begun is not open', () => {
  given()
    .when(open({ now: order.end }))
    .rejects('ORDER_NOT_OPEN')
  given()
    .when(open({ order: { ...order, inactive: true } }))
    .rejects('ORDER_NOT_OPEN')
  given()
    .when(open({ now: later(-2_000) }))
    .rejects('ORDER_NOT_OPEN')
})

test('SP-10 a shipping that is not deferred asks for the points at once, and the clock runs either way', () => {
  given()
    .when(open({ deferPayment: false }))
    .makes('ShippingOpened', 'PaymentRequested')
  given().when(open()).makes('ShippingOpened')
  expect(given(open()).shipping?.expiresAt).toEqual(later(DEADLINE_MS))
  expect(given(open({ deferPayment: false })).shipping?.expiresAt).toEqual(later(DEADLINE_MS))
})

test('SP-11 the card is charged what the points do not cover, at least 20 THB', () => {
  expect(given(open(), pay(), locked(25_000n)).shipping?.payment.charge).toBe(100_000n)
  expect(given(open(), pay(), locked(124_999n)).shipping?.payment.charge).toBe(2_000n)
})

test('SP-11 points that suffice need no card', () => {
  given(open(), pay()).when(paid).makes('PaymentCompleted')
})

test('SP-12 the payment page is known only while the card is being charged', () => {
  const charging = given(open(), pay(), locked(0n), started())
  expect(charging.shipping?.payment).toMatchObject({
    status: 'processing',
    paymentUrl: 'https://card.example/pay',
  })
  expect(given(open(), pay(), locked(0n), started(), cardFailed).shipping?.payment.paymentUrl).toBeUndefined()
})

test('SP-13 the answer to an older request is passed over', () => {
  given(open({ deferPayment: false }), pay())
    .when(locked(10n, 1))
    .makes()
  given(open({ deferPayment: false }), pay())
    .when(locked(10n, 2))
    .makes('FundsLocked', 'CardRequested')
})

test('SP-19 a card that succeeds after the deadline or a cancel does not revive the shipping', () => {
  const charging = [open(), pay(), locked(0n), started()]
  given(...charging)
    .when(confirmCard(later(DEADLINE_MS)))
    .makes()
  given(...charging, cancel)
    .when(confirmCard())
    .makes()
  given(...charging)
    .when(confirmCard())
    .makes('CardConfirmed')
})

test('SP-19 an earlier card that is confirmed late still pays a shipping that waits', () => {
  const retried = [
    open(),
    pay(),
    locked(0n),
    started(),
    cardFailed,
    pay(),
    locked(0n, 2, 't2'),
    started('t2'),
  ]
  given(...retried)
    .when(confirmCard(start, 't1'))
    .makes('CardConfirmed')
})

test('SP-22 only the buyer pays, and only what is pending and in time', () => {
  given(open()).when({ type: 'Pay', by: 'join-other', now: start }).rejects('NOT_THE_BUYER')
  given(open(), cancel).when(pay()).rejects('SHIPPING_NOT_PAYABLE')
  given(open())
    .when(pay(later(DEADLINE_MS)))
    .rejects('SHIPPING_NOT_PAYABLE')
  given(open(), pay(), paid, undeliverable)
    .when({ type: 'Pay', by: 'join-other', now: start })
    .rejects('NOT_THE_BUYER')
})

test('SP-23 the buyer cancels what is pending, also while a charge is in flight', () => {
  given(open()).when({ type: 'Cancel', by: 'join-other', now: start }).rejects('NOT_THE_BUYER')
  given(open(), pay(), locked(0n), started()).when(cancel).makes('ShippingCanceled')
  given(open(), pay(), paid).when(cancel).rejects('FAILED_TO_CANCEL')
  given(open(), cancel).when(cancel).makes()
})

test('SP-23 money that the ledger moved before it heard of the cancel goes back', () => {
  given(open(), pay(), cancel).when(paid).makes('PaidTooLate')
})

test('SP-25 a paid shipping that cannot be delivered fails, and no refund to the card is begun', () => {
  given(open(), pay(), paid).when(undeliverable).makes('DeliveryFailed')
  given(open(), pay(), paid, delivered).when(undeliverable).makes()
})

test('SP-27 the settlement ends a shipping that was mined, and no other', () => {
  given(open(), pay(), paid, delivered).when(settled).makes('ShippingSettled')
  given(open(), pay(), paid).when(settled).makes()
})

test('SP-29 the item is not sent to its own contract or to nobody', () => {
  given()
    .when(open({ recipient: order.contractAddress }))
    .rejects('INVALID_RECIPIENT')
  given()
    .when(open({ recipient: `0x${'0'.repeat(40)}` }))
    .rejects('INVALID_RECIPIENT')
})

test('SP-33 a second click on pay changes nothing', () => {
  given(open(), pay()).when(pay()).makes()
  given(open(), pay(), locked(0n), started()).when(pay()).makes()
  given(open(), pay(), paid).when(pay()).makes()
})

test('OB-22 no more units than are left can be bought', () => {
  const several = { ...order, total: 10n, filled: 6n, price: 10_000n }
  given()
    .when(open({ order: several, amount: 5n }))
    .rejects('INVALID_AMOUNT')
  given()
    .when(open({ order: several, amount: 0n }))
    .rejects('INVALID_AMOUNT')
  expect(given(open({ order: several, amount: 4n })).shipping?.gross).toBe(4_000n)
})

test('OB-43 nobody buys their own order', () => {
  given()
    .when(open({ buyerAccountId: 'account-seller' }))
    .rejects('OWN_ORDER')
})

test('OB-29 B20 the parts of any price sum to it, whatever the percents', () => {
  const bps = fc.integer({ min: 0, max: 2_500 })
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 15n }), bps, bps, (gross, service, royalty) => {
      const parts = split(gross, [
        { customerId: '', type: 'service', basisPoints: service },
        { customerId: 'join-a', type: 'royalty', basisPoints: royalty },
        { customerId: 'join-s', type: 'net', basisPoints: 10_000 - service - royalty },
      ])
      expect(parts.reduce((sum, part) => sum + part.value, 0n)).toBe(gross)
      expect(parts.every((part) => part.value >= 0n)).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test('B15 whatever comes in whatever order, a shipping is paid at most once and ends once', () => {
  const any = fc.constantFrom<Command>(
    pay(),
    locked(10n),
    started(),
    cardFailed,
    confirmCard(),
    confirmCard(later(DEADLINE_MS)),
    paid,
    cancel,
    { type: 'GiveWay', reason: 'expired', now: later(DEADLINE_MS) },
    delivered,
    undeliverable,
    settled,
  )
  fc.assert(
    fc.property(fc.array(any, { maxLength: 25 }), (commands) => {
      const seen: ShippingEvent['type'][] = []
      let shipping = decide(open(), undefined).reduce(evolve, undefined as Shipping | undefined)
      for (const command of commands) {
        try {
          const events = decide(command, shipping)
          seen.push(...events.map((event) => event.type))
          shipping = events.reduce(evolve, shipping)
        } catch (error) {
          if (!(error instanceof Rejection)) throw error
        }
      }
      const count = (type: ShippingEvent['type']) => seen.filter((one) => one === type).length
      expect(count('PaymentCompleted') + count('ShippingCanceled')).toBeLessThanOrEqual(1)
      expect(count('DeliveryConfirmed') + count('DeliveryFailed')).toBeLessThanOrEqual(
        count('PaymentCompleted'),
      )
    }),
    { numRuns: 1_000 },
  )
})
