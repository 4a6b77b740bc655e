import { Rejection } from '@talad/shared/rejection'
import type { Share } from '../fee/decide.ts'
import { OFFERER } from '../fee/payees.ts'
import { receiveUnit, toWireShare } from '../fee/wire-share.ts'
import type { Claim, ClaimedShare } from './claim.ts'
import type { Draft } from './decide.ts'

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
  const ours = comparable(
    distribution.map((share) => toWireShare(share, unit)),
    customerId,
  )
  const claims = {
    [`order.${block}.distribution`]: claimed?.distribution,
    shippingDistributions: claim.distribution,
  }
  for (const [field, shares] of Object.entries(claims)) {
    // OB-28: this also refuses every payee who is neither the caller nor in the fee configuration
    if (shares !== undefined && comparable(shares, customerId) !== ours) {
      throw new Rejection('INVALID_DISTRIBUTION', { field })
    }
  }
}
