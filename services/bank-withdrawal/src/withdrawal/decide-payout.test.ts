import { decider } from '@talad/shared/testing/decider'
import { expect, test } from 'vitest'
import type { Command, Transfer } from './commands.ts'
import { decide } from './decide.ts'
import { evolve, type Withdrawal } from './state.ts'

const start = new Date('2026-11-22T03:00:00Z')
const MINUTE = 60_000
const at = (minutes: number) => new Date(start.getTime() + minutes * MINUTE)
const now = start
const admin = { accountId: 'acc-admin', customerId: undefined }
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
    kycLevel: 2,
    now,
    bankAccountId: 'b1',
    bankAccount: { recipientId: 'recp_1' },
    isCompany: false,
    month: undefined,
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
const sent: Transfer = {
  id: 'trsf_1',
  reference: 'w1',
  recipientId: 'recp_1',
  amount: 18_500n,
  currency: 'THB',
  sent: true,
  paid: false,
  failure: undefined,
}
const said = (transfers: readonly Transfer[], minutes = 0): Command => ({
  type: 'RecordTransfers',
  transfers,
  now: at(minutes),
})
const failed = { ...sent, failure: 'the account is closed' }

const { given } = decider({ initial: undefined as Withdrawal | undefined, evolve, decide })
const asked = [...approved, attempt(1)]

test('BW-16 the provider is asked once; again only after it has denied it for two minutes, and for twenty hours at most', () => {
  given(...approved)
    .when(attempt(1))
    .makes('PayoutAttempted')
  given(...asked)
    .when(attempt(1))
    .makes()
  given(...asked)
    .when(attempt(2, 1.9))
    .makes()
  given(...asked)
    .when(attempt(2, 2))
    .makes('PayoutAttempted')
  given(...asked)
    .when(attempt(2, 20 * 60 + 1))
    .makes()
  given(...asked, said([sent]))
    .when(attempt(2, 10))
    .makes()
  given(...asked, said([{ ...sent, paid: true }]))
    .when(attempt(2, 10))
    .makes()
})

test('BW-16 sent is not paid: only paid ends it', () => {
  given(...asked)
    .when(said([sent]))
    .makes('PayoutAccepted')
  given(...asked, said([sent]))
    .when(said([sent]))
    .makes()
  given(...asked, said([sent]))
    .when(said([{ ...sent, paid: true }]))
    .makes('PayoutPaid')
  given(...asked)
    .when(said([{ ...sent, paid: true }]))
    .makes('PayoutPaid')
  given(...asked, said([{ ...sent, paid: true }]))
    .when(said([{ ...sent, paid: true }]))
    .makes()
})

test.each([
  ['reference', { reference: 'w2' }],
  ['recipient', { recipientId: 'recp_2' }],
  ['amount', { amount: 18_501n }],
  ['currency', { currency: 'USD' }],
  ['failure', { paid: true, failure: 'closed' }],
])('BW-16 a transfer with another %s is held and told once, whatever else it says', (field, about) => {
  for (const more of [{}, { paid: true }]) {
    const wrong = { ...sent, ...more, ...about }
    given(...asked)
      .when(said([wrong]))
      .makes('PayoutMismatched')
    given(...asked, said([wrong]))
      .when(said([wrong]))
      .makes()
    expect(given(...asked, said([wrong])).state).toMatchObject({ status: 'provider_processing' })
    expect(given(...asked, said([wrong])).state?.incident).toMatchObject({ code: field })
  }
})

test('BW-16 two transfers, or one that is gone or has another id, are held', () => {
  const twice = said([
    { ...sent, paid: true },
    { ...sent, id: 'trsf_2' },
  ])
  given(...asked)
    .when(twice)
    .makes('PayoutMismatched')
  given(...asked, said([sent]))
    .when(said([]))
    .makes('PayoutMismatched')
  given(...asked, said([sent]))
    .when(said([{ ...sent, id: 'trsf_2', paid: true }]))
    .makes('PayoutMismatched')
  given(...asked)
    .when(said([]))
    .makes()
})

test('BW-16 a failure is believed when it is said again half a minute later, and not from who contradicts themself', () => {
  given(...asked, said([sent]))
    .when(said([failed]))
    .makes('PayoutFailureReported')
  const once = [...asked, said([sent]), said([failed])]
  given(...once)
    .when(said([failed], 0.4))
    .makes()
  given(...once)
    .when(said([failed], 0.5))
    .makes('PayoutFailed')
  given(...once)
    .when(said([sent], 1))
    .makes('PayoutMismatched')
  given(...once, said([sent], 1))
    .when(said([failed], 2))
    .makes()
  given(...once)
    .when(said([{ ...sent, paid: true }], 1))
    .makes('PayoutPaid')
})

test('BW-16 a clear no to the only attempt ends it half a minute later, when nothing has come of it; it is not asked again', () => {
  const refused: Command = { type: 'RecordRefused', reason: 'not verified', now }
  const said_no = [...asked, refused]
  given(...asked)
    .when(refused)
    .makes('PayoutRefused')
  given(...said_no)
    .when(refused)
    .makes()
  given(...said_no)
    .when(attempt(2, 10))
    .makes()
  given(...said_no)
    .when(said([], 0.4))
    .makes()
  given(...said_no)
    .when(said([], 0.5))
    .makes('PayoutFailed')
  given(...said_no)
    .when(said([], 40))
    .makes('PayoutFailed')
  expect(given(...said_no, said([], 0.5)).state).toMatchObject({ status: 'rejected', reason: 'not verified' })
  given(...asked, said([sent]))
    .when(refused)
    .makes()
})

test('BW-16 a provider that says no and pays all the same is believed to have paid', () => {
  const said_no = [...asked, { type: 'RecordRefused', reason: 'not verified', now } as const]
  given(...said_no)
    .when(said([sent], 1))
    .makes('PayoutAccepted')
  given(...said_no)
    .when(said([{ ...sent, paid: true }], 1))
    .makes('PayoutPaid')
})

test('BW-16 a no after an attempt whose outcome is unknown is for people, and ends nothing', () => {
  const refused: Command = { type: 'RecordRefused', reason: 'not verified', now: at(3) }
  given(...asked, attempt(2, 3))
    .when(refused)
    .makes('PayoutRefused', 'PayoutMismatched')
  given(...asked, attempt(2, 3), refused)
    .when(said([], 25))
    .makes()
  given(...asked, attempt(2, 3), refused)
    .when(attempt(3, 10))
    .makes()
})

test('BW-16 after half an hour without an outcome somebody is told, once', () => {
  given(...asked, said([sent]))
    .when(said([sent], 29))
    .makes()
  given(...asked, said([sent]))
    .when(said([sent], 30))
    .makes('PayoutOverdue')
  given(...asked)
    .when(said([], 30))
    .makes('PayoutOverdue')
  given(...asked, said([sent]), said([sent], 30))
    .when(said([sent], 40))
    .makes()
})
