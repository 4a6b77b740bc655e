import { expect, test } from 'vitest'
import {
  at,
  buyer,
  capturing,
  given,
  legsOf,
  pay,
  post,
  refund,
  release,
  seller,
  settle,
  shipping,
  side,
  topup,
} from '../../test/given.ts'
import type { Command } from './commands.ts'

const about = { ...shipping, at }
const lock = (leg: string, value: bigint) => ({
  leg,
  account: buyer,
  unit: 'pt_thb',
  flowType: 'lock',
  value,
  vat: 0n,
  flowEvent: 'shipping',
  relatedId: 's1',
})
const moved = { unit: 'pt_thb', value: 1_000n, vat: 0n, flowEvent: 'shipping', relatedId: 's1' }
const captured = [
  { ...moved, leg: 'shipping.capture.customer.out', account: buyer, flowType: 'out' },
  { ...moved, leg: 'shipping.capture.escrow.in', account: 'platform:escrow', flowType: 'in' },
]
const credited = (value: bigint) => [
  {
    leg: 'topup.provider_clearing.out',
    account: 'platform:provider_clearing',
    flowType: 'out',
    unit: 'pt_thb',
    value,
    vat: 0n,
    flowEvent: 'topup',
    relatedId: `t${value}`,
  },
  {
    leg: 'topup.customer.in',
    account: buyer,
    flowType: 'in',
    unit: 'pt_thb',
    value,
    vat: 0n,
    flowEvent: 'topup',
    relatedId: `t${value}`,
  },
]

test('LG-4 LG-7 each event tells of what it is, whose, how much is held, and each of its legs by its own name', () => {
  const steps: [Command[], Command, object[]][] = [
    [
      [topup(600n)],
      pay(1_000n),
      [
        {
          type: 'Held',
          data: { ...about, amount: 1_000n, held: 600n, attempt: 1, legs: [lock('shipping.hold.1', 600n)] },
        },
      ],
    ],
    [
      [topup(600n), pay(1_000n), topup(100n)],
      pay(1_000n, 2),
      [
        {
          type: 'Held',
          data: { ...about, amount: 1_000n, held: 700n, attempt: 2, legs: [lock('shipping.hold.2', 100n)] },
        },
      ],
    ],
    [[], pay(1_000n), [{ type: 'Held', data: { ...about, amount: 1_000n, held: 0n, attempt: 1, legs: [] } }]],
    [
      [topup(1_000n)],
      pay(1_000n),
      [{ type: 'Captured', data: { ...about, amount: 1_000n, legs: captured } }],
    ],
    [
      [topup(600n), pay(1_000n), topup(400n)],
      { type: 'Capture', ...capturing(1_000n) },
      [
        {
          type: 'Captured',
          data: { ...about, amount: 1_000n, legs: [lock('shipping.release', -600n), ...captured] },
        },
      ],
    ],
    [
      [topup(600n), pay(1_000n)],
      release,
      [{ type: 'Released', data: { ...about, released: 600n, legs: [lock('shipping.release', -600n)] } }],
    ],
    [[], release, [{ type: 'Released', data: { ...about, released: 0n, legs: [] } }]],
    [[release], release, []],
    [
      [],
      topup(500n),
      [
        {
          type: 'Posted',
          data: {
            flow: 'topup',
            id: 't500',
            customerId: buyer,
            reference: 'r',
            at,
            legs: credited(500n),
          },
        },
      ],
    ],
    [
      [topup(600n), pay(1_000n)],
      topup(400n, capturing(1_000n)),
      [
        {
          type: 'Posted',
          data: {
            flow: 'topup',
            id: 't400',
            customerId: buyer,
            reference: 'r',
            at,
            legs: credited(400n),
            capture: { flow: 'shipping', id: 's1' },
          },
        },
        {
          type: 'Captured',
          data: { ...about, amount: 1_000n, legs: [lock('shipping.release', -600n), ...captured] },
        },
      ],
    ],
  ]
  for (const [before, command, events] of steps)
    expect(
      given(...before)
        .when(command)
        .gives().events,
      command.type,
    ).toEqual(events)
})

