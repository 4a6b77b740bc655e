import { Rejection } from '@talad/shared/rejection'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Capture, type Command, keyOf, type Of, type Posting } from './commands.ts'
import { decide } from './decide.ts'
import type { OutcomeEvent } from './events.ts'
import { flows, platformAccount } from './flows.ts'
import { vatInside } from './legs.ts'
import { accountOf, emptyState, evolve, type LedgerState, spendable } from './state.ts'

const at = new Date('2026-11-21T00:00:00Z')
const buyer = 'join-buyer'
const seller = 'join-seller'
const [pt, ft] = ['pt_thb', 'ft_thb'] as const

/** One side of a posting, in the words of the flow table. */
function side(text: string, value: bigint): Posting {
  const [account = '', type, unit] = text.split(' ')
  const named = account.startsWith('join-') ? account : platformAccount(account as 'escrow')
  return { account: named, type: type as 'in', unit: unit as 'pt_thb', value }
}

function post(flow: string, postings: readonly Posting[], more: Partial<Of<'Post'>> = {}): Of<'Post'> {
  const about = { flow, id: 's1', customerId: buyer, reference: 'r', capture: undefined }
  return { type: 'Post', ...about, postings, ...more }
}
const topup = (value: bigint, capture?: Capture, unit: 'pt_thb' | 'ft_thb' = pt) =>
  post('topup', [side(`provider_clearing out ${unit}`, value), side(`${buyer} in ${unit}`, value)], {
    ...{ id: `t${value}`, capture },
  })
const shipping = { flow: 'shipping', id: 's1', customerId: buyer }
const capturing = (amount: bigint): Capture => ({ ...shipping, amount })
const pay = (amount: bigint, attempt = 1, upTo = true): Command => ({
  ...{ type: 'Hold', ...shipping, amount, attempt, upTo, capture: true },
})
const release: Command = { type: 'Release', ...shipping }
const refund = (gross: bigint, to = buyer) =>
  post('refund', [side('escrow out pt_thb', gross), side(`${to} in pt_thb`, gross)])
const settle = (gross: bigint, fee: bigint, royalty = 0n) =>
  post('settlement', [
    side('escrow out pt_thb', gross),
    side('conversion in pt_thb', gross),
    side('conversion out ft_thb', gross),
    ...[side(`${seller} in ft_thb`, gross - fee - royalty), side('service_fee in ft_thb', fee)],
    ...(royalty > 0n ? [side('holding in ft_thb', royalty)] : []),
  ])

function run(state: LedgerState, command: Command): { state: LedgerState; events: OutcomeEvent[] } {
  const events = decide(command, state, at)
  return { state: events.reduce(evolve, state), events }
}

const given = (...commands: Command[]) => {
  const state = commands.reduce((before, command) => run(before, command).state, emptyState)
  return {
    state,
    when: (command: Command) => ({
      gives: () => run(state, command),
      rejects: (code: string) => {
        expect(() => decide(command, state, at)).toThrowError(new Rejection(code))
      },
    }),
  }
}

const points = (state: LedgerState) => accountOf(state, buyer, pt)
const baht = (state: LedgerState, whose = seller) => accountOf(state, whose, ft)
const legsOf = (events: readonly OutcomeEvent[]) => events.flatMap((event) => event.data.legs)

function sums(events: readonly OutcomeEvent[]): Map<string, bigint> {
  const total = new Map<string, bigint>()
  for (const leg of legsOf(events)) {
    if (leg.flowType === 'lock') continue
    total.set(leg.unit, (total.get(leg.unit) ?? 0n) + (leg.flowType === 'in' ? leg.value : -leg.value))
  }
  return total
}

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

test('LG-5 a flow moves only the accounts and units that its row names', () => {
  const wrong = [side('escrow out pt_thb', 5n), side(`${buyer} in pt_thb`, 5n)]
  given().when(post('topup', wrong)).rejects('FLOW_NOT_ALLOWED')
  given()
    .when(post('topup', [side(`${buyer} out pt_thb`, 5n), side('provider_clearing in pt_thb', 5n)]))
    .rejects('FLOW_NOT_ALLOWED')
  const nobody = { account: 'platform:nobody', unit: pt, type: 'out', value: 5n } as const
  given()
    .when(post('topup', [nobody, side(`${buyer} in pt_thb`, 5n)]))
    .rejects('FLOW_NOT_ALLOWED')
  given()
    .when(post('topup', [side('provider_clearing out pt_thb', 5n), side('join-other in pt_thb', 5n)]))
    .rejects('FLOW_NOT_ALLOWED')
})

