import type { TransferStatus } from '@talad/proto/http/identity/transfers'
import { Rejection } from '@talad/shared/rejection'
import type { JoinRequest } from '../join/client.ts'

/** An item on its way to somebody; addresses in lower case, `amount` in units. */
export type Transfer = {
  blockchain: string
  contractAddress: string
  tokenId: string
  amount: string
  to: string
}

/** ID-21: whose wallet sends, and what it may send. */
export type TransferRules = {
  blockchain: string
  wallet: string
  collections: readonly string[]
  /** contracts that give nothing back: Seaport, its conduits, zones, tokens */
  keepers: readonly string[]
}

/**
 * ID-19, ID-21: the person's own Join wallet sends items of known collections to other wallets.
 * @throws Rejection INVALID_JOIN_SIGNER, NOT_SIGNABLE naming the field
 */
export function checkTransfers(rules: TransferRules, from: string, transfers: readonly Transfer[]): void {
  if (from !== rules.wallet) throw new Rejection('INVALID_JOIN_SIGNER', { field: 'from' })
  transfers.forEach(({ blockchain, contractAddress, to }, at) => {
    const refuse = (field: string) => new Rejection('NOT_SIGNABLE', { field: `transfers.${at}.${field}` })
    if (blockchain !== rules.blockchain) throw refuse('blockchain')
    if (!rules.collections.includes(contractAddress)) throw refuse('contractAddress')
    // SP-29: what is sent to one of these is lost
    const isLost = rules.collections.includes(to) || rules.keepers.includes(to)
    if (to === from || isLost) throw refuse('to')
  })
}

/** What came of a transfer that was approved. */
const sentAs = { pending: 'SUBMITTED', sent: 'SUBMITTED', mined: 'SUCCESS', failed: 'FAILED' } as const

/** ID-19: how the transfer at a place stands. What was approved in time goes on, however long the chain takes. */
export function statusOfTransfer(
  answer: JoinRequest | undefined,
  at: number,
  { expiresAt, now }: { expiresAt: Date; now: Date },
): TransferStatus {
  if (answer === undefined) return 'EXPIRED'
  switch (answer.status) {
    case 'pending':
      return now >= expiresAt ? 'EXPIRED' : 'PENDING_APPROVAL'
    case 'rejected':
      return 'REJECTED'
    case 'expired':
      return 'EXPIRED'
    case 'failed':
    case 'signed':
    case 'sent': {
      const one = answer.transfers?.[at]
      if (one) return sentAs[one.status]
      return answer.status === 'failed' ? 'FAILED' : 'SUBMITTED'
    }
  }
}

const WORST_FIRST: readonly TransferStatus[] = [
  ...(['FAILED', 'REJECTED', 'EXPIRED', 'NEW'] as const),
  ...(['PENDING_APPROVAL', 'SUBMITTED', 'SUCCESS'] as const),
]

/** ID-19: the worst of some. */
export function worstOf(statuses: readonly TransferStatus[]): TransferStatus {
  return WORST_FIRST.find((status) => statuses.includes(status)) ?? 'NEW'
}
