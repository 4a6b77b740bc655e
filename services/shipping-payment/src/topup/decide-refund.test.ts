import { decider } from '@talad/shared/testing/decider'
import { expect, test } from 'vitest'
import type { Command, ProviderAnswer } from './commands.ts'
import { decide } from './decide.ts'
import { evolve, isUnreturned, refundableOf, type Topup } from './state.ts'

const now = new Date('2026-11-21T10:00:00Z')
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
const opened: Command = {
  type: 'Open',
  shippingId: 's1',
  customerId: 'join-b',
  orderNo: 'ORDER1',
  amount: 25_000n,
  description: 'd',
  now,
}
const answer: ProviderAnswer = {
  transactionId: '1000001',
  orderNo: 'ORDER1',
  customerId: 'join-b',
  amount: 25_000n,
  currency: '764',
  paymentStatus: 0,
}
const inquiry = (about: Partial<ProviderAnswer> = {}): Command => ({
  type: 'RecordInquiry',
  answer: { ...answer, ...about },
  pay: undefined,
  now,
})
const by = { by: 'join-admin', note: 'the buyer asked for it', now }
const request = (version: number, refundId = 'r1'): Command => ({
  type: 'RequestRefund',
  refundId,
  version,
  ...by,
})
const held: Command = { type: 'RecordRefundHeld', refundId: 'r1', now }
const ask = (method: 'void' | 'refund'): Command => ({ type: 'AskRefund', refundId: 'r1', method, now })
const declined = (method: 'void' | 'refund'): Command => ({
  type: 'RecordRefundRefused',
  refundId: 'r1',
  method,
  reason: 'no',
  now,
})
const told = (state: 'none' | 'requested' | 'returned', at = now): Command => ({
  type: 'RecordReturnState',
  refundId: 'r1',
  state,
  now: at,
})
const accept = (version: number): Command => ({
  type: 'AcceptMismatch',
  version,
  pay: undefined,
  state: 'none',
  ...by,
})
const refuse = (version: number): Command => ({ type: 'RefuseMismatch', version, ...by })

const { given } = decider({ initial: undefined as Topup | undefined, evolve, decide })
const paid = [opened, inquiry()]

test('SP-26 none → refunding → refunded, of the whole card payment that was credited, with its note', () => {
  given(...paid)
    .when(request(2))
    .makes('RefundRequested')
  const asked = given(...paid, request(2), held, ask('void'))
  expect(asked.state?.refund).toMatchObject({
    status: 'refunding',
    stage: 'asked',
    amount: 25_000n,
    note: by.note,
    by: by.by,
    credited: true,
  })
  asked.when(told('requested')).makes()
  asked.when(told('returned')).makes('RefundCompleted')
  const done = given(...paid, request(2), held, ask('void'), told('returned'))
  expect(done.state?.refund?.status).toBe('refunded')
  done.when(request(6, 'r2')).rejects('ALREADY_REFUNDED')
  done.when(told('returned')).makes()
  const byTheOther = [ask('void'), declined('void'), ask('refund'), told('returned')]
  expect(given(...paid, request(2), held, ...byTheOther).state?.refund).toMatchObject({
    status: 'refunded',
    methods: ['void', 'refund'],
    reason: undefined,
  })
})

test('SP-26 a card payment that was not completed, or is being refunded, is not refunded', () => {
  given(opened).when(request(1)).rejects('TOPUP_NOT_COMPLETED')
  given(opened, inquiry({ paymentStatus: 1 }))
    .when(request(2))
    .rejects('TOPUP_NOT_COMPLETED')
  given(...paid, request(2))
    .when(request(3, 'r2'))
    .rejects('ALREADY_REFUNDED')
  given(...paid, request(2))
    .when(request(2))
    .makes() // the same request again
})

test('SP-26 points that are spent are not refunded: the ledger refuses, and nothing is asked of the provider', () => {
  const refused: Command = {
    type: 'RecordRefundRefusedByLedger',
    refundId: 'r1',
    reason: 'insufficient_funds',
    now,
  }
  const failed = given(...paid, request(2), refused)
  expect(failed.state?.refund).toMatchObject({ status: 'failed', reason: 'insufficient_funds', methods: [] })
  failed.when(ask('void')).makes()
  failed.when(request(4, 'r2')).makes('RefundRequested') // failed → refunding
})

test('SP-26 the provider is asked once in each way, the second only after it has refused the first', () => {
  const holding = given(...paid, request(2))
  holding.when(ask('void')).makes()
  const asked = given(...paid, request(2), held, ask('void'))
  asked.when(ask('void')).makes()
  asked.when(ask('refund')).makes()
  const again = given(...paid, request(2), held, ask('void'), declined('void'))
  again.when(ask('void')).makes()
  again.when(ask('refund')).makes('RefundAsked')
  const last = given(...paid, request(2), held, ask('void'), declined('void'), ask('refund'))
  last.when(declined('void')).makes()
  last.when(declined('refund')).makes('RefundFailed')
})

