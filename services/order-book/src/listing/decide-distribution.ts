import { Rejection } from '@talad/shared/rejection'
import { distribute, type Fee, type Share } from '../fee/decide.ts'
import { toWireShare } from '../fee/wire-share.ts'
import type { Claim, ClaimedShare } from './claim.ts'
import type { Draft } from './decide.ts'

/** OB-28: stands for the caller in a claimed distribution. */
export const OFFERER = '{offerer}'

/** One text for equal distributions, in whatever order their shares come. */
function comparable(shares: readonly ClaimedShare[], customerId: string): string {
  return shares
    .map(({ customer_id, type, unit, value, percent }) => {
      // OB-28: the placeholder is the caller, on write and for good
      const payee = customer_id === OFFERER ? customerId : customer_id
      return JSON.stringify([payee, type, unit, value, percent])
    })
    .sort()
    .join()
}

/**
 * OB-9, check 17, the baht side: what the client shows its user must be what we will pay out.
 * @returns the distribution that the order keeps (OB-30)
 * @throws Rejection INVALID_DISTRIBUTION
 */
export function checkDistribution(
  claim: Claim,
  draft: Draft,
  fees: readonly Fee[],
  customerId: string,
): Share[] {
  const distribution = distribute(draft.raw, fees, customerId) // OB-29
  const claimedId = claim.shipping?.offererCustomerId
  if (claimedId !== OFFERER && claimedId !== customerId) {
    throw new Rejection('INVALID_DISTRIBUTION', { field: 'order.shipping.offerer_customer_id' }) // OB-28
  }
  const ours = comparable(distribution.map(toWireShare), customerId)
  const claims = {
    'order.shipping.distribution': claim.shipping?.distribution,
    shippingDistributions: claim.distribution,
  }
  for (const [field, shares] of Object.entries(claims)) {
    // OB-28: this also refuses every payee who is neither the caller nor in the fee configuration
    if (shares !== undefined && comparable(shares, customerId) !== ours) {
      throw new Rejection('INVALID_DISTRIBUTION', { field })
    }
  }
  return distribution
}
