import { ZERO_ADDRESS } from '@talad/proto/http/order-book/seaport'

/** A transfer as it is published; addresses as they come. */
export type Transfer = { from: string; to: string; fromLeft: string; fromBalance: string }

/** OB-16: whose wallet units went out of, and what it was left with; undefined where nobody lost any. */
export function departureOf(transfer: Transfer): { owner: string; left: string } | undefined {
  const from = transfer.from.toLowerCase()
  if (from === transfer.to.toLowerCase() || from === ZERO_ADDRESS) return undefined
  // what came back later in the block has been away all the same
  return { owner: from, left: transfer.fromLeft || transfer.fromBalance || '0' }
}
