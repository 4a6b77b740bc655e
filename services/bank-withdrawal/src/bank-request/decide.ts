import { Rejection } from '@talad/shared/rejection'
import { isBelowSilver, requireSilver } from '../person/compare-names.ts'
import type { BankRequestEvent } from './events.ts'
import type { BankRequest, EntityType } from './state.ts'

/**
 * Who decides: an admin, who may be a customer too. `isLinked`: the account that is asked for, or paid to, has been asked
 * for by them as well.
 */
export type Decider = { accountId: string; customerId: string | undefined; isLinked?: boolean }

export type Command =
  | {
      type: 'Request'
      customerId: string
      accountId: string
      swiftCode: string
      numberHash: string
      last4: string
      entityType: EntityType
      kycLevel: number
      now: Date
    }
  /** `kycLevel`: of the customer, asked for just now */
  | { type: 'Approve'; by: Decider; note: string; kycLevel: number; now: Date }
  | { type: 'Reject'; by: Decider; note: string; reason: string; now: Date }
  | { type: 'Delete'; by: string; now: Date }
  | { type: 'DeleteAccount'; by: string; now: Date }
  /** its person is erased */
  | { type: 'Erase'; now: Date }
  /** `account`: none where the provider took none */
  | {
      type: 'RecordRecipient'
      recipientId: string
      account: VettedAccount | undefined
      state: RecipientState
      now: Date
    }

/** What the provider says of a recipient. */
export type RecipientState = { kind: 'pending' } | { kind: 'verified' } | { kind: 'refused'; reason: string }

/** The bank account of a recipient, as far as the provider tells it. */
export type VettedAccount = { swiftCode: string; last4: string }

const ANOTHER_ACCOUNT = 'The payout provider knows another bank account by this request. Please ask again.'
/** How long the provider may look into an account before somebody is told. */
const OVERDUE_MS = 24 * 60 * 60 * 1_000

/**
 * BW-18: nobody decides on what they asked for, nor on what reaches an account of their own by way of somebody else.
 * @throws Rejection DECIDER_IS_REQUESTER, DECIDER_IS_LINKED
 */
export function requireOther(by: Decider, about: { accountId: string; customerId: string }): void {
  if (by.accountId === about.accountId || by.customerId === about.customerId)
    throw new Rejection('DECIDER_IS_REQUESTER')
  if (by.isLinked) throw new Rejection('DECIDER_IS_LINKED')
}

function requirePending(request: BankRequest): void {
  if (request.status !== 'pending' || request.deleted)
    throw new Rejection('NOT_PENDING', { details: { status: request.status } })
}

function approve({ by, note, kycLevel, now: at }: Of<'Approve'>, request: BankRequest): BankRequestEvent[] {
  requirePending(request)
  requireOther(by, request)
  if (isBelowSilver(kycLevel)) throw new Rejection('KYC_FELL', { details: { level: kycLevel } })
  return [{ type: 'BankRequestApproved', data: { by: by.accountId, note, at } }]
}

function reject({ by, note, reason, now: at }: Of<'Reject'>, request: BankRequest): BankRequestEvent[] {
  requirePending(request)
  requireOther(by, request)
  return [{ type: 'BankRequestRejected', data: { by: by.accountId, note, reason, at } }]
}

function remove({ by, now: at }: Of<'Delete'>, request: BankRequest): BankRequestEvent[] {
  if (by !== request.customerId) throw new Rejection('BANK_REQUEST_NOT_FOUND', { field: 'request_id' })
  if (request.deleted) return []
  const deletable = request.status === 'pending' || request.status === 'rejected' // BW-1
  if (!deletable) throw new Rejection('BANK_REQUEST_NOT_DELETABLE', { details: { status: request.status } })
  return [{ type: 'BankRequestDeleted', data: { at } }]
}

function removeAccount({ by, now: at }: Of<'DeleteAccount'>, request: BankRequest): BankRequestEvent[] {
  if (by !== request.customerId || request.status !== 'success')
    throw new Rejection('BANK_ACCOUNT_NOT_FOUND', { field: 'bank_account_id' })
  return request.accountDeleted ? [] : [{ type: 'BankAccountDeleted', data: { at } }]
}

/** ID-42: whatever it waits for, nobody wants it any more. */
function erase({ now: at }: Of<'Erase'>, request: BankRequest): BankRequestEvent[] {
  if (request.status === 'success')
    return request.accountDeleted ? [] : [{ type: 'BankAccountDeleted', data: { at } }]
  return request.deleted ? [] : [{ type: 'BankRequestDeleted', data: { at } }]
}

const isAnother = ({ swiftCode, last4 }: VettedAccount, request: BankRequest) =>
  swiftCode !== request.swiftCode || last4 !== request.last4

function recordRecipient(command: Of<'RecordRecipient'>, request: BankRequest): BankRequestEvent[] {
  const { recipientId, account, state, now: at } = command
  if (request.status !== 'provider_processing' || request.deleted) return []
  const registered: BankRequestEvent[] =
    request.recipientId === recipientId ? [] : [{ type: 'RecipientRegistered', data: { recipientId, at } }]
  // BW-2: nothing is ever paid to a recipient that stands for another account than the customer's
  if (account && isAnother(account, request))
    return [...registered, { type: 'VettingFailed', data: { reason: ANOTHER_ACCOUNT, at } }]
  switch (state.kind) {
    case 'verified':
      return [...registered, { type: 'BankAccountVetted', data: { recipientId, at } }] // BW-2
    case 'refused':
      return [...registered, { type: 'VettingFailed', data: { reason: state.reason, at } }]
    case 'pending': {
      const since = request.approvedAt ?? request.updatedAt
      const late = !request.overdue && at.getTime() - since.getTime() >= OVERDUE_MS
      return late ? [...registered, { type: 'VettingOverdue', data: { at } }] : registered
    }
  }
}

export type Of<T extends Command['type']> = Extract<Command, { type: T }>

/**
 * What one command makes of a request for a bank account. That an account is asked for twice, or a sixth one, is for the
 * constraints of its row (BW-3, BW-4).
 * @throws Rejection as in rejections.ts
 */
export function decide(command: Command, request: BankRequest | undefined): BankRequestEvent[] {
  if (command.type === 'Request') {
    if (request) return []
    requireSilver(command.kycLevel) // BW-15
    const { type: _type, now: at, ...data } = command
    return [{ type: 'BankAccountRequested', data: { ...data, at } }]
  }
  if (!request) {
    const about = command.type === 'DeleteAccount' ? 'BANK_ACCOUNT_NOT_FOUND' : 'BANK_REQUEST_NOT_FOUND'
    throw new Rejection(about)
  }
  switch (command.type) {
    case 'Approve':
      return approve(command, request)
    case 'Reject':
      return reject(command, request)
    case 'Delete':
      return remove(command, request)
    case 'DeleteAccount':
      return removeAccount(command, request)
    case 'Erase':
      return erase(command, request)
    case 'RecordRecipient':
      return recordRecipient(command, request)
  }
}
