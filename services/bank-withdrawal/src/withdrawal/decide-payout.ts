import type { PayoutIncident } from '@talad/proto/http/bank-withdrawal/admin-shapes'
import type { Of, Transfer } from './commands.ts'
import type { WithdrawalEvent } from './events.ts'
import { netOf, type Withdrawal } from './state.ts'

const MINUTE = 60 * 1_000
/** How long the provider must not know of an attempt before it is made again, by the same key. */
const AGAIN_AFTER_MS = 2 * MINUTE
/** How long the provider keeps a key: after this an attempt is never made again, and a person has to look. */
const KEY_LIFE_MS = 20 * 60 * MINUTE
/** After this somebody is told that a payout has no outcome. */
const OVERDUE_MS = 30 * MINUTE
/** A failure is believed when it is said again after this. */
const FAILED_AGAIN_MS = 30 * 1_000

const since = (at: Date | undefined, now: Date) => now.getTime() - (at?.getTime() ?? now.getTime())

/** How long ago the provider was last asked to pay. */
export const sinceAttempt = ({ payout }: Withdrawal, now: Date) => since(payout.attemptedAt, now)

/**
 * BW-16: may the provider be asked to pay? Once; again only by the same key, when it has said for a while that it knows of
 * no such transfer, and while it keeps the key. Never blind, and not after it has said no.
 */
export function attempt(command: Of<'Attempt'>, withdrawal: Withdrawal): WithdrawalEvent[] {
  const { now: at, frozen } = command
  const { status, payout, processingAt } = withdrawal
  if (status !== 'provider_processing' || payout.transferId !== undefined || frozen) return [] // LG-17
  if (payout.refused !== undefined) return []
  if (command.attempt !== payout.attempts + 1) return [] // somebody else makes it
  const again = payout.attempts > 0
  const early = since(payout.attemptedAt, at) < AGAIN_AFTER_MS
  if (again && (early || since(processingAt, at) > KEY_LIFE_MS)) return []
  return [{ type: 'PayoutAttempted', data: { attempt: command.attempt, at } }]
}

type Field = Exclude<PayoutIncident['code'], 'ledger'>
type Difference = { field: Field; expected: string; received: string }

/** In what a transfer differs from what we asked for. */
export function differenceOf(withdrawal: Withdrawal, transfer: Transfer): Difference | undefined {
  const { payout, recipientId, reference } = withdrawal
  const pairs: [Field, string, string][] = [
    ['reference', reference, transfer.reference],
    ['transfer', payout.transferId ?? transfer.id, transfer.id],
    ['recipient', recipientId, transfer.recipientId],
    ['amount', netOf(withdrawal).toString(), transfer.amount.toString()],
    ['currency', 'THB', transfer.currency],
    ['failure', 'none', transfer.paid ? (transfer.failure ?? 'none') : 'none'],
  ]
  const found = pairs.find(([, expected, received]) => expected !== received)
  return found && { field: found[0], expected: found[1], received: found[2] }
}

function mismatch(
  withdrawal: Withdrawal,
  { field, expected, received }: Difference,
  at: Date,
): WithdrawalEvent[] {
  const { incident } = withdrawal
  if (incident?.code === field && incident.received === received) return []
  return [{ type: 'PayoutMismatched', data: { field, expected, received, at } }]
}

function overdue({ overdue: told, processingAt }: Withdrawal, at: Date): WithdrawalEvent[] {
  return !told && since(processingAt, at) >= OVERDUE_MS ? [{ type: 'PayoutOverdue', data: { at } }] : []
}

function failure(withdrawal: Withdrawal, reason: string, at: Date): WithdrawalEvent[] {
  const { payout, incident } = withdrawal
  if (payout.failedAt === undefined) return [{ type: 'PayoutFailureReported', data: { reason, at } }]
  // who contradicts themself isn't believed: people look
  if (incident !== undefined || since(payout.failedAt, at) < FAILED_AGAIN_MS) return []
  return [{ type: 'PayoutFailed', data: { reason, at } }]
}

/** A no to the only attempt is believed when nothing has come of it some time later. */
function refusal({ payout }: Withdrawal, at: Date): WithdrawalEvent | undefined {
  const { refused, attempts } = payout
  if (refused === undefined || attempts > 1 || since(refused.at, at) < FAILED_AGAIN_MS) return undefined
  return { type: 'PayoutFailed', data: { reason: refused.reason, at } }
}

/** BW-16: what the provider says becomes of a payout. What isn't as we asked for is held and shown, never guessed. */
export function recordTransfers(
  { transfers, now: at }: Of<'RecordTransfers'>,
  withdrawal: Withdrawal,
): WithdrawalEvent[] {
  const { status, payout } = withdrawal
  if (status !== 'provider_processing') return []
  const [transfer, second] = transfers
  if (second)
    return mismatch(withdrawal, { field: 'transfers', expected: '1', received: String(transfers.length) }, at)
  if (!transfer) {
    const lost: Difference = { field: 'transfer', expected: payout.transferId ?? '', received: 'none' }
    const refused = refusal(withdrawal, at)
    if (refused) return [refused]
    return [
      ...(payout.transferId === undefined ? [] : mismatch(withdrawal, lost, at)),
      ...overdue(withdrawal, at),
    ]
  }
  const difference = differenceOf(withdrawal, transfer)
  if (difference) return [...mismatch(withdrawal, difference, at), ...overdue(withdrawal, at)]
  const { id: transferId } = transfer
  if (transfer.paid) return [{ type: 'PayoutPaid', data: { transferId, at } }]
  const accepted: WithdrawalEvent[] =
    payout.transferId === undefined ? [{ type: 'PayoutAccepted', data: { transferId, at } }] : []
  if (transfer.failure !== undefined) return [...accepted, ...failure(withdrawal, transfer.failure, at)]
  if (payout.failedAt !== undefined)
    return mismatch(withdrawal, { field: 'status', expected: 'failed', received: 'pending' }, at)
  return [...accepted, ...overdue(withdrawal, at)]
}

/**
 * The provider will not pay, which is held against what it knows before anything is given back. After an attempt whose
 * outcome is unknown that is no proof that it has not paid: people look.
 */
export function recordRefused(
  { reason, now: at }: Of<'RecordRefused'>,
  withdrawal: Withdrawal,
): WithdrawalEvent[] {
  const { status, payout } = withdrawal
  if (status !== 'provider_processing' || payout.transferId !== undefined || payout.refused) return []
  const refused: WithdrawalEvent = { type: 'PayoutRefused', data: { reason, at } }
  if (payout.attempts === 1) return [refused]
  return [refused, ...mismatch(withdrawal, { field: 'answer', expected: 'accepted', received: reason }, at)]
}
