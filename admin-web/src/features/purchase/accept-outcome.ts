import type { AdminShipping } from '@talad/proto/http/shipping-payment/shipping-admin-shapes'

type Purchase = { status: AdminShipping['status']; price: number }

/** SP-18: what accepting makes of the purchase; `lacks`: so much is missing, with all the points that there are. */
export function acceptOutcome(
  { status, price }: Purchase,
  { received, points }: { received: number; points: number },
): { kind: 'pays' } | { kind: 'over' } | { kind: 'short'; lacks: number } {
  if (status !== 'pending') return { kind: 'over' }
  const lacks = price - points - received
  return lacks > 0 ? { kind: 'short', lacks } : { kind: 'pays' }
}