test('LG-7 legs of one kind and direction are numbered', () => {
  const two = post('settlement', [
    ...[side('escrow out pt_thb', 1_000n), side('conversion in pt_thb', 1_000n)],
    ...[side('conversion out ft_thb', 1_000n), side(`${seller} in ft_thb`, 600n)],
    side('join-artist in ft_thb', 400n),
  ])
  const { events } = given(topup(1_000n), pay(1_000n)).when(two).gives()
  expect(legsOf(events).map(({ leg }) => leg)).toEqual([
    ...['settlement.escrow.out', 'settlement.conversion.in', 'settlement.conversion.out'],
    ...['settlement.customer.in', 'settlement.customer.in.2'],
  ])
})

test('LG-4 a hold that can take what is there takes exactly that, and one that is captured needs all of it', () => {
  given(topup(1_000n))
    .when(pay(1_001n, 1, false))
    .rejects('INSUFFICIENT_FUNDS')
  given(topup(600n), pay(1_000n), topup(399n))
    .when({ type: 'Capture', ...capturing(1_000n) })
    .rejects('INSUFFICIENT_FUNDS')
  given(topup(999n))
    .when({ type: 'Capture', ...capturing(1_000n) })
    .rejects('INSUFFICIENT_FUNDS')
  expect(
    given(topup(1_000n))
      .when({ type: 'Capture', ...capturing(1_000n) })
      .gives().events,
  ).toHaveLength(1)
  const whole: Command = { type: 'Hold', ...shipping, amount: 500n, attempt: 1, upTo: true, capture: false }
  const { events } = given(topup(500n)).when(whole).gives()
  expect(events[0]).toMatchObject({ type: 'Held', data: { held: 500n } })
})

test('LG-7 a hold is of one customer and one amount; what was released before it was held has none', () => {
  given(topup(600n), pay(1_000n)).when(pay(1_000n, 2)).gives()
  given(topup(600n), pay(1_000n))
    .when({ ...release, customerId: seller })
    .rejects('HOLD_MISMATCH')
  given(release).when(pay(77n)).rejects('HOLD_RELEASED')
  given(topup(1_000n), pay(1_000n))
    .when({ ...refund(1_000n), customerId: seller })
    .rejects('HOLD_MISMATCH')
  given(topup(1_000n), pay(1_000n), settle(1_000n, 10n)).when(release).rejects('HOLD_CAPTURED')
})

test('LG-4 a posting that would take more than is spendable is refused, what is locked is not spendable', () => {
  const reversal = post('settlement_reversal', [
    ...[side(`${seller} out ft_thb`, 990n), side('service_fee out ft_thb', 10n)],
    ...[side('conversion in ft_thb', 1_000n), side('conversion out pt_thb', 1_000n)],
    side(`${buyer} in pt_thb`, 1_000n),
  ])
  const sold = [topup(1_000n), pay(1_000n), settle(1_000n, 10n)]
  const hold = (amount: bigint): Command => ({
    type: 'Hold',
    flow: 'withdrawal',
    id: 'w1',
    customerId: seller,
    amount,
    attempt: 1,
    upTo: false,
    capture: false,
  })
  expect(
    given(...sold)
      .when(reversal)
      .gives().events,
  ).toHaveLength(1)
  given(...sold, hold(1n))
    .when(reversal)
    .rejects('INSUFFICIENT_FUNDS')
})

test('LG-5 a flow that gives money back gives it to the customer of the command alone, in its own unit', () => {
  const back = (to: string) =>
    post('settlement_reversal', [
      ...[side(`${seller} out ft_thb`, 990n), side('service_fee out ft_thb', 10n)],
      ...[side('conversion in ft_thb', 1_000n), side('conversion out pt_thb', 1_000n)],
      side(`${to} in pt_thb`, 1_000n),
    ])
  const sold = given(topup(1_000n), pay(1_000n), settle(1_000n, 10n))
  sold.when(back(seller)).rejects('FLOW_NOT_ALLOWED')
  expect(sold.when(back(buyer)).gives().events).toHaveLength(1)
})

test('SP-13 what is held and what came since pay together, also where each alone would not', () => {
  const { events } = given(topup(600n), pay(1_000n), topup(400n)).when(pay(1_000n, 2)).gives()
  expect(events.map(({ type }) => type)).toEqual(['Captured'])
})