test('LG-5 the table of flows is closed, and each flow has its own commands', () => {
  for (const flow of ['gift', 'toString', '']) given().when(post(flow, [])).rejects('UNKNOWN_FLOW')
  given().when(post('shipping', [])).rejects('UNKNOWN_FLOW')
  given()
    .when({ type: 'Release', ...shipping, flow: 'topup' })
    .rejects('UNKNOWN_FLOW')
  given()
    .when({ type: 'Capture', ...capturing(1n), flow: 'refund' })
    .rejects('UNKNOWN_FLOW')
  given()
    .when({ type: 'Hold', ...shipping, flow: 'x', amount: 1n, attempt: 1, upTo: false, capture: false })
    .rejects('UNKNOWN_FLOW')
})

const withdrawal = { flow: 'withdrawal', id: 'w1', customerId: seller }
const holdWithdrawal = (amount: bigint): Command => ({
  ...{ type: 'Hold', ...withdrawal, amount, attempt: 1, upTo: false, capture: false },
})
const payout = (amount: bigint): Command => ({ type: 'Capture', ...withdrawal, amount })
const earned = [topup(10_000n), pay(10_000n), settle(10_000n, 250n)]

test('LG-5 a withdrawal is held at its request, and goes out through withdrawal clearing at its payout', () => {
  const held = given(...earned, holdWithdrawal(9_000n))
  expect(baht(held.state)).toEqual({ balance: 9_750n, locked: 9_000n })
  const { state, events } = held.when(payout(9_000n)).gives()
  expect(baht(state)).toEqual({ balance: 750n, locked: 0n })
  expect(legsOf(events).map(({ flowEvent, flowType, value }) => [flowEvent, flowType, value])).toEqual([
    ...[
      ['withdrawal', 'lock', -9_000n],
      ['withdrawal', 'out', 9_000n],
      ['withdrawal', 'in', 9_000n],
    ],
  ])
  expect(legsOf(events).at(-1)?.account).toBe('platform:withdrawal_clearing')
})

test('BW-12 a withdrawal that is rejected gives back what was held, once', () => {
  const released: Command = { type: 'Release', ...withdrawal }
  const after = given(...earned, holdWithdrawal(9_000n), released)
  expect(baht(after.state)).toEqual({ balance: 9_750n, locked: 0n })
  expect(after.when(released).gives().events).toEqual([])
  after.when(payout(9_000n)).rejects('HOLD_RELEASED')
  given(...earned, holdWithdrawal(9_000n), payout(9_000n))
    .when(released)
    .rejects('HOLD_CAPTURED')
})

test('LG-5 a withdrawal takes only what was held for it, by its own customer', () => {
  given(...earned)
    .when(payout(100n))
    .rejects('HOLD_NOT_FOUND')
  given(...earned)
    .when(holdWithdrawal(9_751n))
    .rejects('INSUFFICIENT_FUNDS')
  const held = given(...earned, holdWithdrawal(9_000n))
  held.when(payout(9_001n)).rejects('HOLD_MISMATCH')
  held.when({ ...payout(9_000n), customerId: buyer }).rejects('HOLD_MISMATCH')
})

const cardRefund = { flow: 'card_refund', id: 'r1', customerId: buyer }
const holdRefund = (attempt = 1): Command => ({
  ...{ type: 'Hold', ...cardRefund, amount: 400n, attempt, upTo: false, capture: false },
})

