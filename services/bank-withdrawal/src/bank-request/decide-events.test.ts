import { Rejection } from '@talad/shared/rejection'
import { expect, test } from 'vitest'
import { type Command, decide, type Of, type RecipientState } from './decide.ts'
import { type BankRequest, evolve } from './state.ts'

const now = new Date('2026-11-22T03:00:00Z')
const at = now
const later = new Date(now.getTime() + 24 * 3_600_000)
const about = {
  customerId: 'join-a',
  accountId: 'acc-a',
  swiftCode: 'KASITHBK',
  numberHash: 'h',
  last4: '7890',
  entityType: 'Individual' as const,
  kycLevel: 2,
}
const requested: Command = { type: 'Request', ...about, now }
const admin = { accountId: 'acc-admin', customerId: undefined }
const approved: Of<'Approve'> = { type: 'Approve', by: admin, note: 'ok', kycLevel: 2, now }
const rejected: Command = { type: 'Reject', by: admin, note: 'n', reason: 'ชื่อไม่ตรง', now }
const removed: Command = { type: 'Delete', by: 'join-a', now }
const said = (state: RecipientState, when = now): Command => ({
  type: 'RecordRecipient',
  recipientId: 'recp_1',
  state,
  now: when,
  account: { swiftCode: 'KASITHBK', last4: '7890' },
})
const pending = said({ kind: 'pending' })
const vetted = said({ kind: 'verified' })

function stateAfter(commands: readonly Command[]): BankRequest | undefined {
  let state: BankRequest | undefined
  for (const command of commands) state = decide(command, state).reduce(evolve, state)
  return state
}

function refusal(before: readonly Command[], command: Command) {
  try {
    decide(command, stateAfter(before))
  } catch (error) {
    if (error instanceof Rejection) return { field: error.field, details: error.details }
    throw error
  }
  return undefined
}

test('BW-1 BW-2 each step of a request for a bank account tells who did what, and why', () => {
  const registered = { type: 'RecipientRegistered', data: { recipientId: 'recp_1', at } }
  const steps: [Command[], Command, object[]][] = [
    [[], requested, [{ type: 'BankAccountRequested', data: { ...about, at } }]],
    [[requested], approved, [{ type: 'BankRequestApproved', data: { by: 'acc-admin', note: 'ok', at } }]],
    [
      [requested],
      rejected,
      [{ type: 'BankRequestRejected', data: { by: 'acc-admin', note: 'n', reason: 'ชื่อไม่ตรง', at } }],
    ],
    [[requested], removed, [{ type: 'BankRequestDeleted', data: { at } }]],
    [[requested, approved], pending, [registered]],
    [
      [requested, approved],
      vetted,
      [registered, { type: 'BankAccountVetted', data: { recipientId: 'recp_1', at } }],
    ],
    [
      [requested, approved, pending],
      said({ kind: 'refused', reason: 'no such account' }),
      [{ type: 'VettingFailed', data: { reason: 'no such account', at } }],
    ],
    [
      [requested, approved, pending],
      said({ kind: 'pending' }, later),
      [{ type: 'VettingOverdue', data: { at: later } }],
    ],
    [
      [requested, approved],
      said({ kind: 'pending' }, later),
      [
        { type: 'RecipientRegistered', data: { recipientId: 'recp_1', at: later } },
        { type: 'VettingOverdue', data: { at: later } },
      ],
    ],
    [
      [requested, approved, vetted],
      { type: 'DeleteAccount', by: 'join-a', now },
      [{ type: 'BankAccountDeleted', data: { at } }],
    ],
  ]
  for (const [before, command, made] of steps)
    expect(decide(command, stateAfter(before)), command.type).toEqual(made)
})

test('BW-1 BW-15 a refusal names the field or the state that was met', () => {
  expect(refusal([requested, approved], approved)?.details).toEqual({ status: 'provider_processing' })
  expect(refusal([requested], { ...approved, kycLevel: 1 })?.details).toEqual({ level: 1 })
  expect(refusal([requested, approved], removed)?.details).toEqual({ status: 'provider_processing' })
  expect(refusal([requested], { type: 'Delete', by: 'join-b', now })?.field).toBe('request_id')
  expect(refusal([requested], { type: 'DeleteAccount', by: 'join-a', now })?.field).toBe('bank_account_id')
  expect(refusal([], { ...requested, kycLevel: 1 })?.details).toEqual({ level: 1, required: 2 })
})
