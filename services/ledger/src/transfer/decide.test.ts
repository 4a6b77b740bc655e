import { expect, test } from 'vitest'
import {
  baht,
  buyer,
  capturing,
  ft,
  given,
  legsOf,
  pay,
  points,
  post,
  pt,
  refund,
  release,
  run,
  seller,
  settle,
  side,
  sums,
  topup,
} from '../../test/given.ts'
import { type Command, keyOf } from './commands.ts'
import { vatInside } from './legs.ts'
import { accountOf, spendable } from './state.ts'

test('LG-1 every transfer sums to zero per unit, and a posting that would not is refused', () => {
  const { state } = given(topup(10_000n))
  const paid = run(state, pay(8_000n))
  const settled = run(paid.state, settle(8_000n, 200n, 400n))
  for (const events of [paid.events, settled.events]) {
    for (const total of sums(events).values()) expect(total).toBe(0n)
  }
  const short = settle(8_000n, 200n)
  given(topup(10_000n), pay(8_000n))
    .when({ ...short, postings: short.postings.slice(0, -1) })
    .rejects('LEGS_DONT_SUM')
  given()
    .when(post('topup', [side('provider_clearing out pt_thb', 5n), side(`${buyer} in ft_thb`, 5n)]))
    .rejects('LEGS_DONT_SUM')
  given().when(post('topup', [])).rejects('LEGS_DONT_SUM')
})

test('LG-2 a sale earns baht that are kept apart from bought points', () => {
  expect([pt, ft]).toEqual(['pt_thb', 'ft_thb'])
  const { state } = given(topup(10_000n), pay(10_000n)).when(settle(10_000n, 250n)).gives()
  expect(baht(state)).toEqual({ balance: 9_750n, locked: 0n })
  expect(accountOf(state, seller, pt)).toEqual({ balance: 0n, locked: 0n })
})

test('LG-3 earned baht do not pay for a purchase', () => {
  given(topup(5_000n, undefined, ft))
    .when(pay(1_000n, 1, false))
    .rejects('INSUFFICIENT_FUNDS')
})

test('LG-4 refuses a payment above the spendable balance', () => {
  given(topup(999n))
    .when(pay(1_000n, 1, false))
    .rejects('INSUFFICIENT_FUNDS')
})

test('LG-4 a hold lowers what is spendable and not the balance', () => {
  const { state } = given(topup(600n)).when(pay(1_000n)).gives()
  expect(points(state)).toEqual({ balance: 600n, locked: 600n })
  expect(spendable(points(state))).toBe(0n)
})

test('LG-4 an amount that is not above zero is refused, whatever is asked', () => {
  for (const amount of [0n, -5n]) {
    given(topup(600n)).when(pay(amount)).rejects('INVALID_AMOUNT')
    given(topup(600n))
      .when({ type: 'Capture', ...capturing(amount) })
      .rejects('INVALID_AMOUNT')
    given().when(topup(amount)).rejects('INVALID_AMOUNT')
  }
})

test('LG-5 a payment by card holds, then releases and captures the gross in one transfer', () => {
  const held = given(topup(600n), pay(1_000n))
  const { state, events } = held.when(topup(2_000n, capturing(1_000n))).gives()
  expect(events.map((event) => event.type)).toEqual(['Posted', 'Captured'])
  expect(points(state)).toEqual({ balance: 1_600n, locked: 0n })
  expect(legsOf(events).map((leg) => leg.leg)).toEqual([
    ...['topup.provider_clearing.out', 'topup.customer.in', 'shipping.release'],
    ...['shipping.capture.customer.out', 'shipping.capture.escrow.in'],
  ])
})

test('LG-6 VAT of 7% is inside the service fee only, rounded half up', () => {
  expect(vatInside(107n)).toBe(7n)
  expect(vatInside(250n)).toBe(16n)
  const { events } = given(topup(10_000n), pay(10_000n))
    .when(settle(10_000n, 250n, 500n))
    .gives()
  const taxed = legsOf(events).filter((leg) => leg.vat > 0n)
  expect(taxed.map((leg) => [leg.account, leg.value, leg.vat])).toEqual([['platform:service_fee', 250n, 16n]])
  const vat = legsOf(events).filter((leg) => leg.account === 'platform:vat')
  expect(vat.map((leg) => [leg.flowType, leg.value])).toEqual([['in', 16n]])
})

