import { withdrawalFee } from '@talad/proto/http/bank-withdrawal/terms'
import { decider } from '@talad/shared/testing/decider'
import { expect, test } from 'vitest'
import type { Command, Of } from './commands.ts'
import { decide } from './decide.ts'
import { creditStatusOf, evolve, netOf, type Withdrawal } from './state.ts'

const now = new Date('2026-11-22T03:00:00Z')
const requested: Of<'Request'> = {
  type: 'Request',
  reference: 'w1',
  customerId: 'join-a',
  accountId: 'acc-a',
  value: 20_000n,
  kycLevel: 2,
  now,
  bankAccountId: 'b1',
  bankAccount: { recipientId: 'recp_1' },
  isCompany: false,
  month: undefined,
}
const held: Command = { type: 'RecordHeld', now }
const admin = { accountId: 'acc-admin', customerId: 'join-admin' }
const second = { accountId: 'acc-second', customerId: 'join-second' }
const facts = {
  kycLevel: 3,
  isCompany: false,
  balance: { ledger: 10_000_000n, available: 10_000_000n },
  frozen: false,
}
const approved: Of<'Approve'> = { type: 'Approve', by: admin, note: 'ok', facts, now }
const confirmed: Of<'Confirm'> = { type: 'Confirm', by: second, note: 'ok', facts, now }
const rejected: Of<'Reject'> = { type: 'Reject', by: admin, note: '', reason: 'เอกสารไม่ครบ', now }
const canceled: Command = { type: 'Cancel', by: 'join-a', now }
const attempted: Command = { type: 'Attempt', attempt: 1, frozen: false, now }
const transfer = {
  id: 'trsf_1',
  reference: 'w1',
  recipientId: 'recp_1',
  amount: 18_500n,
  currency: 'THB',
  sent: true,
  paid: true,
  failure: undefined,
}
const paid: Command = { type: 'RecordTransfers', transfers: [transfer], now }
/** the provider says no, and half a minute later knows of nothing */
const declined: Command[] = [
  { type: 'RecordRefused', reason: 'no', now },
  { type: 'RecordTransfers', transfers: [], now: new Date(now.getTime() + 30_000) },
]
const released: Command = { type: 'RecordReleased', now }
const settled: Command = { type: 'RecordSettled', now }
const refused = (key: string): Command => ({
  type: 'RecordLedgerRefused',
  key,
  code: 'insufficient_funds',
  now,
})

const { given } = decider({ initial: undefined as Withdrawal | undefined, evolve, decide })
const pending = [requested, held]
const underWay = [...pending, approved, attempted]
const statusAfter = (...commands: Command[]) => given(...commands).state?.status
const large = { ...requested, kycLevel: 3, value: 1_000_001n }

test('BW-10 pending → provider_processing → success or rejected, pending → rejected, pending → taken back', () => {
  expect(statusAfter(...pending)).toBe('pending')
  expect(statusAfter(...pending, approved)).toBe('provider_processing')
  expect(statusAfter(...underWay, paid)).toBe('success')
  expect(statusAfter(...underWay, ...declined)).toBe('rejected')
  expect(statusAfter(...pending, rejected)).toBe('rejected')
  expect(statusAfter(...pending, canceled)).toBe('canceled')
  for (const before of [[approved], [rejected], [canceled], [approved, attempted, paid]]) {
    given(...pending, ...before)
      .when(rejected)
      .rejects('NOT_PENDING')
    given(...pending, ...before)
      .when(approved)
      .rejects('NOT_PENDING')
  }
  for (const before of [[approved], [rejected], [approved, attempted, paid]])
    given(...pending, ...before)
      .when(canceled)
      .rejects('WITHDRAWAL_NOT_DELETABLE')
})

test('BW-10 it is taken back by its own customer, once, also before its money is locked', () => {
  given(...pending)
    .when(canceled)
    .makes('WithdrawalCanceled')
  given(requested).when(canceled).makes('WithdrawalCanceled')
  given(...pending, canceled)
    .when(canceled)
    .makes()
  given(...pending)
    .when({ type: 'Cancel', by: 'join-b', now })
    .rejects('WITHDRAWAL_NOT_FOUND')
  given().when(canceled).rejects('WITHDRAWAL_NOT_FOUND')
  given(requested, canceled).when(held).makes()
})

