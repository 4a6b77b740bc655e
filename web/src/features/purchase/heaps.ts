import type { Shipping } from '@talad/proto/http/shipping-payment'

type Ended = Pick<Shipping, 'status' | 'expired'>

/** Whether it was reserved, and ended before anybody paid. */
export function cameToNothing({ status, expired }: Ended): boolean {
  return status === 'canceled' || (status === 'pending' && expired)
}

/** A list in its order, with neighbours which came to nothing in one heap; each of the others is a heap of its own. */
export function heapsOf<T extends Ended>(shippings: readonly T[]): [T, ...T[]][] {
  const heaps: [T, ...T[]][] = []
  for (const shipping of shippings) {
    const last = heaps.at(-1)
    if (last && cameToNothing(last[0]) && cameToNothing(shipping)) last.push(shipping)
    else heaps.push([shipping])
  }
  return heaps
}