test('LG-7 each command has a key of its own and a shipping keeps one payment', () => {
  const commands = [
    topup(1n),
    pay(1n, 2),
    { type: 'Capture', ...capturing(1n) } as Command,
    release,
    refund(1n),
  ]
  expect(commands.map(keyOf)).toEqual([
    ...['topup:t1', 'hold:shipping:s1:2', 'capture:shipping:s1', 'release:shipping:s1', 'refund:s1'],
  ])
  given(topup(5_000n), pay(1_000n)).when(pay(1_000n, 2)).rejects('HOLD_CAPTURED')
})

test('LG-7 a second attempt adds to the hold and never holds the same points twice', () => {
  const { state } = given(topup(300n), pay(1_000n), topup(400n)).when(pay(1_000n, 2)).gives()
  expect(points(state)).toEqual({ balance: 700n, locked: 700n })
  given(topup(300n), pay(1_000n)).when(pay(900n, 2)).rejects('HOLD_MISMATCH')
})

test('LG-8 a correction is a reversal: a refund puts the gross back by new legs', () => {
  const { state, events } = given(topup(1_000n), pay(1_000n)).when(refund(1_000n)).gives()
  expect(points(state).balance).toBe(1_000n)
  expect(legsOf(events).map((leg) => leg.flowEvent)).toEqual(['refund', 'refund'])
})

test('LG-19 a development top-up is posted against the provider like any other', () => {
  const { events } = given().when(topup(500n)).gives()
  expect(legsOf(events).map((leg) => [leg.account, leg.flowType])).toEqual([
    ['platform:provider_clearing', 'out'],
    [buyer, 'in'],
  ])
})

test('SP-13 points that suffice go to escrow at once', () => {
  const { state, events } = given(topup(1_000n)).when(pay(1_000n)).gives()
  expect(events.map((event) => event.type)).toEqual(['Captured'])
  expect(points(state)).toEqual({ balance: 0n, locked: 0n })
})

test('SP-19 a top-up after the shipping was canceled stays as points', () => {
  const canceled = given(topup(100n), pay(1_000n), release)
  const { state, events } = canceled.when(topup(2_000n, capturing(1_000n))).gives()
  expect(events.map((event) => event.type)).toEqual(['Posted'])
  expect(events[0]?.data).toMatchObject({ capture: { flow: 'shipping', id: 's1', refused: 'HOLD_RELEASED' } })
  expect(points(state)).toEqual({ balance: 2_100n, locked: 0n })
})

test('SP-23 releasing ends the hold once, and nothing can be paid after it', () => {
  const { state } = given(topup(300n), pay(1_000n)).when(release).gives()
  expect(points(state)).toEqual({ balance: 300n, locked: 0n })
  given(topup(300n), release).when(pay(100n)).rejects('HOLD_RELEASED')
  given(topup(300n), pay(300n)).when(release).rejects('HOLD_CAPTURED')
})

test('SP-25 escrow is given back once, to the buyer, and never after a settlement', () => {
  given(topup(1_000n), pay(1_000n), refund(1_000n)).when(refund(1_000n)).rejects('HOLD_NOT_CAPTURED')
  given(topup(1_000n), pay(1_000n), settle(1_000n, 10n)).when(refund(1_000n)).rejects('HOLD_NOT_CAPTURED')
  given(topup(1_000n)).when(refund(1_000n)).rejects('HOLD_NOT_CAPTURED')
  given(topup(1_000n), pay(1_000n)).when(refund(1_000n, seller)).rejects('FLOW_NOT_ALLOWED')
})

test('SP-27 a settlement moves the whole gross of what was paid, once', () => {
  given(topup(1_000n), pay(1_000n), refund(1_000n)).when(settle(1_000n, 10n)).rejects('HOLD_NOT_CAPTURED')
  given(topup(1_000n), pay(1_000n)).when(settle(900n, 10n)).rejects('HOLD_MISMATCH')
  given(topup(1_000n), pay(1_000n), settle(1_000n, 10n))
    .when(settle(1_000n, 10n))
    .rejects('HOLD_NOT_CAPTURED')
})
