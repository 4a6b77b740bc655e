import type { PayoutIncident } from '@talad/proto/http/bank-withdrawal/admin-shapes'
import type { CreditWithdrawalStatus, RequestStatus } from '@talad/proto/http/bank-withdrawal/shapes'
import type { WithdrawalEvent } from './events.ts'

/** BW-10, and what comes before and beside it: not yet locked, refused by the ledger, taken back. */
export type Status = RequestStatus | 'holding' | 'refused' | 'canceled'
export type CreditStatus = CreditWithdrawalStatus

export type Payout = {
  /** how often the provider was asked to pay, always by the same key; 0: never */
  attempts: number
  attemptedAt: Date | undefined
  transferId: string | undefined
  /** when the provider first said that it failed */
  failedAt: Date | undefined
  /** that the provider said no to the last attempt, and why */
  refused: { reason: string; at: Date } | undefined
}

export type Withdrawal = {
  /** what the provider knows it by: the request's id */
  reference: string
  customerId: string
  accountId: string
  bankAccountId: string
  recipientId: string
  value: bigint
  fee: bigint
  kycLevel: number
  status: Status
  /** LG-12: a payout that failed, apart from an admin's no */
  failed: boolean
  approvedBy: string | undefined
  /** since when it is on its way out */
  processingAt: Date | undefined
  payout: Payout
  overdue: boolean
  /** what people have to look at */
  incident: PayoutIncident | undefined
  reason: string | undefined
  decidedAt: Date | undefined
  settled: boolean
  released: boolean
  /** the bank has sent it back after it was paid */
  returned: boolean
  createdAt: Date
  updatedAt: Date
}

/** BW-11. */
export const netOf = ({ value, fee }: Pick<Withdrawal, 'value' | 'fee'>) => value - fee

/** LG-12: the request as the ledger shows it. */
export function creditStatusOf({ status, failed }: Pick<Withdrawal, 'status' | 'failed'>): CreditStatus {
  switch (status) {
    case 'holding':
    case 'pending':
      return 'pending'
    case 'provider_processing':
      return 'processing'
    case 'success':
      return 'completed'
    case 'canceled':
      return 'canceled'
    case 'rejected':
      return failed ? 'failed' : 'rejected'
    case 'refused':
      return 'failed'
  }
}

function opened({
  at,
  ...data
}: Extract<WithdrawalEvent, { type: 'WithdrawalRequested' }>['data']): Withdrawal {
  return {
    ...data,
    status: 'holding',
    failed: false,
    approvedBy: undefined,
    processingAt: undefined,
    payout: {
      attempts: 0,
      attemptedAt: undefined,
      transferId: undefined,
      failedAt: undefined,
      refused: undefined,
    },
    overdue: false,
    incident: undefined,
    reason: undefined,
    decidedAt: undefined,
    settled: false,
    released: false,
    returned: false,
    createdAt: at,
    updatedAt: at,
  }
}

type Held = Extract<WithdrawalEvent, { type: 'PayoutMismatched' | 'LedgerRefused' }>

/** What people have to look at from an event on. */
export function incidentOf({ type, data }: Held): PayoutIncident {
  if (type === 'LedgerRefused') return { code: 'ledger', expected: data.key, received: data.code }
  const { field: code, expected, received } = data
  return { code, expected, received }
}

function change({ payout }: Withdrawal, event: WithdrawalEvent): Partial<Withdrawal> {
  const { at } = event.data
  switch (event.type) {
    case 'WithdrawalRequested':
      return {}
    case 'FundsHeld':
      return { status: 'pending' }
    case 'FundsRefused':
      return { status: 'refused', reason: event.data.code }
    case 'WithdrawalCanceled':
      return { status: 'canceled', decidedAt: at }
    case 'WithdrawalRejected':
      return { status: 'rejected', reason: event.data.reason, decidedAt: at }
    case 'WithdrawalApproved':
      return event.data.needsSecond
        ? { approvedBy: event.data.by }
        : { approvedBy: event.data.by, status: 'provider_processing', processingAt: at }
    case 'WithdrawalConfirmed':
      return { status: 'provider_processing', processingAt: at }
    case 'PayoutAttempted':
      return { payout: { ...payout, attempts: event.data.attempt, attemptedAt: at } }
    case 'PayoutAccepted':
      return { payout: { ...payout, transferId: event.data.transferId } }
    case 'PayoutMismatched':
      return { incident: incidentOf(event) }
    case 'PayoutOverdue':
      return { overdue: true }
    case 'PayoutPaid':
      return {
        status: 'success',
        overdue: false,
        incident: undefined,
        decidedAt: at,
        payout: { ...payout, transferId: event.data.transferId },
      }
    case 'PayoutRefused':
      return { payout: { ...payout, refused: { reason: event.data.reason, at } } }
    case 'PayoutFailureReported':
      return { payout: { ...payout, failedAt: at }, reason: event.data.reason }
    case 'PayoutFailed':
      return {
        status: 'rejected',
        failed: true,
        overdue: false,
        incident: undefined,
        decidedAt: at,
        reason: event.data.reason,
      }
    case 'PayoutReturned':
      return { returned: true, reason: event.data.reason, decidedAt: at }
    case 'FundsSettled':
      return { settled: true }
    case 'FundsReleased':
      return { released: true }
    case 'LedgerRefused':
      return { incident: incidentOf(event) }
  }
}

export function evolve(withdrawal: Withdrawal | undefined, event: WithdrawalEvent): Withdrawal | undefined {
  if (event.type === 'WithdrawalRequested') return opened(event.data)
  return withdrawal && { ...withdrawal, ...change(withdrawal, event), updatedAt: event.data.at }
}
