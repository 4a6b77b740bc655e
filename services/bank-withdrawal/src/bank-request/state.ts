import type { RequestStatus } from '@talad/proto/http/bank-withdrawal/shapes'
import type { BankRequestEvent } from './events.ts'

export type EntityType = 'Individual' | 'Organization'

/** A request for a bank account, and the account that came of it. */
export type BankRequest = {
  customerId: string
  accountId: string
  swiftCode: string
  numberHash: string
  last4: string
  entityType: EntityType
  kycLevel: number
  status: RequestStatus
  /** taken back, put away after a rejection, or erased with its person; the trail stays (BW-1) */
  deleted: boolean
  approvedAt: Date | undefined
  recipientId: string | undefined
  overdue: boolean
  reason: string | undefined
  decidedAt: Date | undefined
  /** BW-9 */
  accountDeleted: boolean
  createdAt: Date
  updatedAt: Date
}

function change(event: BankRequestEvent): Partial<BankRequest> {
  const { at } = event.data
  switch (event.type) {
    case 'BankAccountRequested':
      return {}
    case 'BankRequestApproved':
      return { status: 'provider_processing', approvedAt: at }
    case 'RecipientRegistered':
      return { recipientId: event.data.recipientId }
    case 'VettingOverdue':
      return { overdue: true }
    case 'BankAccountVetted':
      return { status: 'success', recipientId: event.data.recipientId, overdue: false, decidedAt: at }
    case 'VettingFailed':
    case 'BankRequestRejected':
      return { status: 'rejected', reason: event.data.reason, overdue: false, decidedAt: at }
    case 'BankRequestDeleted':
      return { deleted: true, overdue: false }
    case 'BankAccountDeleted':
      return { accountDeleted: true }
  }
}

export function evolve(request: BankRequest | undefined, event: BankRequestEvent): BankRequest | undefined {
  if (event.type === 'BankAccountRequested') {
    const { at, ...data } = event.data
    return {
      ...data,
      status: 'pending',
      deleted: false,
      approvedAt: undefined,
      recipientId: undefined,
      overdue: false,
      reason: undefined,
      decidedAt: undefined,
      accountDeleted: false,
      createdAt: at,
      updatedAt: at,
    }
  }
  return request && { ...request, ...change(event), updatedAt: event.data.at }
}