test('BW-11 the fee is 1% rounded up, at least 1500, out of the value; at 10,000 the net is 8,500', () => {
  const fees = [10_000n, 150_000n, 150_001n, 150_100n, 1_000_000n, 1_000_001n].map(withdrawalFee)
  expect(fees).toEqual([1_500n, 1_500n, 1_501n, 1_501n, 10_000n, 10_001n])
  const state = given({ ...requested, value: 10_000n }).state
  expect(state && netOf(state)).toBe(8_500n)
})

test('BW-12 it is pending when the ledger has locked it, and never was when the ledger refused', () => {
  expect(statusAfter(requested)).toBe('holding')
  given(requested).when(held).makes('FundsHeld')
  given(...pending)
    .when(held)
    .makes()
  given(requested).when(refused('hold:withdrawal:w1:1')).makes('FundsRefused')
  given(...pending)
    .when(refused('hold:withdrawal:w1:1'))
    .makes()
  given(requested).when(approved).rejects('NOT_PENDING')
  given(requested).when(requested).makes()
})

test('BW-12 the ledger’s answer to what was paid out or given back is noted once, and its refusal is for people', () => {
  given(...underWay, paid)
    .when(settled)
    .makes('FundsSettled')
  given(...underWay, paid, settled)
    .when(settled)
    .makes()
  given(...pending, rejected)
    .when(released)
    .makes('FundsReleased')
  given(...pending, rejected, released)
    .when(released)
    .makes()
  given(...underWay)
    .when(settled)
    .makes()
  given(...underWay)
    .when(released)
    .makes()
  const said = refused('capture:withdrawal:w1')
  given(...underWay, paid)
    .when(said)
    .makes('LedgerRefused')
  given(...underWay, paid, said)
    .when(said)
    .makes()
})

test('M§5 a bank account has to be chosen, and 10000 points is the least', () => {
  given()
    .when({ ...requested, bankAccountId: undefined, bankAccount: undefined })
    .rejects('BANK_ACCOUNT_REQUIRED')
  given()
    .when({ ...requested, bankAccountId: '', bankAccount: undefined })
    .rejects('BANK_ACCOUNT_REQUIRED')
  given()
    .when({ ...requested, bankAccount: undefined })
    .rejects('BANK_ACCOUNT_NOT_FOUND')
  given()
    .when({ ...requested, value: 9_999n })
    .rejects('BELOW_MINIMUM')
  given()
    .when({ ...requested, value: 10_000n })
    .makes('WithdrawalRequested')
})

test('BW-13 SILVER is capped at 1,000,000 points a request, and by month where that is configured; GOLD is not', () => {
  given()
    .when({ ...requested, value: 1_000_001n })
    .rejects('ABOVE_CAP')
  given()
    .when({ ...requested, value: 1_000_000n })
    .makes('WithdrawalRequested')
  given().when(large).makes('WithdrawalRequested')
  const month = { cap: 50_000n, soFar: 30_000n }
  given()
    .when({ ...requested, month })
    .makes('WithdrawalRequested')
  given()
    .when({ ...requested, value: 20_001n, month })
    .rejects('ABOVE_MONTHLY_CAP')
  given()
    .when({ ...large, month })
    .makes('WithdrawalRequested')
})

test('BW-14 a company has no cap', () => {
  given()
    .when({ ...requested, value: 1_000_001n, isCompany: true })
    .makes('WithdrawalRequested')
  const month = { cap: 1n, soFar: 0n }
  given()
    .when({ ...requested, isCompany: true, month })
    .makes('WithdrawalRequested')
})

test('BW-15 SILVER at the request, and as identity says at each admin’s yes', () => {
  given()
    .when({ ...requested, kycLevel: 0 })
    .rejects('MISSING_KYC_LEVEL')
  given()
    .when({ ...requested, kycLevel: 1 })
    .rejects('KYC_LEVEL_NOT_ELIGIBLE')
  const fallen = { ...facts, kycLevel: 1 }
  given(...pending)
    .when({ ...approved, facts: fallen })
    .rejects('KYC_FELL')
  given(large, held, approved)
    .when({ ...confirmed, facts: fallen })
    .rejects('KYC_FELL')
})

