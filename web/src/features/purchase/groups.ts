import type { Shipping } from '@talad/proto/http/shipping-payment/shipping'

type Ended = Pick<Shipping, 'status' | 'expired'> & {
  credit: { payment: { status: string; provider_ref_id?: string | null } }
}

/**
 * Whether it was reserved, and ended before anybody paid. Its buyer is shown each that has been to a card page: money of
 * it may have come late.
 */
function cameToNothing({ status, expired, credit }: Ended, action: 'buy' | 'sell'): boolean {
  const isEnded = status === 'canceled' || (status === 'pending' && expired)
  return isEnded && (action === 'sell' || (credit.payment.provider_ref_id ?? null) === null)
}

/** A list in its order, with neighbours which came to nothing in one group; each of the others is a group of its own. */
export function groupsOf<T extends Ended>(shippings: readonly T[], action: 'buy' | 'sell'): [T, ...T[]][] {
  const groups: [T, ...T[]][] = []
  for (const shipping of shippings) {
    const last = groups.at(-1)
    if (last && cameToNothing(last[0], action) && cameToNothing(shipping, action)) last.push(shipping)
    else groups.push([shipping])
  }
  return groups
}
