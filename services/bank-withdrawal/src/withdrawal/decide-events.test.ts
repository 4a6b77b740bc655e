import { Rejection } from '@talad/shared/rejection'
import { expect, test } from 'vitest'
import type { Command, Of, Transfer } from './commands.ts'
import { decide } from './decide.ts'
import { evolve, type Withdrawal } from './state.ts'

const now = new Date('2026-11-22T03:00:00Z')
const at = now
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
const requested: Of<'Request'> = {
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
}
const large: Of<'Request'> = { ...requested, kycLevel: 3, value: 1_000_001n }
const held: Command = { type: 'RecordHeld', now }
const admin = { accountId: 'acc-admin', customerId: undefined }
const second = { accountId: 'acc-second', customerId: undefined }
const facts = {
  kycLevel: 3,
  isCompany: false,
  balance: { ledger: 3_000_000n, available: 2_000_000n },
  frozen: false,
}
const approved: Of<'Approve'> = { type: 'Approve', by: admin, note: 'first', facts, now }
const confirmed: Of<'Confirm'> = { type: 'Confirm', by: second, note: 'second', facts, now }
const rejected: Of<'Reject'> = { type: 'Reject', by: admin, note: 'n', reason: 'ชื่อไม่ตรง', now }
const canceled: Command = { type: 'Cancel', by: 'join-a', now }
const attempted: Command = { type: 'Attempt', attempt: 1, frozen: false, now }
const transfer: Transfer = {
  id: 'trsf_1',
  reference: 'w1',
  recipientId: 'recp_1',
  amount: 18_500n,
  currency: 'THB',
  sent: true,
  paid: false,
  failure: undefined,
}
const said = (about: Partial<Transfer>, when = now): Command => ({
  type: 'RecordTransfers',
  transfers: [{ ...transfer, ...about }],
  now: when,
})
const none = (when = now): Command => ({ type: 'RecordTransfers', transfers: [], now: when })
const ledgerSaid = (key: string): Command => ({
  type: 'RecordLedgerRefused',
  key,
  code: 'hold_mismatch',
  now,
})
const asked = [requested, held, approved, attempted]

function stateAfter(commands: readonly Command[]): Withdrawal | undefined {
  let state: Withdrawal | undefined
  for (const command of commands) state = decide(command, state).reduce(evolve, state)
  return state
}
const events = (before: readonly Command[], command: Command) => decide(command, stateAfter(before))

/** What somebody is told who is refused. */
function refusal(before: readonly Command[], command: Command) {
  try {
    decide(command, stateAfter(before))
  } catch (error) {
    if (error instanceof Rejection) return { code: error.code, field: error.field, details: error.details }
    throw error
  }
  return undefined
}

const agreed = { kycLevel: 3, ledgerBalance: 3_000_000n, availableBalance: 2_000_000n, at }

test('BW-10 BW-16 BW-18 each step of a withdrawal tells who did what, by what they went and why', () => {
  const steps: [Command[], Command, object[]][] = [
    [
      [],
      requested,
      [
        {
          type: 'WithdrawalRequested',
          data: {
            reference: 'w1',
            customerId: 'join-a',
            accountId: 'acc-a',
            bankAccountId: 'b1',
            recipientId: 'recp_1',
            value: 20_000n,
            fee: 1_500n,
            kycLevel: 2,
            at,
          },
        },
      ],
    ],
    [[requested], held, [{ type: 'FundsHeld', data: { at } }]],
    [
      [requested],
      ledgerSaid('hold:withdrawal:w1:1'),
      [{ type: 'FundsRefused', data: { code: 'hold_mismatch', at } }],
    ],
    [[requested, held], canceled, [{ type: 'WithdrawalCanceled', data: { at } }]],
    [
      [requested, held],
      rejected,
      [{ type: 'WithdrawalRejected', data: { by: 'acc-admin', note: 'n', reason: 'ชื่อไม่ตรง', at } }],
    ],
    [
      [requested, held],
      approved,
      [
        {
          type: 'WithdrawalApproved',
          data: { ...agreed, by: 'acc-admin', note: 'first', needsSecond: false },
        },
      ],
    ],
    [
      [large, held],
      approved,
      [
        {
          type: 'WithdrawalApproved',
          data: { ...agreed, by: 'acc-admin', note: 'first', needsSecond: true },
        },
      ],
    ],
    [
      [large, held, approved],
      confirmed,
      [{ type: 'WithdrawalConfirmed', data: { ...agreed, by: 'acc-second', note: 'second' } }],
    ],
    [[requested, held, approved], attempted, [{ type: 'PayoutAttempted', data: { attempt: 1, at } }]],
    [asked, said({}), [{ type: 'PayoutAccepted', data: { transferId: 'trsf_1', at } }]],
    [asked, said({ paid: true }), [{ type: 'PayoutPaid', data: { transferId: 'trsf_1', at } }]],
    [
      [...asked, said({})],
      said({ failure: 'closed' }),
      [{ type: 'PayoutFailureReported', data: { reason: 'closed', at } }],
    ],
    [
      [...asked, said({}), said({ failure: 'closed' })],
      said({ failure: 'closed' }, later(30)),
      [{ type: 'PayoutFailed', data: { reason: 'closed', at: later(30) } }],
    ],
    [
      asked,
      { type: 'RecordRefused', reason: 'no such account', now },
      [{ type: 'PayoutRefused', data: { reason: 'no such account', at } }],
    ],
    [
      [...asked, { type: 'RecordRefused', reason: 'no such account', now }],
      none(later(30)),
      [{ type: 'PayoutFailed', data: { reason: 'no such account', at: later(30) } }],
    ],
    [asked, none(later(1_800)), [{ type: 'PayoutOverdue', data: { at: later(1_800) } }]],
    [
      [...asked, said({ paid: true })],
      { type: 'RecordSettled', now },
      [{ type: 'FundsSettled', data: { at } }],
    ],
    [[requested, held, rejected], { type: 'RecordReleased', now }, [{ type: 'FundsReleased', data: { at } }]],
    [
      [...asked, said({ paid: true })],
      ledgerSaid('capture:withdrawal:w1'),
      [{ type: 'LedgerRefused', data: { key: 'capture:withdrawal:w1', code: 'hold_mismatch', at } }],
    ],
  ]
  for (const [before, command, made] of steps) expect(events(before, command), command.type).toEqual(made)
})

