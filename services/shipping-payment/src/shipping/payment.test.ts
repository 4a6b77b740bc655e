import { expect, test } from 'vitest'
import type { Command } from './commands.ts'
import { DEADLINE_MS } from './decide-reservation.ts'
import {
  buyer,
  cancel,
  cardFailed,
  confirmCard,
  delivered,
  given,
  later,
  locked,
  onSale,
  open,
  order,
  paid,
  pay,
  settled,
  start,
  started,
  undeliverable,
} from './given.ts'

test('SP-2 a payment goes pending, processing, completed, and is canceled with its purchase', () => {
  const path = [open(), pay(), locked(0n), started(), confirmCard(), paid]
  const statuses = path.map((_, index) => given(...path.slice(0, index + 1)).state?.payment.status)
  expect([...new Set(statuses)]).toEqual(['pending', 'processing', 'completed'])
  expect(given(open(), cancel).state?.payment.status).toBe('canceled')
})

test('SP-2 a failed card payment may be tried again within the deadline', () => {
  const failed = given(open(), pay(), locked(0n), started(), cardFailed)
  expect(failed.state?.payment.status).toBe('failed')
  failed.when(pay(later(60_000))).makes('PaymentRequested')
  expect(given(open(), pay(), locked(0n), started(), cardFailed, pay()).state?.payment.status).toBe(
    'processing',
  )
})

test('SP-10 a shipping that is not deferred asks for the points at once, and the clock runs either way', () => {
  given()
    .when(open({ deferPayment: false }))
    .makes('ShippingOpened', 'PaymentRequested')
  given().when(open()).makes('ShippingOpened')
  expect(given(open()).state?.expiresAt).toEqual(later(DEADLINE_MS))
  expect(given(open({ deferPayment: false })).state?.expiresAt).toEqual(later(DEADLINE_MS))
})

test('SP-11 the card is charged what the points do not cover, at least 20 THB', () => {
  expect(given(open(), pay(), locked(25_000n)).state?.payment.charge).toBe(100_000n)
  expect(given(open(), pay(), locked(124_999n)).state?.payment.charge).toBe(2_000n)
})

test('SP-11 points that suffice need no card', () => {
  given(open(), pay()).when(paid).makes('PaymentCompleted')
})

