import { decider } from '@talad/shared/testing/decider'
import { expect, test } from 'vitest'
import type { Command, Outcome, Transfer } from './commands.ts'
import { decide } from './decide.ts'
import { evolve, type Withdrawal } from './state.ts'

const start = new Date('2026-11-22T03:00:00Z')
const MINUTE = 60_000
const at = (minutes: number) => new Date(start.getTime() + minutes * MINUTE)
const now = start
const admin = { accountId: 'acc-admin', customerId: 'join-admin' }
const facts = {
  kycLevel: 2,
  isCompany: false,
  balance: { ledger: 100_000n, available: 100_000n },
  frozen: false,
}
const approved: Command[] = [
  {
    type: 'Request',
    reference: 'w1',
    customerId: 'join-a',
    accountId: 'acc-a',
    value: 20_000n,
    bankAccountId: 'b1',
    bankAccount: { recipientId: 'recp_1' },
    isCompany: false,
    month: undefined,
    kycLevel: 2,
    now,
  },
  { type: 'RecordHeld', now },
  { type: 'Approve', by: admin, note: '', facts, now },
]
const attempt = (number: number, minutes = 0): Command => ({
  type: 'Attempt',
  attempt: number,
  frozen: false,
  now: at(minutes),
})
const asked = [...approved, attempt(1)]
const paid: Transfer = {
  id: 'trsf_1',
  reference: 'w1',
  recipientId: 'recp_1',
  amount: 18_500n,
  currency: 'THB',
  sent: true,
  paid: true,
  failure: undefined,
}
const underWay = { ...paid, paid: false }
const failed = { ...underWay, failure: 'the account is closed' }
const said = (transfers: readonly Transfer[], minutes = 0): Command => ({
  type: 'RecordTransfers',
  transfers,
  now: at(minutes),
})
const refused: Command = { type: 'RecordRefused', reason: 'no', now }

const unpaid: Outcome = { kind: 'unpaid', reason: 'the bank has closed the account' }
const by = (transferId: string): Outcome => ({ kind: 'paid', transferId })
const conclude = (outcome: Outcome, transfers: readonly Transfer[], minutes = 0, who = admin): Command => ({
  type: 'Conclude',
  by: who,
  note: 'asked the provider',
  outcome,
  transfers,
  now: at(minutes),
})
const DAY = 24 * 60

const { given } = decider({ initial: undefined as Withdrawal | undefined, evolve, decide })

test('BW-16 of what was paid twice a person ends the case by one of the transfers, who and why is kept', () => {
  const twice = [paid, { ...paid, id: 'trsf_2' }]
  const held = given(...asked, said(twice))
  expect(held.state?.incident).toEqual({ code: 'transfers', expected: '1', received: '2' })
  expect(held.when(conclude(by('trsf_2'), twice)).events()).toEqual([
    {
      type: 'PayoutPaid',
      data: { transferId: 'trsf_2', by: 'acc-admin', note: 'asked the provider', at: now },
    },
  ])
  expect(given(...asked, said(twice), conclude(by('trsf_2'), twice)).state).toMatchObject({
    status: 'success',
    incident: undefined,
    payout: { transferId: 'trsf_2' },
  })
})

test('BW-16 a transfer with another id than the first that was heard of may have paid it', () => {
  const other = [{ ...paid, id: 'trsf_2' }]
  given(...asked, said([underWay]), said(other))
    .when(conclude(by('trsf_2'), other))
    .makes('PayoutPaid')
})

test.each([
  ['is not there', 'trsf_9', paid],
  ['is under way', 'trsf_1', underWay],
  ['has failed', 'trsf_1', failed],
  ['has paid and failed', 'trsf_1', { ...paid, failure: 'closed' }],
  ['is of another reference', 'trsf_1', { ...paid, reference: 'w2' }],
  ['went to another recipient', 'trsf_1', { ...paid, recipientId: 'recp_2' }],
  ['is of another amount', 'trsf_1', { ...paid, amount: 18_501n }],
  ['is in another currency', 'trsf_1', { ...paid, currency: 'USD' }],
])('BW-16 nobody ends a case as paid by a transfer that %s', (_what, id, transfer) => {
  given(...asked)
    .when(conclude(by(id), [transfer], DAY))
    .rejects('PAYOUT_NOT_PAID')
})