test('BW-16 what the provider tells otherwise than was asked is told with what was expected and what came', () => {
  const wrong = (field: string, expected: string, received: string) => [
    { type: 'PayoutMismatched', data: { field, expected, received, at } },
  ]
  expect(events(asked, said({ reference: 'w2' }))).toEqual(wrong('reference', 'w1', 'w2'))
  expect(events(asked, said({ recipientId: 'recp_2' }))).toEqual(wrong('recipient', 'recp_1', 'recp_2'))
  expect(events(asked, said({ amount: 1n }))).toEqual(wrong('amount', '18500', '1'))
  expect(events(asked, said({ currency: 'USD' }))).toEqual(wrong('currency', 'THB', 'USD'))
  expect(events(asked, said({ paid: true, failure: 'closed' }))).toEqual(wrong('failure', 'none', 'closed'))
  expect(events([...asked, said({})], said({ id: 'trsf_2' }))).toEqual(wrong('transfer', 'trsf_1', 'trsf_2'))
  const second = { ...transfer, id: 'trsf_2' }
  expect(events(asked, { type: 'RecordTransfers', transfers: [transfer, second], now })).toEqual(
    wrong('transfers', '1', '2'),
  )
  expect(events([...asked, said({})], none())).toEqual(wrong('transfer', 'trsf_1', 'none'))
  const contradicted = [...asked, said({}), said({ failure: 'closed' })]
  expect(events(contradicted, said({}))).toEqual(wrong('status', 'failed', 'pending'))
  const again: Command[] = [{ ...attempted, now: later(120), attempt: 2 } as Of<'Attempt'>]
  expect(events([...asked, ...again], { type: 'RecordRefused', reason: 'no', now })).toEqual([
    { type: 'PayoutRefused', data: { reason: 'no', at } },
    ...wrong('answer', 'accepted', 'no'),
  ])
})

test('BW-13 BW-15 BW-16 a refusal names the field and tells the limit that was met', () => {
  const cap = { cap: 1_000_000 }
  expect(refusal([], { ...requested, value: 1_000_001n })).toEqual({
    code: 'ABOVE_CAP',
    field: 'value',
    details: cap,
  })
  expect(refusal([], { ...requested, month: { cap: 50_000n, soFar: 30_001n } })).toEqual({
    code: 'ABOVE_MONTHLY_CAP',
    field: 'value',
    details: { cap: 50_000, left: 19_999 },
  })
  expect(refusal([], { ...requested, bankAccountId: '' })?.field).toBe('bank_account_id')
  expect(refusal([], { ...requested, bankAccount: undefined })?.field).toBe('bank_account_id')
  expect(refusal([], { ...requested, value: 1n })?.field).toBe('value')
  expect(refusal([requested, held], { ...approved, facts: { ...facts, kycLevel: 1 } })?.details).toEqual({
    level: 1,
  })
  const poor = { ...facts, balance: { ledger: 9n, available: 18_499n } }
  expect(refusal([requested, held], { ...approved, facts: poor })?.details).toEqual({
    available_balance: 18_499,
    net: 18_500,
  })
  expect(refusal([requested], approved)?.details).toEqual({ status: 'holding' })
  expect(refusal([requested, held, approved], canceled)?.details).toEqual({ status: 'provider_processing' })
  expect(refusal([requested, held], { type: 'Cancel', by: 'join-b', now })?.field).toBe('request_id')
  expect(refusal([], canceled)?.field).toBe('request_id')
  const neverWas = [requested, ledgerSaid('hold:withdrawal:w1:1')]
  expect(refusal(neverWas, canceled)?.code).toBe('WITHDRAWAL_NOT_FOUND')
})

test('BW-16 an attempt is made only for what is under way, in its turn, and not after the provider has forgotten the key', () => {
  const again = (attempt: number, seconds: number): Command => ({
    type: 'Attempt',
    attempt,
    frozen: false,
    now: later(seconds),
  })
  expect(events([requested, held], attempted)).toEqual([])
  expect(events([requested, held, approved], again(2, 0))).toEqual([])
  expect(events(asked, again(3, 300))).toEqual([])
  expect(events(asked, again(2, 20 * 3_600))).toHaveLength(1)
  expect(events(asked, again(2, 20 * 3_600 + 1))).toEqual([])
  const refused: Command = { type: 'RecordRefused', reason: 'no', now }
  expect(events([...asked, said({ paid: true })], refused)).toEqual([])
  expect(events([requested, held], refused)).toEqual([])
})

test('BW-18 what is not pending is not confirmed either', () => {
  expect(refusal([large, held, approved, confirmed], confirmed)).toMatchObject({ code: 'NOT_PENDING' })
})