test('SP-12 the payment page is known only while the card is being charged', () => {
  const charging = given(open(), pay(), locked(0n), started())
  expect(charging.state?.payment).toMatchObject({
    status: 'processing',
    paymentUrl: 'https://card.example/pay',
  })
  expect(given(open(), pay(), locked(0n), started(), cardFailed).state?.payment.paymentUrl).toBeUndefined()
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

test('OB-43 what the buyer has paid is delivered, also where the order has become theirs', () => {
  const paidOwn: Command = { type: 'RecordPaid', ...onSale, own: true, now: start }
  given(open(), pay()).when(paidOwn).makes('PaymentCompleted')
  given(open(), pay(), paidOwn).when({ type: 'Supersede', reason: 'own_order', now: start }).makes()
  given()
    .when(open({ own: true }))
    .rejects('OWN_ORDER')
})

test('SP-22 an order that is being validated is not ready to pay: no card is charged for it', () => {
  const unready: Command = { type: 'Pay', by: buyer, orderReady: false, now: start }
  given(open()).when(unready).rejects('SHIPPING_NOT_READY')
  given(open(), pay()).when(unready).makes() // SP-33: what is under way goes on
  given(open(), cancel).when(unready).rejects('SHIPPING_NOT_PAYABLE')
})

test('SP-30 what is suspended while it is open is canceled or fails, and what it was paid goes back', () => {
  const suspended: Command = { type: 'Supersede', reason: 'suspended', now: start }
  given(open()).when(suspended).makes('ShippingCanceled')
  expect(given(open(), suspended).state?.canceledReason).toBe('suspended')
  given(open(), pay()).when(suspended).makes() // the ledger's answer comes first
  const late: Command = { type: 'RecordPaid', ...onSale, suspended: true, now: start }
  given(open(), pay()).when(late).makes('PaymentCompleted', 'DeliveryFailed')
  expect(given(open(), pay(), late).state).toMatchObject({ status: 'failed', failedReason: 'suspended' })
})

test('SP-9 what is suspended is not bought, told after whose order it is', () => {
  given()
    .when(open({ suspended: true }))
    .rejects('ASSET_SUSPENDED')
  given()
    .when(open({ suspended: true, buyerAccountId: 'account-seller' }))
    .rejects('OWN_ORDER')
})

test('SP-19 a card that came too late leaves the purchase as it is and tells its buyer of the points', () => {
  const late: Command = { type: 'RecordLateCard', topupId: 't1', amount: 25_000n, now: start }
  given(open(), cancel).when(late).makes('LateCardCredited')
  expect(given(open(), cancel, late).state).toMatchObject({ status: 'canceled', lateCredit: 25_000n })
})

test('CA-46 AW-4 an admin cancels a delivery on the version that they saw, and it fails with its reason', () => {
  const cancels = (version: number): Command => ({
    type: 'CancelDelivery',
    version,
    by: 'join-admin',
    note: 'stolen',
    now: start,
  })
  given(open(), pay(), paid).when(cancels(3)).makes('DeliveryFailed')
  given(open(), pay(), paid).when(cancels(2)).rejects('VERSION_CONFLICT')
  given(open(), pay(), paid, delivered).when(cancels(4)).rejects('DELIVERY_NOT_CANCELABLE')
  const canceled = given(open(), pay(), paid, cancels(3))
  expect(canceled.state).toMatchObject({ status: 'failed', changedBy: 'join-admin' })
})

test('SP-22 only the buyer pays, and only what is pending and in time', () => {
  given(open()).when({ type: 'Pay', by: 'join-other', orderReady: true, now: start }).rejects('NOT_THE_BUYER')
  given(open(), cancel).when(pay()).rejects('SHIPPING_NOT_PAYABLE')
  given(open())
    .when(pay(later(DEADLINE_MS)))
    .rejects('SHIPPING_NOT_PAYABLE')
  given(open(), pay(), paid, undeliverable)
    .when({ type: 'Pay', by: 'join-other', orderReady: true, now: start })
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
})

test('SP-27 the settlement ends a shipping that was mined, and no other', () => {
  given(open(), pay(), paid, delivered).when(settled).makes('ShippingSettled')
  given(open(), pay(), paid).when(settled).makes()
})

const refused = (flow: 'settlement' | 'refund' | 'release', reason = 'hold_mismatch') =>
  ({ type: 'RecordMoneyRefused', flow, reason, now: start }) as const

test('SP-27 a refused settlement or refund is raised once, for a person to decide', () => {
  const mined = given(open(), pay(), paid, delivered)
  mined.when(refused('settlement')).makes('IncidentRaised')
  const raised = given(open(), pay(), paid, delivered, refused('settlement'))
  expect(raised.state).toMatchObject({ status: 'mined', incident: 'settlement_refused' })
  raised.when(refused('settlement')).makes()
  given(open(), pay(), paid, undeliverable).when(refused('refund')).makes('IncidentRaised')
})

test('SP-23 a release that came after the payment is no incident, any other refusal of one is', () => {
  given(open(), pay(), cancel).when(refused('release', 'hold_captured')).makes()
  given(open(), pay(), cancel).when(refused('release')).makes('IncidentRaised')
})

test('SP-13 a payment that was refused because it was made already changes nothing', () => {
  const answer = { type: 'RecordPayRefused', ...onSale, now: start } as const
  given(open(), pay())
    .when({ ...answer, reason: 'hold_captured' })
    .makes()
  given(open(), pay())
    .when({ ...answer, reason: 'insufficient_funds' })
    .makes('PaymentRefused')
})

test('SP-29 the item is not sent to its own contract or to nobody', () => {
  given()
    .when(open({ recipient: order.contractAddress }))
    .rejects('INVALID_RECIPIENT')
  given()
    .when(open({ recipient: `0x${'0'.repeat(40)}` }))
    .rejects('INVALID_RECIPIENT')
})

test.each([
  ['OB-14 an unpaid shipping ends with its order', 'order', { ...onSale, orderStatus: 'cancelled' }],
  ['SP-30 an unpaid shipping ends as its item is suspended', 'suspended', { ...onSale, suspended: true }],
  ['OB-43 an unpaid shipping ends as the order becomes the buyer’s', 'own_order', { ...onSale, own: true }],
] as const)('%s, also when the ledger was being asked meanwhile', (_, reason, offer) => {
  const asked = given(open(), pay(), { type: 'Supersede', reason, now: start })
  expect(asked.state?.status).toBe('pending')
  const answer = locked(10n, 1, 't1', offer)
  asked.when(answer).makes('FundsLocked', 'ShippingCanceled')
  asked
    .when({ type: 'RecordPayRefused', reason: 'hold_mismatch', ...offer, now: start })
    .makes('PaymentRefused', 'ShippingCanceled')
  const after = given(open(), pay(), { type: 'Supersede', reason, now: start }, answer)
  expect(after.state?.canceledReason).toBe(reason)
  given(open(), pay(), locked(10n)).when(answer).makes()
})

test('SP-33 a second click on pay changes nothing', () => {
  given(open(), pay()).when(pay()).makes()
  given(open(), pay(), locked(0n), started()).when(pay()).makes()
  given(open(), pay(), paid).when(pay()).makes()
})

test('SP-1 a purchase keeps when it was paid, sent, delivered and settled, and when a card failed before', () => {
  const minute = (n: number) => later(n * 60_000)
  const { state: shipping } = given(
    ...[open(), pay(), locked(0n), { ...started(), now: minute(1) }, { ...cardFailed, now: minute(2) }],
    ...[pay(minute(3)), locked(0n, 2, 't2'), { ...started('t2'), now: minute(4) }],
    ...[confirmCard(minute(5), 't2'), { ...paid, now: minute(6) }],
    ...[
      { ...delivered, now: minute(7) },
      { ...settled, now: minute(8) },
    ],
  )
  expect(shipping?.times).toEqual({
    card: minute(4),
    cardFailed: minute(2),
    paid: minute(6),
    mined: minute(7),
    completed: minute(8),
  })
  expect(given(open(), { ...cancel, now: minute(1) }).state?.times).toEqual({ canceled: minute(1) })
})

const cardHeld: Extract<Command, { type: 'RecordCardHeld' }> = {
  type: 'RecordCardHeld',
  topupId: 't1',
  value: 130_000n,
  refused: false,
  now: start,
}

test('SP-18 what is held is told once, and its refusal once more, also of a purchase that has ended; it is held again when the bank sends it back', () => {
  const seen = (...commands: Command[]) =>
    given(open(), pay(), locked(0n), started(), ...commands).state?.payment.held
  given(open(), pay(), locked(0n), started(), cardHeld).when(cardHeld).makes()
  const refused = { ...cardHeld, refused: true }
  expect(seen(cardHeld, cancel, refused)).toEqual([{ topupId: 't1', value: 130_000n, refused: true }])
  given(open(), pay(), locked(0n), started(), cardHeld, cancel, refused).when(refused).makes()
  const back: Command = {
    type: 'RecordCardRefund',
    topupId: 't1',
    refundId: 'r1',
    status: 'refunded',
    amount: 130_000n,
    note: 'n',
    now: start,
  }
  expect(seen(cardHeld, refused, back)).toEqual([])
  expect(seen(cardHeld, refused, back, refused)).toHaveLength(1)
})

test('SP-18 no card is asked for once another payment of the purchase is held, though the ledger was asked before; it may be when that is over', () => {
  const held = given(open(), pay(), locked(0n), cardFailed, pay(), cardHeld)
  held.when(locked(0n, 2, 't2')).makes('FundsLocked', 'PaymentRefused')
  const over = [locked(0n, 2, 't2'), cardFailed, confirmCard()]
  expect(
    given(open(), pay(), locked(0n), cardFailed, pay(), cardHeld, ...over.slice(0, 1)).state?.payment,
  ).toMatchObject({ status: 'failed', atLedger: false, reason: 'a card payment is being checked' })
  given(open(), pay(), locked(0n), cardFailed, pay(), cardHeld, ...over)
    .when(paid)
    .makes('PaymentCompleted')
})

test('SP-2 SP-22 a card that the provider has confirmed fails no more when its lost page is given up afterwards', () => {
  const confirmed = given(open(), pay(), locked(0n), confirmCard())
  confirmed.when(cardFailed).makes()
  expect(confirmed.state?.payment).toMatchObject({ status: 'processing', atLedger: true })
})

test('SP-18 a card that was charged otherwise than asked is never charged again, until its money is credited or back on the card', () => {
  const charging = [open(), pay(), locked(0n), started(), cardHeld]
  const held = given(...charging)
  expect(held.state?.payment).toMatchObject({
    status: 'processing',
    paymentUrl: undefined,
    held: [{ topupId: 't1', value: 130_000n, refused: false }],
  })
  held.when(pay()).makes()
  expect(given(...charging, confirmCard()).state?.payment.held).toEqual([])
  const late: Command = { type: 'RecordLateCard', topupId: 't1', amount: 130_000n, now: start }
  expect(given(...charging, cancel, late).state?.payment.held).toEqual([])
  const refused = given(...charging, cardFailed)
  expect(refused.state?.payment).toMatchObject({ status: 'failed', held: [{ value: 130_000n }] })
  refused.when(pay()).makes()
  const refund = (status: 'refunding' | 'failed' | 'refunded'): Command => ({
    type: 'RecordCardRefund',
    topupId: 't1',
    refundId: 'r1',
    status,
    amount: 130_000n,
    note: 'n',
    now: start,
  })
  for (const status of ['refunding', 'failed'] as const)
    given(...charging, cardFailed, refund(status))
      .when(pay())
      .makes()
  given(...charging, cardFailed, refund('refunded'))
    .when(pay())
    .makes('PaymentRequested')
})