test('BW-16 what failed and was then said to go on is given back when it is said at that moment to have failed', () => {
  const contradicted = given(...asked, said([underWay]), said([failed]), said([underWay], 1))
  expect(contradicted.state?.incident).toMatchObject({ code: 'status' })
  contradicted.when(conclude(unpaid, [underWay], DAY)).rejects('PAYOUT_MAY_BE_PAID')
  contradicted.when(conclude(unpaid, [failed], 9.9)).rejects('PAYOUT_MAY_BE_PAID')
  expect(contradicted.when(conclude(unpaid, [failed], 10)).events()).toEqual([
    {
      type: 'PayoutFailed',
      data: {
        reason: 'the bank has closed the account',
        by: 'acc-admin',
        note: 'asked the provider',
        at: at(10),
      },
    },
  ])
  const given_back = [said([underWay]), said([failed]), said([underWay], 1), conclude(unpaid, [failed], 10)]
  expect(given(...asked, ...given_back).state).toMatchObject({
    status: 'rejected',
    failed: true,
    incident: undefined,
    reason: 'the bank has closed the account',
  })
})

test('BW-16 nothing is given back while one of the transfers has paid or may still', () => {
  for (const other of [paid, underWay, { ...paid, failure: 'closed' }])
    given(...asked)
      .when(conclude(unpaid, [failed, { ...other, id: 'trsf_2' }], 2 * DAY))
      .rejects('PAYOUT_MAY_BE_PAID')
})

test('BW-16 what the provider knows nothing of is given back a day after it was last asked, and not before', () => {
  given(...asked)
    .when(conclude(unpaid, [], DAY - 1))
    .rejects('PAYOUT_MAY_BE_PAID')
  given(...asked)
    .when(conclude(unpaid, [], DAY))
    .makes('PayoutFailed')
  given(...asked, attempt(2, 3))
    .when(conclude(unpaid, [], DAY))
    .rejects('PAYOUT_MAY_BE_PAID')
})

test('BW-16 what the provider has said no to after an unknown attempt is given back ten minutes later', () => {
  const held = given(...asked, attempt(2, 3), { ...refused, now: at(3) })
  held.when(conclude(unpaid, [], 12)).rejects('PAYOUT_MAY_BE_PAID')
  held.when(conclude(unpaid, [], 13)).makes('PayoutFailed')
})

test('BW-16 what was agreed to and never sent, as the books are frozen, may be given back', () => {
  given(...approved)
    .when(conclude(unpaid, []))
    .makes('PayoutFailed')
  given(...approved)
    .when(conclude(unpaid, [failed], DAY))
    .rejects('PAYOUT_MAY_BE_PAID')
  given(...approved, conclude(unpaid, []))
    .when(attempt(1))
    .makes()
})

test('BW-16 only what is with the provider is ended so', () => {
  given(...approved.slice(0, 2))
    .when(conclude(unpaid, []))
    .rejects('NOT_AT_PROVIDER')
  given(...asked, said([paid]))
    .when(conclude(by('trsf_1'), [paid]))
    .rejects('NOT_AT_PROVIDER')
})

test('BW-18 nobody ends their own payout, nor one to a bank account that they have registered themselves', () => {
  for (const outcome of [by('trsf_1'), unpaid]) {
    given(...asked)
      .when(conclude(outcome, [paid], DAY, { accountId: 'acc-a', customerId: 'join-b' }))
      .rejects('DECIDER_IS_REQUESTER')
    given(...asked)
      .when({ ...conclude(outcome, [paid], DAY), by: { ...admin, isLinked: true } } as Command)
      .rejects('DECIDER_IS_LINKED')
  }
})

test('BW-16 LG-8 what the bank has sent back after it was paid and settled is given back once, as the provider tells of it', () => {
  const returned: Outcome = { kind: 'returned', reason: 'the bank has closed the account' }
  const settled: Command = { type: 'RecordSettled', now }
  const done = [...asked, said([paid]), settled]
  for (const transfers of [[], [paid], [underWay], [failed, paid]])
    given(...done)
      .when(conclude(returned, transfers))
      .rejects('PAYOUT_MAY_BE_PAID')
  given(...asked, said([paid]))
    .when(conclude(returned, [failed]))
    .rejects('NOT_PAID_OUT')
  given(...asked)
    .when(conclude(returned, [failed]))
    .rejects('NOT_PAID_OUT')
  given(...done)
    .when(conclude(returned, [failed], 0, { accountId: 'acc-a', customerId: 'join-b' }))
    .rejects('DECIDER_IS_REQUESTER')
  const { reason } = returned
  expect(
    given(...done)
      .when(conclude(returned, [failed]))
      .events(),
  ).toEqual([
    { type: 'PayoutReturned', data: { by: 'acc-admin', note: 'asked the provider', reason, at: now } },
  ])
  const back = given(...done, conclude(returned, [failed]))
  expect(back.state).toMatchObject({ status: 'success', returned: true, reason })
  back.when(conclude(returned, [failed])).rejects('NOT_PAID_OUT')
})
