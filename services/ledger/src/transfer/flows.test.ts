import { expect, test } from 'vitest'
import {
  baht,
  buyer,
  capturing,
  cardRefund,
  earned,
  given,
  holdRefund,
  holdWithdrawal,
  legsOf,
  pay,
  payout,
  points,
  post,
  pt,
  release,
  seller,
  settle,
  shipping,
  side,
  topup,
  withdrawal,
} from '../../test/given.ts'
import type { Command } from './commands.ts'

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

test('LG-1 only customers have something held, captured or posted for them', () => {
  for (const customerId of ['platform:escrow', 'nobody', '']) {
    for (const command of [pay(5n), release, { type: 'Capture', ...capturing(5n) }, topup(5n)] as Command[])
      given(topup(10n))
        .when({ ...command, customerId })
        .rejects('NOT_A_CUSTOMER')
  }
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

test('BW-11 what was paid out leaves through the provider, the rest is our fee with its VAT, once and as a whole', () => {
  const settlement = (net: bigint, fee: bigint) =>
    post(
      'withdrawal_settlement',
      [
        side('withdrawal_clearing out ft_thb', net + fee),
        side('provider_clearing in ft_thb', net),
        side('service_fee in ft_thb', fee),
      ],
      { id: 'w1', customerId: seller },
    )
  const held = given(...earned, holdWithdrawal(9_000n))
  held.when(settlement(7_500n, 1_500n)).rejects('HOLD_NOT_CAPTURED')
  const paidOut = given(...earned, holdWithdrawal(9_000n), payout(9_000n))
  paidOut.when(settlement(7_499n, 1_500n)).rejects('HOLD_MISMATCH')
  const { events } = paidOut.when(settlement(7_500n, 1_500n)).gives()
  expect(legsOf(events).map(({ account, flowType, value }) => `${account} ${flowType} ${value}`)).toEqual([
    ...['platform:withdrawal_clearing out 9000', 'platform:provider_clearing in 7500'],
    ...['platform:service_fee in 1500', 'platform:service_fee out 98', 'platform:vat in 98'],
  ])
  given(...earned, holdWithdrawal(9_000n), payout(9_000n), settlement(7_500n, 1_500n))
    .when(settlement(7_500n, 1_500n))
    .rejects('HOLD_NOT_CAPTURED')
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
  const about = { id: 'w1', customerId: seller }
  const settled = post(
    'withdrawal_settlement',
    [
      side('withdrawal_clearing out ft_thb', 9_000n),
      side('provider_clearing in ft_thb', 7_500n),
      side('service_fee in ft_thb', 1_500n),
    ],
    about,
  )
  const back = (to: string, net = 7_500n) =>
    post(
      'withdrawal_reversal',
      [
        side('provider_clearing out ft_thb', net),
        side('service_fee out ft_thb', 1_500n),
        side(`${to} in ft_thb`, net + 1_500n),
      ],
      about,
    )
  const captured = [...earned, holdWithdrawal(9_000n), payout(9_000n)]
  const paidOut = given(...captured, settled)
  const { state } = paidOut.when(back(seller)).gives()
  expect(baht(state)).toEqual({ balance: 9_750n, locked: 0n })
  paidOut.when(back(buyer)).rejects('FLOW_NOT_ALLOWED')
  paidOut.when(back(seller, 6_500n)).rejects('HOLD_MISMATCH')
  given(...captured, settled, back(seller))
    .when(back(seller))
    .rejects('HOLD_NOT_CAPTURED')
  given(...captured)
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