test('SP-26 an unknown outcome stays refunding, for a day, and for as long as the provider works on it', () => {
  const asked = given(...paid, request(2), held, ask('void'))
  asked.when(told('none', later(0.04))).makes()
  asked.when(told('requested', later(24 * 9))).makes()
  asked.when(told('none', later(24))).makes('RefundFailed')
  asked.when(told('returned', later(24 * 9))).makes('RefundCompleted')
})

test('SP-26 what never reached the provider is asked again, at most four times; a refusal then is no final word', () => {
  const asked = [...paid, request(2), held, ask('void')]
  given(...asked)
    .when(told('none', later(0.05)))
    .makes('RefundUnheard')
  const unheard = [...asked, told('none', later(0.05))]
  expect(given(...unheard).state?.refund).toMatchObject({ status: 'refunding', stage: 'asking', methods: [] })
  given(...unheard)
    .when(told('none', later(0.1)))
    .makes()
  given(...unheard)
    .when(ask('void'))
    .makes('RefundAsked')
  const refused = [...unheard, ask('void'), declined('void'), ask('refund'), declined('refund')]
  expect(given(...refused).state?.refund).toMatchObject({ status: 'refunding', stage: 'asked' })
  given(...refused)
    .when(told('returned'))
    .makes('RefundCompleted')
  const again = [ask('void'), told('none', later(0.05))]
  const often = [...paid, request(2), held, ...again, ...again, ...again, ...again, ask('void')]
  given(...often)
    .when(told('none', later(23)))
    .makes()
  given(...often)
    .when(told('none', later(24)))
    .makes('RefundFailed')
})

test('SP-26 AW-4 a decision on an older version is refused with who changed it and when', () => {
  const { state } = given(...paid, request(2))
  try {
    decide(request(2, 'r2'), state)
    expect.unreachable()
  } catch (error) {
    expect(error).toMatchObject({
      code: 'VERSION_CONFLICT',
      details: { version: 3, changed_by: 'join-admin', changed_at: now.toISOString() },
    })
  }
})

test('SP-18 what is held is accepted as what the provider took, or refused, once', () => {
  const wrong = given(opened, inquiry({ amount: 24_000n }))
  wrong.when(accept(2)).makes('MismatchAccepted', 'TopupCompleted')
  const accepted = given(opened, inquiry({ amount: 24_000n }), accept(2))
  expect(accepted.state).toMatchObject({
    status: 'completed',
    credited: 24_000n,
    transactionId: '1000001',
    mismatch: { decision: 'accepted', by: 'join-admin', note: by.note },
  })
  accepted.when(refuse(4)).rejects('TOPUP_NOT_HELD')
  accepted.when(request(4)).makes('RefundRequested')
  const refused = given(opened, inquiry({ amount: 24_000n }), refuse(2))
  expect(refused.state).toMatchObject({ status: 'failed', credited: undefined })
  refused.when(inquiry({ amount: 24_000n })).makes()
  refused.when(inquiry()).makes() // what a person has decided stands
  refused.when(accept(3)).rejects('TOPUP_NOT_HELD')
  given(opened).when(accept(1)).rejects('TOPUP_NOT_HELD')
})

test('SP-18 a payment in another currency cannot be accepted', () => {
  given(opened, inquiry({ currency: '840' }))
    .when(accept(2))
    .rejects('MISMATCH_NOT_ACCEPTABLE')
})

const about = { refundId: 'r1', customerId: 'join-b', amount: 25_000n, credited: true }

test('SP-26 each step of a refund tells of which refund it is, whose, how much and why', () => {
  const events = (before: readonly Command[], command: Command) =>
    given(...paid, ...before)
      .when(command)
      .events()
  const asked = [request(2), held, ask('void')]
  expect(events([], request(2))).toEqual([
    {
      type: 'RefundRequested',
      data: { ...about, by: 'join-admin', note: 'the buyer asked for it', at: now },
    },
  ])
  expect(events([request(2)], held)).toEqual([{ type: 'RefundHeld', data: { refundId: 'r1', at: now } }])
  expect(
    events([request(2)], {
      type: 'RecordRefundRefusedByLedger',
      refundId: 'r1',
      reason: 'insufficient_funds',
      now,
    }),
  ).toEqual([{ type: 'RefundFailed', data: { ...about, reason: 'insufficient_funds', at: now } }])
  expect(events([request(2), held], ask('void'))).toEqual([
    { type: 'RefundAsked', data: { refundId: 'r1', method: 'void', at: now } },
  ])
  expect(events(asked, declined('void'))).toEqual([
    { type: 'RefundDeclined', data: { refundId: 'r1', method: 'void', reason: 'no', at: now } },
  ])
  expect(events([...asked, declined('void'), ask('refund')], declined('refund'))).toEqual([
    { type: 'RefundFailed', data: { ...about, reason: 'no', at: now } },
  ])
  expect(events(asked, told('returned'))).toEqual([{ type: 'RefundCompleted', data: { ...about, at: now } }])
  expect(events(asked, told('none', later(0.05)))).toEqual([
    { type: 'RefundUnheard', data: { refundId: 'r1', at: later(0.05) } },
  ])
  expect(events(asked, told('none', later(24)))).toEqual([
    {
      type: 'RefundFailed',
      data: { ...about, reason: 'the provider knows of no refund', at: later(24) },
    },
  ])
})