test('SP-26 a card refund is held, and goes back to the provider or to the customer', () => {
  const held = given(topup(1_000n), holdRefund())
  expect(points(held.state)).toEqual({ balance: 1_000n, locked: 400n })
  const { state, events } = held.when({ type: 'Capture', ...cardRefund, amount: 400n }).gives()
  expect(points(state)).toEqual({ balance: 600n, locked: 0n })
  expect(legsOf(events).map(({ account, flowEvent }) => [account, flowEvent])).toEqual([
    ...[
      [buyer, 'refund'],
      [buyer, 'refund'],
      ['platform:provider_clearing', 'refund'],
    ],
  ])
  const failed = held.when({ type: 'Release', ...cardRefund }).gives()
  expect(points(failed.state)).toEqual({ balance: 1_000n, locked: 0n })
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

test('LG-8 a settlement is reversed as a whole, VAT included, once, and only while the seller has the money', () => {
  const reversal = post('settlement_reversal', [
    side(`${seller} out ft_thb`, 9_750n),
    side('service_fee out ft_thb', 250n),
    side('conversion in ft_thb', 10_000n),
    side('conversion out pt_thb', 10_000n),
    side(`${buyer} in pt_thb`, 10_000n),
  ])
  const { state, events } = given(...earned)
    .when(reversal)
    .gives()
  expect([baht(state).balance, points(state).balance]).toEqual([0n, 10_000n])
  const before = given(topup(10_000n), pay(10_000n)).when(settle(10_000n, 250n)).gives()
  const total = new Map<string, bigint>()
  for (const leg of legsOf([...before.events, ...events])) {
    const signed = leg.flowType === 'in' ? leg.value : -leg.value
    total.set(leg.account, (total.get(leg.account) ?? 0n) + signed)
  }
  expect(total.get('platform:service_fee')).toBe(0n)
  expect(total.get('platform:vat')).toBe(0n)
  given(...earned, reversal)
    .when(reversal)
    .rejects('HOLD_NOT_CAPTURED')
  given(...earned, holdWithdrawal(1_000n))
    .when(reversal)
    .rejects('INSUFFICIENT_FUNDS') // LG-18
})

test('LG-8 a payout or a card refund that comes back is reversed once, to whom it was taken from', () => {
  const back = (to: string, value = 9_000n) =>
    post(
      'withdrawal_reversal',
      [side('withdrawal_clearing out ft_thb', value), side(`${to} in ft_thb`, value)],
      {
        ...{ id: 'w1', customerId: seller },
      },
    )
  const paidOut = given(...earned, holdWithdrawal(9_000n), payout(9_000n))
  const { state } = paidOut.when(back(seller)).gives()
  expect(baht(state)).toEqual({ balance: 9_750n, locked: 0n })
  paidOut.when(back(buyer)).rejects('FLOW_NOT_ALLOWED')
  paidOut.when(back(seller, 8_000n)).rejects('HOLD_MISMATCH')
  given(...earned, holdWithdrawal(9_000n))
    .when(back(seller))
    .rejects('HOLD_NOT_CAPTURED')
  const unrefunded = post(
    'card_refund_reversal',
    [side('provider_clearing out pt_thb', 400n), side(`${buyer} in pt_thb`, 400n)],
    { id: 'r1' },
  )
  const refunded = given(topup(1_000n), holdRefund(), { type: 'Capture', ...cardRefund, amount: 400n })
  expect(points(refunded.when(unrefunded).gives().state).balance).toBe(1_000n)
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

test('B1 no sequence of commands breaks a balance: sums hold, nothing is negative', () => {
  const amount = fc.bigInt({ min: 1n, max: 3_000n })
  const holdFlows = Object.keys(flows).filter((name) => flows[name]?.command === 'hold')
  const hold = fc
    .tuple(fc.constantFrom(...holdFlows), amount, fc.boolean(), fc.boolean(), fc.integer({ min: 1, max: 9 }))
    .map(
      ([flow, value, upTo, capture, attempt]): Command => ({
        ...{ type: 'Hold', ...shipping, flow, amount: value, attempt, upTo, capture },
      }),
    )
  const ends = fc
    .tuple(fc.constantFrom(...holdFlows), amount, fc.boolean())
    .map(
      ([flow, value, isRelease]): Command =>
        isRelease ? { type: 'Release', ...shipping, flow } : { type: 'Capture', ...capturing(value), flow },
    )
  const command = fc.oneof(
    fc.tuple(amount, fc.constantFrom(pt, ft)).map(([value, unit]) => topup(value, undefined, unit)),
    fc.tuple(amount, fc.integer({ min: 1, max: 9 })).map(([gross, n]) => pay(gross, n)),
    amount.map((gross) => topup(gross, capturing(gross))),
    ...[hold, ends, amount.map((gross) => refund(gross))],
    fc.tuple(amount, fc.bigInt({ min: 1n, max: 10n })).map(([gross, fee]) => settle(gross + 10n, fee)),
  )
  fc.assert(
    fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
      let state = emptyState
      const posted: OutcomeEvent[] = []
      for (const one of commands) {
        try {
          const next = run(state, one)
          state = next.state
          posted.push(...next.events)
        } catch (error) {
          if (!(error instanceof Rejection)) throw error
        }
        for (const account of state.accounts.values()) {
          expect(account.locked >= 0n && account.balance >= account.locked).toBe(true)
        }
        const held = [...state.holds.values()].reduce((sum, one) => sum + one.held, 0n)
        expect([...state.accounts.values()].reduce((sum, one) => sum + one.locked, 0n)).toBe(held)
      }
      for (const total of sums(posted).values()) expect(total).toBe(0n)
    }),
    { numRuns: 500 },
  )
})
