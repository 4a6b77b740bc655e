import { Rejection } from '@talad/shared/rejection'
import { decider } from '@talad/shared/testing/decider'
import { expect, test } from 'vitest'
import type { Command, PayIntent, ProviderAnswer } from './commands.ts'
import { decide } from './decide.ts'
import { evolve, type Topup } from './state.ts'

const now = new Date('2026-11-21T10:00:00Z')
const at = now
const opened: Command = {
  type: 'Open',
  shippingId: 's1',
  customerId: 'join-b',
  orderNo: 'ORDER1',
  amount: 25_000n,
  now,
  description: 'd',
}
const answer: ProviderAnswer = {
  transactionId: '1000001',
  orderNo: 'ORDER1',
  customerId: 'join-b',
  amount: 25_000n,
  currency: '764',
  paymentStatus: 0,
}
const pay: PayIntent = { shippingId: 's1', buyerCustomerId: 'join-b', gross: 30_000n, attempt: 2 }
const inquiry = (about: Partial<ProviderAnswer> = {}, intent?: PayIntent): Command => ({
  type: 'RecordInquiry',
  answer: { ...answer, ...about },
  pay: intent,
  now,
})
const started: Command = { type: 'RecordStarted', transactionId: '1000001', paymentUrl: 'https://card', now }
const callback: Command = { type: 'RecordCallback', transactionId: '1000001', paymentStatus: 1, now }
const refused: Command = { type: 'RecordRefused', reason: 'no such card', now }
const gaveUp: Command = { type: 'GiveUp', now }
const held = [opened, inquiry({ amount: 24_999n })]
const decision = (version: number) => ({ version, by: 'join-admin', note: 'asked the provider', now })
const accept = (version = 2, intent?: PayIntent): Command => ({
  type: 'AcceptMismatch',
  pay: intent,
  state: 'none',
  ...decision(version),
})
const refuse = (version = 2): Command => ({ type: 'RefuseMismatch', ...decision(version) })

const { given } = decider({ initial: undefined as Topup | undefined, evolve, decide })
const events = (before: readonly Command[], command: Command) =>
  given(...before)
    .when(command)
    .events()

test('SP-14 SP-15 SP-21 each step of a card payment tells what by, how much and when', () => {
  const { type: _, now: _now, ...about } = opened as Extract<Command, { type: 'Open' }>
  const credited = { transactionId: '1000001', customerId: 'join-b', amount: 25_000n, at }
  const steps: [Command[], Command, object[]][] = [
    [[], opened, [{ type: 'TopupOpened', data: { ...about, at } }]],
    [
      [],
      { ...about, type: 'Open', payerIp: '192.0.2.7', now },
      [{ type: 'TopupOpened', data: { ...about, payerIp: '192.0.2.7', at } }],
    ],
    [[opened], opened, []],
    [
      [opened],
      started,
      [{ type: 'TopupStarted', data: { transactionId: '1000001', paymentUrl: 'https://card', at } }],
    ],
    [
      [opened],
      callback,
      [{ type: 'CallbackReceived', data: { transactionId: '1000001', paymentStatus: 1, at } }],
    ],
    [[opened], inquiry(), [{ type: 'TopupCompleted', data: credited }]],
    [[opened], inquiry({}, pay), [{ type: 'TopupCompleted', data: { ...credited, pay } }]],
    [
      [opened],
      inquiry({ paymentStatus: 1 }),
      [{ type: 'TopupFailed', data: { reason: 'provider status 1', at } }],
    ],
    [
      [opened],
      inquiry({ paymentStatus: 3 }),
      [{ type: 'TopupFailed', data: { reason: 'provider status 3', at } }],
    ],
    [[opened], inquiry({ paymentStatus: 2 }), [{ type: 'TopupCanceled', data: { at } }]],
    [
      [opened],
      inquiry({ paymentStatus: 4 }),
      [{ type: 'UnknownStatusTold', data: { paymentStatus: 4, at } }],
    ],
    [[opened], refused, [{ type: 'TopupFailed', data: { reason: 'no such card', at } }]],
    [[opened], gaveUp, [{ type: 'TopupFailed', data: { reason: 'no answer in 24 hours', at } }]],
  ]
  for (const [before, command, expected] of steps) expect(events(before, command)).toEqual(expected)
})

test('SP-21 what has ended is neither started, refused nor given up, and fails or is canceled no more', () => {
  const ends = [inquiry(), inquiry({ paymentStatus: 1 }), inquiry({ paymentStatus: 2 })]
  const late = [
    started,
    refused,
    gaveUp,
    ...[1, 2, 3, 4, 9].map((paymentStatus) => inquiry({ paymentStatus })),
  ]
  for (const end of ends) for (const command of late) expect(events([opened, end], command)).toEqual([])
  // started once
  expect(events([opened, started], { ...started, paymentUrl: 'https://other' } as Command)).toEqual([])
})