test('SP-26 what is said of another refund, of none, or of a step that is past changes nothing', () => {
  const refused: Command = {
    type: 'RecordRefundRefusedByLedger',
    refundId: 'r1',
    reason: 'insufficient_funds',
    now,
  }
  const steps = [held, refused, ask('void'), declined('void'), told('returned')]
  for (const step of steps) {
    given(...paid)
      .when(step)
      .makes()
    given(...paid, request(2, 'r2'))
      .when(step)
      .makes()
  }
  const asked = given(...paid, request(2), held, ask('void'))
  asked.when(held).makes()
  asked.when(refused).makes()
  given(...paid, request(2), held)
    .when(told('none', later(48)))
    .makes() // nobody was asked yet
})

test('SP-26 points that the ledger would not take from a refunded card are told of, once for each reason', () => {
  const notPosted = (refundId: string, reason: string): Command => ({
    type: 'RecordRefundNotPosted',
    refundId,
    reason,
    now,
  })
  const done = [...paid, request(2), held, ask('void'), told('returned')]
  expect(
    given(...done)
      .when(notPosted('r1', 'hold_released'))
      .events(),
  ).toEqual([{ type: 'RefundNotPosted', data: { refundId: 'r1', reason: 'hold_released', at: now } }])
  const once = given(...done, notPosted('r1', 'hold_released'))
  once.when(notPosted('r1', 'hold_released')).makes()
  once.when(notPosted('r1', 'other')).makes('RefundNotPosted')
  once.when(notPosted('r2', 'other')).makes()
  given(...paid)
    .when(notPosted('r1', 'other'))
    .makes()
})

test('SP-18 SP-26 the money of a mismatch that was refused goes back without points, also where the answer to the start was lost and the provider told of the transaction only later; one that is held waits for its decision', () => {
  const started: Command = { type: 'RecordStarted', transactionId: '1000001', paymentUrl: 'u', now }
  const wrong = [opened, started, inquiry({ amount: 24_000n })]
  given(...wrong)
    .when(request(3))
    .rejects('TOPUP_NOT_COMPLETED')
  given(opened, started, inquiry({ paymentStatus: 1 }))
    .when(request(3))
    .rejects('TOPUP_NOT_COMPLETED')
  const neverStarted = given(opened, inquiry({ amount: 24_000n }), refuse(2))
  expect(neverStarted.state).toMatchObject({ transactionId: '1000001', paymentUrl: undefined })
  expect(neverStarted.state && isUnreturned(neverStarted.state)).toBe(true)
  neverStarted.when(request(3)).makes('RefundRequested')
  expect(
    given(...wrong, refuse(3))
      .when(request(4))
      .events(),
  ).toMatchObject([{ type: 'RefundRequested', data: { amount: 24_000n, credited: false } }])
})

test('SP-18 SP-26 a refused mismatch stays unreturned until its money is back on the card, also after a refund that failed', () => {
  const differs = inquiry({ amount: 26_000n })
  const started: Command = {
    type: 'RecordStarted',
    transactionId: '1000001',
    paymentUrl: 'https://card.example/pay',
    now,
  }
  const held = given(opened, started, differs).state
  expect(held && [refundableOf(held), isUnreturned(held)]).toEqual([undefined, false])
  const refused = [opened, started, differs, refuse(3)]
  const states = [
    refused,
    [...refused, request(4)],
    [...refused, request(4), ask('void'), declined('void'), ask('refund'), declined('refund')],
    [...refused, request(4), ask('void'), told('returned')],
  ].map((commands) => given(...commands).state)
  expect(states.map((one) => one && [refundableOf(one), isUnreturned(one)])).toEqual([
    [26_000n, true],
    [undefined, false],
    [26_000n, true],
    [undefined, false],
  ])
  const credited = given(...paid).state
  expect(credited && [refundableOf(credited), isUnreturned(credited)]).toEqual([25_000n, false])
})
