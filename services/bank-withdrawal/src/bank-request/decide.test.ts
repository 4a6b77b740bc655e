import { decider } from '@talad/shared/testing/decider'
import { expect, test } from 'vitest'
import { type Command, decide, type RecipientState, type VettedAccount } from './decide.ts'
import { type BankRequest, evolve } from './state.ts'

const now = new Date('2026-11-22T03:00:00Z')
const requested: Command = {
  type: 'Request',
  customerId: 'join-a',
  accountId: 'acc-a',
  swiftCode: 'KASITHBK',
  numberHash: 'h',
  now,
  last4: '7890',
  entityType: 'Individual',
  kycLevel: 2,
}
const admin = { accountId: 'acc-admin', customerId: 'join-admin' }
const approved: Command = { type: 'Approve', by: admin, note: 'ok', kycLevel: 2, now }
const rejected: Command = { type: 'Reject', by: admin, note: '', reason: 'ชื่อไม่ตรง', now }
const removed: Command = { type: 'Delete', by: 'join-a', now }
const dropped: Command = { type: 'DeleteAccount', by: 'join-a', now }
const own: VettedAccount = { swiftCode: 'KASITHBK', last4: '7890' }
const said = (state: RecipientState, at = now, account: VettedAccount | undefined = own): Command => ({
  type: 'RecordRecipient',
  recipientId: 'recp_1',
  account,
  state,
  now: at,
})
const vetted = said({ kind: 'verified' })
const failed = said({ kind: 'refused', reason: 'no such account' })

const { given } = decider({ initial: undefined as BankRequest | undefined, evolve, decide })
const statusAfter = (...commands: Command[]) => given(...commands).state?.status

test('BW-1 pending → provider_processing → success or rejected, and pending → rejected', () => {
  expect(statusAfter(requested)).toBe('pending')
  expect(statusAfter(requested, approved)).toBe('provider_processing')
  expect(statusAfter(requested, approved, vetted)).toBe('success')
  expect(statusAfter(requested, approved, failed)).toBe('rejected')
  expect(statusAfter(requested, rejected)).toBe('rejected')
  for (const before of [[approved], [approved, vetted], [approved, failed], [rejected], [removed]])
    for (const decision of [approved, rejected])
      given(requested, ...before)
        .when(decision)
        .rejects('NOT_PENDING')
  given(requested, approved, vetted).when(failed).makes()
  given(requested).when(vetted).makes()
})

test('BW-1 its customer deletes it in pending and rejected only, once; nobody else', () => {
  given(requested).when(removed).makes('BankRequestDeleted')
  given(requested, rejected).when(removed).makes('BankRequestDeleted')
  given(requested, removed).when(removed).makes()
  given(requested, approved).when(removed).rejects('BANK_REQUEST_NOT_DELETABLE')
  given(requested, approved, vetted).when(removed).rejects('BANK_REQUEST_NOT_DELETABLE')
  given(requested)
    .when({ ...removed, by: 'join-b' })
    .rejects('BANK_REQUEST_NOT_FOUND')
  given().when(removed).rejects('BANK_REQUEST_NOT_FOUND')
  expect(given(requested, removed).state?.deleted).toBe(true)
})

test('BW-2 the provider’s yes is the account, once', () => {
  given(requested, approved).when(vetted).makes('RecipientRegistered', 'BankAccountVetted')
  given(requested, approved, said({ kind: 'pending' }))
    .when(vetted)
    .makes('BankAccountVetted')
  given(requested, approved, vetted).when(vetted).makes()
})

test.each([
  ['bank', { ...own, swiftCode: 'BKKBTHBK' }],
  ['number', { ...own, last4: '7891' }],
])('BW-2 a recipient of the provider’s that stands for another %s is never an account', (_what, other) => {
  for (const kind of ['verified', 'pending'] as const) {
    given(requested, approved)
      .when(said({ kind }, now, other))
      .makes('RecipientRegistered', 'VettingFailed')
    expect(statusAfter(requested, approved, said({ kind }, now, other))).toBe('rejected')
  }
})

test('BW-1 a provider that says nothing for a day is told of once, and goes on being asked', () => {
  const later = new Date(now.getTime() + 24 * 3_600_000)
  const waiting = given(requested, approved, said({ kind: 'pending' }))
  waiting.when(said({ kind: 'pending' }, new Date(later.getTime() - 1))).makes()
  waiting.when(said({ kind: 'pending' }, later)).makes('VettingOverdue')
  given(requested, approved, said({ kind: 'pending' }), said({ kind: 'pending' }, later))
    .when(said({ kind: 'pending' }, later))
    .makes()
})

test('BW-9 an account is removed by its customer, once', () => {
  given(requested, approved, vetted).when(dropped).makes('BankAccountDeleted')
  given(requested, approved, vetted, dropped).when(dropped).makes()
  given(requested, approved, vetted)
    .when({ ...dropped, by: 'join-b' })
    .rejects('BANK_ACCOUNT_NOT_FOUND')
  given(requested, approved).when(dropped).rejects('BANK_ACCOUNT_NOT_FOUND')
  given().when(dropped).rejects('BANK_ACCOUNT_NOT_FOUND')
})

test('ID-42 whatever waits ends with its person, and the provider’s word on it changes nothing', () => {
  const erased: Command = { type: 'Erase', now }
  for (const before of [[], [approved], [rejected], [approved, said({ kind: 'pending' })]])
    given(requested, ...before)
      .when(erased)
      .makes('BankRequestDeleted')
  given(requested, approved, vetted).when(erased).makes('BankAccountDeleted')
  for (const before of [[removed], [approved, vetted, dropped], [approved, erased]])
    given(requested, ...before)
      .when(erased)
      .makes()
  given(requested, approved, erased).when(vetted).makes()
})

test('BW-15 SILVER at the request, and again at the approval', () => {
  given()
    .when({ ...requested, kycLevel: 0 })
    .rejects('MISSING_KYC_LEVEL')
  given()
    .when({ ...requested, kycLevel: 1 })
    .rejects('KYC_LEVEL_NOT_ELIGIBLE')
  given(requested)
    .when({ ...approved, kycLevel: 1 })
    .rejects('KYC_FELL')
  given(requested).when(approved).makes('BankRequestApproved')
})

test('BW-18 nobody decides on their own request, be it by account or by customer', () => {
  for (const by of [
    { accountId: 'acc-a', customerId: undefined },
    { accountId: 'acc-x', customerId: 'join-a' },
  ])
    for (const decision of [approved, rejected])
      given(requested)
        .when({ ...decision, by })
        .rejects('DECIDER_IS_REQUESTER')
})

test('a request that comes again is the same one', () => {
  given(requested).when(requested).makes()
})
