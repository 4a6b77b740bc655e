import { Rejection } from '@talad/shared/rejection'
import { requireOther } from '../bank-request/decide.ts'
import type { Of, Transfer } from './commands.ts'
import { differenceOf, sinceAttempt } from './decide-payout.ts'
import type { WithdrawalEvent } from './events.ts'
import type { Withdrawal } from './state.ts'

const MINUTE = 60 * 1_000
/** No call of ours is on its way for so long. */
const CALL_OVER_MS = 10 * MINUTE
/** What the provider doesn't know of so long after it was last asked can't have reached it. */
const NEVER_ARRIVED_MS = 24 * 60 * MINUTE

/** Whether a transfer has paid what was asked for, and nothing else. */
export function hasPaid(withdrawal: Withdrawal, transfer: Transfer): boolean {
  const asAsked = { ...withdrawal, payout: { ...withdrawal.payout, transferId: undefined } }
  return transfer.paid && differenceOf(asAsked, transfer) === undefined
}

const hasFailed = ({ paid, failure }: Transfer) => !paid && failure !== undefined

/** Whether none of the transfers has paid, and none can any more. */
function isUnpaid(transfers: readonly Transfer[], withdrawal: Withdrawal, now: Date): boolean {
  const { payout } = withdrawal
  if (payout.attempts === 0) return transfers.length === 0
  const waited = sinceAttempt(withdrawal, now)
  if (waited < CALL_OVER_MS || !transfers.every(hasFailed)) return false
  return transfers.length > 0 || payout.refused !== undefined || waited >= NEVER_ARRIVED_MS
}

/** LG-8: what was paid and settled, and no transfer has paid any more, is given back with its fee. */
function comeBack(
  { by, note, transfers, now: at }: Of<'Conclude'>,
  reason: string,
  withdrawal: Withdrawal,
): WithdrawalEvent[] {
  const { status, settled, returned } = withdrawal
  if (status !== 'success' || !settled || returned)
    throw new Rejection('NOT_PAID_OUT', { details: { status } })
  requireOther(by, withdrawal)
  if (transfers.length === 0 || !transfers.every(hasFailed)) throw new Rejection('PAYOUT_MAY_BE_PAID')
  return [{ type: 'PayoutReturned', data: { by: by.accountId, note, reason, at } }]
}

/**
 * BW-16: a person ends a payout that doesn't end by itself, and only as the provider tells of it at that moment: it was
 * paid by one of its transfers, or it was not paid and can't be any more. Anything else goes on being held.
 */
export function conclude(command: Of<'Conclude'>, withdrawal: Withdrawal): WithdrawalEvent[] {
  const { by, note, outcome, transfers, now: at } = command
  const { status } = withdrawal
  if (outcome.kind === 'returned') return comeBack(command, outcome.reason, withdrawal)
  if (status !== 'provider_processing') throw new Rejection('NOT_AT_PROVIDER', { details: { status } })
  requireOther(by, withdrawal)
  const decided = { by: by.accountId, note, at }
  if (outcome.kind === 'paid') {
    const { transferId } = outcome
    const found = transfers.find(({ id }) => id === transferId)
    if (!found || !hasPaid(withdrawal, found))
      throw new Rejection('PAYOUT_NOT_PAID', { field: 'transfer_id' })
    return [{ type: 'PayoutPaid', data: { transferId, ...decided } }]
  }
  if (!isUnpaid(transfers, withdrawal, at)) throw new Rejection('PAYOUT_MAY_BE_PAID')
  return [{ type: 'PayoutFailed', data: { reason: outcome.reason, ...decided } }]
}