test('SP-35 whose payment a form opens is paid under the transaction that the provider tells, and refundable by it', () => {
  const led: Command = { type: 'RecordStarted', paymentUrl: 'https://shop/payment/index.html', now }
  expect(events([opened], led)).toEqual([
    { type: 'TopupStarted', data: { paymentUrl: 'https://shop/payment/index.html', at } },
  ])
  expect(events([opened, led], led)).toEqual([])
  const { state } = given(opened, led, inquiry())
  expect(state).toMatchObject({ status: 'completed', transactionId: '1000001', credited: 25_000n })
})

test('SP-18 what differs is told with what was asked for, what came, and what was taken', () => {
  const told = (about: Partial<ProviderAnswer>) => events([opened], inquiry(about))[0]?.data
  const taken = { transactionId: '1000001', at }
  expect(told({ orderNo: 'OTHER' })).toEqual({
    field: 'orderNo',
    expected: 'ORDER1',
    received: 'OTHER',
    taken: 25_000n,
    ...taken,
  })
  expect(told({ customerId: 'join-x' })).toEqual({
    field: 'customerId',
    expected: 'join-b',
    received: 'join-x',
    taken: 25_000n,
    ...taken,
  })
  expect(told({ amount: 24_999n })).toEqual({
    field: 'amount',
    expected: '25000',
    received: '24999',
    taken: 24_999n,
    ...taken,
  })
  // of another currency it is not known how many baht were taken
  expect(told({ currency: '840' })).toEqual({
    field: 'currency',
    expected: '764',
    received: '840',
    ...taken,
  })
})

test('SP-18 what an admin accepts is credited as the provider took it, and what they refuse is not', () => {
  const accepted = { type: 'MismatchAccepted', data: { by: 'join-admin', note: 'asked the provider', at } }
  const credit = { transactionId: '1000001', customerId: 'join-b', amount: 24_999n, at }
  expect(events(held, accept())).toEqual([accepted, { type: 'TopupCompleted', data: credit }])
  expect(events(held, accept(2, pay))).toEqual([
    ...[accepted, { type: 'TopupCompleted', data: { ...credit, pay } }],
  ])
  expect(events(held, refuse())).toEqual([
    { type: 'MismatchRefused', data: { by: 'join-admin', note: 'asked the provider', at } },
  ])
})

test('AW-4 SP-18 nobody decides on what is not held, was decided, or has changed meanwhile', () => {
  given(...held)
    .when(accept(1))
    .rejects('VERSION_CONFLICT', { field: 'version' })
  given(...held)
    .when(refuse(1))
    .rejects('VERSION_CONFLICT')
  given(opened).when(accept(1)).rejects('TOPUP_NOT_HELD')
  given(opened).when(refuse(1)).rejects('TOPUP_NOT_HELD')
  given(...held, refuse())
    .when(accept(3))
    .rejects('TOPUP_NOT_HELD')
  // what a person has decided stands, whatever the provider says later
  expect(events([...held, refuse()], inquiry())).toEqual([])
  expect(events([...held, refuse()], inquiry({ amount: 1n }))).toEqual([])
})

test('SP-18 nothing is credited of what was taken in another currency, of nothing, or without a transaction', () => {
  given(opened, inquiry({ currency: '840' }))
    .when(accept())
    .rejects('MISMATCH_NOT_ACCEPTABLE')
  for (const amount of [0n, -1n])
    given(opened, inquiry({ amount })).when(accept()).rejects('MISMATCH_NOT_ACCEPTABLE')
  const [first, second] = held.map((command, n) => events(held.slice(0, n), command)[0])
  if (first?.type !== 'TopupOpened' || second?.type !== 'TopupMismatched') throw new Error('it is not held')
  const { transactionId: _, ...without } = second.data
  const before = [first, { ...second, data: without }].reduce<Topup | undefined>(evolve, undefined)
  expect(() => decide(accept(), before)).toThrowError(new Rejection('MISMATCH_NOT_ACCEPTABLE'))
  // one that is known from the start of the payment will do
  const [start] = events([opened], started)
  if (!start) throw new Error('it is not started')
  const known = [first, start, { ...second, data: without }].reduce<Topup | undefined>(evolve, undefined)
  expect(decide(accept(3), known).at(-1)?.data).toMatchObject({ transactionId: '1000001' })
})

test('SP-18 what the provider has given back, is about to, or says nothing of is not accepted, only refused', () => {
  const seen = given(...held)
  for (const state of ['requested', 'returned', undefined] as const)
    seen.when({ ...accept(), state } as Command).rejects('MISMATCH_RETURNED')
  seen.when(refuse()).makes('MismatchRefused')
})

test('SP-18 what is held fails by no word of the provider and by no time: a person decides', () => {
  const seen = given(...held)
  for (const paymentStatus of [0, 1, 2, 3, 4, 9]) seen.when(inquiry({ paymentStatus })).makes()
  seen.when({ type: 'RecordRefused', reason: 'the page was lost', now }).makes()
  seen.when({ type: 'GiveUp', now: new Date(now.getTime() + 25 * 3_600_000) }).makes()
  seen.when(accept()).makes('MismatchAccepted', 'TopupCompleted')
})
