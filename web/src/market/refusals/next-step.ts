import type { OrderAction } from '@talad/proto/http/order-book/orders'

type Reason = OrderAction['reasons'][number]

/** WB-8: what stands between a person and the thing they want to do; `go` when nothing does. */
export type NextStep =
  | { kind: 'sign-in' }
  | { kind: 'switch-wallet' }
  | { kind: 'kyc' }
  | { kind: 'assessment' }
  | { kind: 'approve' }
  | { kind: 'go' }
  | { kind: 'closed'; reason: Closed }

/** Reasons that no step of the person can remove. */
const closedReasons = [
  'own_order',
  'suspended',
  'owner_changed',
  'expired',
  'inactive',
  'offers_disabled',
] as const
export type Closed = (typeof closedReasons)[number] | 'reserved'

export type Situation = {
  signedIn: boolean
  /** the account has a customer and a wallet that can do it */
  walletReady: boolean
  reasons: readonly Reason[]
  /** somebody else is buying it (SP-6) */
  isReserved?: boolean
  approvalMissing?: boolean
}

/** WB-8: one clear next step from the reasons of OB-40, the most actionable first; a closed order offers none. */
export function nextStep({
  signedIn,
  walletReady,
  reasons,
  isReserved,
  approvalMissing,
}: Situation): NextStep {
  const closed = closedReasons.find((reason) => reasons.includes(reason))
  if (closed) return { kind: 'closed', reason: closed }
  if (isReserved) return { kind: 'closed', reason: 'reserved' }
  if (!signedIn) return { kind: 'sign-in' }
  if (!walletReady) return { kind: 'switch-wallet' }
  if (reasons.includes('kyc')) return { kind: 'kyc' }
  if (reasons.includes('assessment')) return { kind: 'assessment' }
  if (approvalMissing) return { kind: 'approve' }
  return { kind: 'go' }
}
