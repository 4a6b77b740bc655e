import { MINIMUM_WITHDRAWAL, SILVER_CAP, withdrawalFee } from '@talad/proto/http/bank-withdrawal/terms'
import { Rejection } from '@talad/shared/rejection'
import { type Decider, requireOther } from '../bank-request/decide.ts'
import { isBelowSilver, isSilver, requireSilver } from '../person/compare-names.ts'
import type { Command, Facts, Of } from './commands.ts'
import { conclude } from './decide-conclude.ts'
import { attempt, recordRefused, recordTransfers } from './decide-payout.ts'
import type { WithdrawalEvent } from './events.ts'
import { netOf, type Withdrawal } from './state.ts'

/** BW-13, BW-14: how much a customer may ask for. @throws Rejection ABOVE_CAP, ABOVE_MONTHLY_CAP */
function requireBelowCap({ value, kycLevel, isCompany, month }: Of<'Request'>): void {
  if (!isSilver(kycLevel) || isCompany) return
  const cap = { cap: Number(SILVER_CAP) }
  if (value > SILVER_CAP) throw new Rejection('ABOVE_CAP', { field: 'value', details: cap })
  if (month && month.soFar + value > month.cap)
    throw new Rejection('ABOVE_MONTHLY_CAP', {
      field: 'value',
      details: { cap: Number(month.cap), left: Number(month.cap - month.soFar) },
    })
}

function request(command: Of<'Request'>): WithdrawalEvent[] {
  const { customerId, accountId, value, kycLevel, bankAccountId, bankAccount, now: at } = command
  requireSilver(kycLevel) // BW-15
  if (bankAccountId === undefined || bankAccountId === '')
    throw new Rejection('BANK_ACCOUNT_REQUIRED', { field: 'bank_account_id' })
  if (!bankAccount) throw new Rejection('BANK_ACCOUNT_NOT_FOUND', { field: 'bank_account_id' })
  if (value < MINIMUM_WITHDRAWAL) throw new Rejection('BELOW_MINIMUM', { field: 'value' })
  requireBelowCap(command)
  const fee = withdrawalFee(value) // BW-11
  const { recipientId } = bankAccount
  const { reference } = command
  return [
    {
      type: 'WithdrawalRequested',
      data: { reference, customerId, accountId, bankAccountId, recipientId, value, fee, kycLevel, at },
    },
  ]
}

function requirePending({ status }: Withdrawal): void {
  // what isn't locked yet is not there to be decided on
  if (status !== 'pending') throw new Rejection('NOT_PENDING', { details: { status } })
}

/** BW-15, BW-16, LG-17: what must hold at the moment in which somebody agrees. */
function requireFacts({ kycLevel, isCompany, balance, frozen }: Facts, withdrawal: Withdrawal): void {
  if (frozen) throw new Rejection('WITHDRAWALS_FROZEN')
  if (isBelowSilver(kycLevel)) throw new Rejection('KYC_FELL', { details: { level: kycLevel } })
  // BW-13: who was GOLD when they asked is paid no more than a SILVER may have
  if (isSilver(kycLevel) && !isCompany && withdrawal.value > SILVER_CAP)
    throw new Rejection('ABOVE_CAP_NOW', { details: { cap: Number(SILVER_CAP), level: kycLevel } })
  const net = netOf(withdrawal)
  if (balance.available < net)
    throw new Rejection('PROVIDER_BALANCE_LOW', {
      details: { available_balance: Number(balance.available), net: Number(net) },
    })
}

const agreed = (by: Decider, note: string, { kycLevel, balance }: Facts, at: Date) => ({
  by: by.accountId,
  note,
  kycLevel,
  at,
  ledgerBalance: balance.ledger,
  availableBalance: balance.available,
})

function approve({ by, note, facts, now: at }: Of<'Approve'>, withdrawal: Withdrawal): WithdrawalEvent[] {
  requirePending(withdrawal)
  if (withdrawal.approvedBy !== undefined) throw new Rejection('AWAITS_SECOND_ADMIN')
  requireOther(by, withdrawal)
  requireFacts(facts, withdrawal)
  const needsSecond = withdrawal.value > SILVER_CAP // BW-18
  return [{ type: 'WithdrawalApproved', data: { ...agreed(by, note, facts, at), needsSecond } }]
}

