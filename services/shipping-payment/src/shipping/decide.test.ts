import { Rejection } from '@talad/shared/rejection'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Command } from './commands.ts'
import { decide } from './decide.ts'
import { DEADLINE_MS, heldUntil, IDLE_MS, split } from './decide-reservation.ts'
import type { ShippingEvent } from './events.ts'
import {
  cancel,
  cardFailed,
  confirmCard,
  delivered,
  given,
  later,
  locked,
  open,
  order,
  paid,
  paidWhile,
  pay,
  settled,
  start,
  started,
  undeliverable,
} from './given.ts'
import { evolve, isExpired, isOpen, type Shipping } from './state.ts'

test('SP-1 a purchase goes pending, processing, mined, completed', () => {
  const path = [open(), pay(), paid, delivered, settled]
  const statuses = path.map((_, index) => given(...path.slice(0, index + 1)).state?.status)
  expect(statuses).toEqual(['pending', 'pending', 'processing', 'mined', 'completed'])
})

test('SP-1 what has ended does not move again', () => {
  for (const last of [
    [paid, delivered, settled],
    [paid, undeliverable],
  ]) {
    const ended = given(open(), pay(), ...last)
    for (const command of [paid, delivered, settled]) ended.when(command).makes()
  }
})

const redelivered: Command = {
  type: 'RecordDelivery',
  txStatus: 'mined',
  txHash: `0x${'d'.repeat(64)}`,
  retryCount: 0,
  retryReason: null,
  now: start,
}

test('SP-1 mined → failed by a reorganisation, and by nothing else; the sale is reversed', () => {
  const mined = given(open(), pay(), paid, delivered)
  mined.when(undeliverable).makes('DeliveryLost')
  const lost = given(open(), pay(), paid, delivered, undeliverable)
  expect(lost.state).toMatchObject({ status: 'failed', txStatus: 'failed', refunded: false })
  lost.when(settled).makes() // the settlement that is reversed after it
  lost.when(undeliverable).makes()
  lost.when({ type: 'RecordRefunded', now: start }).makes('ShippingRefunded')
  lost.when(redelivered).makes('IncidentRaised')
  const refused: Command = {
    type: 'RecordMoneyRefused',
    flow: 'reversal',
    reason: 'insufficient_funds',
    now: start,
  }
  lost.when(refused).makes('IncidentRaised')
  const unsettled: Command = { type: 'RecordMoneyRefused', flow: 'settlement', reason: 'x', now: start }
  given(open(), pay(), paid, delivered, unsettled).when(undeliverable).makes()
})

test('SP-1 a completed purchase whose delivery a reorganisation took back is an incident: nothing moves by itself', () => {
  const completed = [open(), pay(), paid, delivered, settled]
  given(...completed)
    .when(undeliverable)
    .makes('IncidentRaised')
  const lost = given(...completed, undeliverable)
  expect(lost.state).toMatchObject({ status: 'completed', incident: 'delivery_lost' })
  lost.when(undeliverable).makes()
  lost.when(redelivered).makes('IncidentEnded')
  given(open(), pay(), paid, undeliverable).when(undeliverable).makes()
})

test('SP-25 a delivery that a deep reorganisation made good after the refund is an incident, once', () => {
  given(open(), pay(), paid, undeliverable).when(redelivered).makes('IncidentRaised')
  const twice = given(open(), pay(), paid, undeliverable, redelivered)
  expect(twice.state).toMatchObject({ status: 'failed', incident: 'delivered_after_refund' })
  twice.when(redelivered).makes()
})

test('SP-3 each word of the relayer for a delivery is ours too, and noted once for each change', () => {
  const progress: Command = {
    type: 'RecordDelivery',
    txStatus: 'sent',
    txHash: `0x${'d'.repeat(64)}`,
    retryCount: 0,
    retryReason: null,
    now: start,
  }
  expect(given(open(), pay(), paid).state?.txStatus).toBe('pending')
  for (const txStatus of ['processing', 'sent', 'mined', 'failed', 'canceled'] as const) {
    const word: Command = { ...progress, txStatus }
    given(open(), pay(), paid).when(word).makes('DeliveryProgressed')
    expect(given(open(), pay(), paid, word).state?.txStatus).toBe(txStatus)
  }
  given(open(), pay(), paid, progress).when(progress).makes()
})

test('SP-4 a pending shipping expires by the clock and only then gives way', () => {
  const { state: shipping, when } = given(open())
  expect(shipping && isExpired(shipping, later(DEADLINE_MS - 1))).toBe(false)
  expect(shipping && isExpired(shipping, later(DEADLINE_MS))).toBe(true)
  when({ type: 'Supersede', reason: 'expired', now: later(DEADLINE_MS - 1) }).makes()
  when({ type: 'Supersede', reason: 'expired', now: later(DEADLINE_MS) }).makes('ShippingCanceled')
})