test('BW-13 who has fallen from GOLD to SILVER since is paid no more than a SILVER may have, at each admin’s yes', () => {
  const silver = { ...facts, kycLevel: 2 }
  given(large, held)
    .when({ ...approved, facts: silver })
    .rejects('ABOVE_CAP_NOW', { details: { cap: 1_000_000, level: 2 } })
  given(large, held, approved)
    .when({ ...confirmed, facts: silver })
    .rejects('ABOVE_CAP_NOW')
  // BW-14
  given(large, held)
    .when({ ...approved, facts: { ...silver, isCompany: true } })
    .makes('WithdrawalApproved')
  const atCap = { ...requested, value: 1_000_000n }
  given(atCap, held)
    .when({ ...approved, facts: silver })
    .makes('WithdrawalApproved')
  // what may not be paid out is given back
  given(large, held).when(rejected).makes('WithdrawalRejected')
})

test('BW-16 the provider has to have the net amount available when an admin says yes', () => {
  const with_ = (available: bigint) => ({ ...facts, balance: { ledger: 10_000_000n, available } })
  given(...pending)
    .when({ ...approved, facts: with_(18_499n) })
    .rejects('PROVIDER_BALANCE_LOW')
  given(...pending)
    .when({ ...approved, facts: with_(18_500n) })
    .makes('WithdrawalApproved')
  given(large, held, approved)
    .when({ ...confirmed, facts: with_(989_999n) })
    .rejects('PROVIDER_BALANCE_LOW')
})

test('BW-18 the decider is not the requester; above 1,000,000 points a second admin confirms', () => {
  const own = [
    { accountId: 'acc-a', customerId: undefined },
    { accountId: 'acc-x', customerId: 'join-a' },
  ]
  for (const by of own) {
    given(...pending)
      .when({ ...approved, by })
      .rejects('DECIDER_IS_REQUESTER')
    given(...pending)
      .when({ ...rejected, by })
      .rejects('DECIDER_IS_REQUESTER')
    given(large, held, approved)
      .when({ ...confirmed, by })
      .rejects('DECIDER_IS_REQUESTER')
  }
  expect(statusAfter(large, held, approved)).toBe('pending')
  given(large, held, approved).when(approved).rejects('AWAITS_SECOND_ADMIN')
  given(large, held, approved)
    .when({ ...confirmed, by: admin })
    .rejects('SAME_ADMIN')
  expect(statusAfter(large, held, approved, confirmed)).toBe('provider_processing')
  given(large, held).when(confirmed).rejects('NOT_APPROVED_YET')
  expect(statusAfter({ ...large, value: 1_000_000n }, held, approved)).toBe('provider_processing')
  expect(statusAfter(large, held, approved, { ...rejected, by: second })).toBe('rejected')
})

test('LG-17 while the books are frozen nothing is approved, confirmed or sent', () => {
  const frozen = { ...facts, frozen: true }
  given(...pending)
    .when({ ...approved, facts: frozen })
    .rejects('WITHDRAWALS_FROZEN')
  given(large, held, approved)
    .when({ ...confirmed, facts: frozen })
    .rejects('WITHDRAWALS_FROZEN')
  given(...pending, approved)
    .when({ type: 'Attempt', attempt: 1, frozen: true, now })
    .makes()
})

test('LG-12 each state of a request has one face at the ledger', () => {
  const face = (...commands: Command[]) => {
    const { state } = given(...commands)
    return state && creditStatusOf(state)
  }
  expect(face(requested)).toBe('pending')
  expect(face(...pending)).toBe('pending')
  expect(face(...pending, approved)).toBe('processing')
  expect(face(...underWay, paid)).toBe('completed')
  expect(face(...pending, rejected)).toBe('rejected')
  expect(face(...pending, canceled)).toBe('canceled')
  expect(face(...underWay, ...declined)).toBe('failed')
})
