import { Rejection } from '@talad/shared/rejection'
import type { Share } from '../fee/decide.ts'
import { OFFERER } from '../fee/payees.ts'
import { receiveUnit, toWireShare } from '../fee/wire-share.ts'
import type { Claim, ClaimedShare } from './claim.ts'
import type { Draft } from './decide.ts'

/** Whether a claimed share says what we pay. A payee may be left out: the preview doesn't name others (MO-36); so may a wallet. */
function says(claimed: ClaimedShare, ours: ClaimedShare, customerId: string): boolean {
  // OB-28: the placeholder is the caller, on write and for good
  const payee = claimed.customer_id === OFFERER ? customerId : claimed.customer_id
  if (payee !== null && payee !== ours.customer_id) return false
  if (claimed.recipient && claimed.recipient.toLowerCase() !== ours.recipient) return false
  return (['type', 'unit', 'value', 'percent'] as const).every((field) => claimed[field] === ours[field])
}

/** Whether two distributions are equal, in whatever order their shares come. */
function areEqual(
  claimed: readonly ClaimedShare[],
  ours: readonly ClaimedShare[],
  customerId: string,
): boolean {
  const left = [...ours]
  // those who name their payee first: a share without one must not take theirs
  const named = claimed.toSorted((a, b) => Number(a.customer_id === null) - Number(b.customer_id === null))
  return (
    claimed.length === ours.length &&
    named.every((share) => {
      const at = left.findIndex((one) => says(share, one, customerId))
      return at !== -1 && left.splice(at, 1).length === 1
    })
  )
}

/**
 * OB-9, check 17: what the client shows its user must be what is paid.
 * @param distribution what we will pay out, or what Seaport pays by what was signed
 * @throws Rejection INVALID_DISTRIBUTION
 */
export function checkDistribution(
  claim: Claim,
  draft: Draft,
  distribution: readonly Share[],
  customerId: string,
): void {
  const block = draft.token.shipper ? 'shipping' : 'crypto'
  const claimed = claim[block]
  if (claimed?.offererCustomerId !== OFFERER && claimed?.offererCustomerId !== customerId) {
    throw new Rejection('INVALID_DISTRIBUTION', { field: `order.${block}.offerer_customer_id` }) // OB-28
  }
  const unit = receiveUnit(draft.token)
  const ours = distribution.map((share) => toWireShare(share, unit))
  const claims = {
    [`order.${block}.distribution`]: claimed?.distribution,
    shippingDistributions: claim.distribution,
  }
  for (const [field, shares] of Object.entries(claims)) {
    // OB-28: this also refuses every payee who is neither the caller nor in the fee configuration
    if (shares !== undefined && !areEqual(shares, ours, customerId)) {
      throw new Rejection('INVALID_DISTRIBUTION', { field })
    }
  }
}