test('SP-4 a payment that the ledger is deciding does not expire under it', () => {
  given(open(), pay())
    .when({ type: 'Supersede', reason: 'expired', now: later(DEADLINE_MS) })
    .makes()
})

test('SP-5 an idle shipping gives way after 120 s, one whose card is being charged never', () => {
  const idle = (ms: number): Command => ({ type: 'Supersede', reason: 'idle', now: later(ms) })
  given(open()).when(idle(IDLE_MS)).rejects('ORDER_BUSY')
  given(open())
    .when(idle(IDLE_MS + 1))
    .makes('ShippingCanceled')
  given(open(), pay(), locked(0n))
    .when(idle(IDLE_MS + 1))
    .rejects('ORDER_BUSY')
})

test('SP-5 who let three reservations lapse waits, twice as long after each more: reservations_lapsed', () => {
  const after = (count: number, ms: number) => open({ lapses: { count, last: later(-ms) } })
  const minute = 60_000
  given().when(after(2, 0)).makes('ShippingOpened')
  for (const [count, minutes] of [
    [3, 5],
    [4, 10],
    [8, 160],
    [40, 24 * 60],
  ] as const) {
    given()
      .when(after(count, minutes * minute - 1))
      .rejects('RESERVATIONS_LAPSED')
    given()
      .when(after(count, minutes * minute))
      .makes('ShippingOpened')
  }
})

test('SP-5 others are told until when an unpaid shipping holds its order, and nothing once it is paid', () => {
  const untilOf = (...path: Command[]) => {
    const { state: shipping } = given(...path)
    return shipping && heldUntil(shipping)
  }
  expect(untilOf(open())).toEqual(later(IDLE_MS))
  const charging = [open(), pay(), locked(0n)]
  expect(untilOf(...charging)).toEqual(later(DEADLINE_MS))
  expect(untilOf(...charging, started(), cardFailed)).toEqual(later(IDLE_MS))
  expect(untilOf(open(), pay(later(DEADLINE_MS - 1)))).toEqual(later(DEADLINE_MS))
  for (const over of [[pay(), paid], [cancel]]) expect(untilOf(open(), ...over)).toBeUndefined()
})

test('SP-6 pending, processing and mined shippings are the open ones', () => {
  const open_ = (status: Shipping['status']) => isOpen({ status })
  expect((['pending', 'processing', 'mined'] as const).every(open_)).toBe(true)
  expect((['completed', 'failed', 'canceled'] as const).some(open_)).toBe(false)
})

test('SP-7 OB-7 each kind of order that cannot be shipped has its own refusal', () => {
  given()
    .when(open({ order: { ...order, type: 'offer' } }))
    .rejects('NOT_SHIPPABLE_ORDER')
  given()
    .when(open({ order: { ...order, type: 'deal', counterparty: 'join-somebody' } }))
    .rejects('NOT_THE_COUNTERPARTY') // OB-7
  given()
    .when(open({ order: { ...order, shipper: false } }))
    .rejects('INVALID_ORDER')
})

test('OB-7 a deal is bought by its counterparty as a listing is by anybody', () => {
  const deal = open({ order: { ...order, type: 'deal', counterparty: 'join-buyer' } })
  given().when(deal).makes('ShippingOpened')
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

test.each([
  ['sold', { order: { ...order, status: 'completed' } }],
  ['cancelled', { order: { ...order, status: 'cancelled' } }],
  ['expired', { now: order.end }],
  ['paused', { order: { ...order, inactive: true } }],
  ['not_begun', { now: later(-2_000) }],
])('SP-9 an order that is %s is not open, and that is told', (reason, what) => {
  given().when(open(what)).rejects('ORDER_NOT_OPEN', { details: { reason } })
})

test('OB-22 no more units than are left can be bought', () => {
  const several = { ...order, total: 10n, filled: 6n, price: 10_000n }
  given()
    .when(open({ order: several, amount: 5n }))
    .rejects('INVALID_AMOUNT')
  given()
    .when(open({ order: several, amount: 0n }))
    .rejects('INVALID_AMOUNT')
  expect(given(open({ order: several, amount: 4n })).state?.gross).toBe(4_000n)
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
    { type: 'Supersede', reason: 'expired', now: later(DEADLINE_MS) },
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

test('OB-13 a purchase that is paid when its order is gone is given back, not delivered', () => {
  for (const status of ['cancelled', undefined]) {
    given(open(), pay()).when(paidWhile(status)).makes('PaymentCompleted', 'DeliveryFailed')
    expect(given(open(), pay(), paidWhile(status)).state?.status).toBe('failed')
  }
})