function confirm({ by, note, facts, now: at }: Of<'Confirm'>, withdrawal: Withdrawal): WithdrawalEvent[] {
  requirePending(withdrawal)
  if (withdrawal.approvedBy === undefined) throw new Rejection('NOT_APPROVED_YET')
  requireOther(by, withdrawal)
  if (by.accountId === withdrawal.approvedBy) throw new Rejection('SAME_ADMIN') // BW-18
  requireFacts(facts, withdrawal)
  return [{ type: 'WithdrawalConfirmed', data: agreed(by, note, facts, at) }]
}

function reject({ by, note, reason, now: at }: Of<'Reject'>, withdrawal: Withdrawal): WithdrawalEvent[] {
  requirePending(withdrawal)
  requireOther(by, withdrawal)
  return [{ type: 'WithdrawalRejected', data: { by: by.accountId, note, reason, at } }] // BW-17
}

function cancel({ by, now: at }: Of<'Cancel'>, withdrawal: Withdrawal): WithdrawalEvent[] {
  const { customerId, status } = withdrawal
  if (by !== customerId || status === 'refused')
    throw new Rejection('WITHDRAWAL_NOT_FOUND', { field: 'request_id' })
  if (status === 'canceled') return []
  // BW-10: also one whose money isn't locked yet: the ledger gives back what it holds, or holds nothing any more
  if (status !== 'pending' && status !== 'holding')
    throw new Rejection('WITHDRAWAL_NOT_DELETABLE', { details: { status } })
  return [{ type: 'WithdrawalCanceled', data: { at } }]
}

function recordLedgerRefused(
  { key, code, now: at }: Of<'RecordLedgerRefused'>,
  { status, incident }: Withdrawal,
): WithdrawalEvent[] {
  if (key.startsWith('hold:'))
    return status === 'holding' ? [{ type: 'FundsRefused', data: { code, at } }] : []
  return incident === undefined ? [{ type: 'LedgerRefused', data: { key, code, at } }] : []
}

const ENDED_UNPAID: readonly Withdrawal['status'][] = ['canceled', 'rejected']

function decideOn(command: Exclude<Command, { type: 'Request' }>, withdrawal: Withdrawal): WithdrawalEvent[] {
  const at = command.now
  const { status } = withdrawal
  switch (command.type) {
    case 'RecordHeld':
      return status === 'holding' ? [{ type: 'FundsHeld', data: { at } }] : []
    case 'RecordReleased':
      return ENDED_UNPAID.includes(status) && !withdrawal.released
        ? [{ type: 'FundsReleased', data: { at } }]
        : []
    case 'RecordSettled':
      return status === 'success' && !withdrawal.settled ? [{ type: 'FundsSettled', data: { at } }] : []
    case 'RecordLedgerRefused':
      return recordLedgerRefused(command, withdrawal)
    case 'Cancel':
      return cancel(command, withdrawal)
    case 'Approve':
      return approve(command, withdrawal)
    case 'Confirm':
      return confirm(command, withdrawal)
    case 'Reject':
      return reject(command, withdrawal)
    case 'Attempt':
      return attempt(command, withdrawal)
    case 'RecordTransfers':
      return recordTransfers(command, withdrawal)
    case 'RecordRefused':
      return recordRefused(command, withdrawal)
    case 'Conclude':
      return conclude(command, withdrawal)
  }
}

/**
 * What one command makes of a withdrawal. That two are open at once, or one goes to an account that is removed meanwhile,
 * is for the constraints of its row (BW-12, BW-9); that there is the money, for the ledger.
 * @throws Rejection as in rejections.ts
 */
export function decide(command: Command, withdrawal: Withdrawal | undefined): WithdrawalEvent[] {
  if (command.type === 'Request') return withdrawal ? [] : request(command)
  if (!withdrawal) throw new Rejection('WITHDRAWAL_NOT_FOUND', { field: 'request_id' })
  return decideOn(command, withdrawal)
}
