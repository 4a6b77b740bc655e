import type { Of } from './commands.ts'
import type { Incident, ShippingEvent } from './events.ts'
import type { Shipping } from './state.ts'

/** SP-3: the relayer's words for the chain job are ours too. */
export function recordDelivery(command: Of<'RecordDelivery'>, shipping: Shipping): ShippingEvent[] {
  const { txStatus, txHash, retryCount, retryReason, now } = command
  if (txStatus === 'mined' && shipping.incident === 'delivery_lost')
    return [{ type: 'IncidentEnded', data: { at: now } }]
  if (txStatus === 'mined' && shipping.status === 'failed')
    return incident(shipping, 'delivered_after_refund', `${txHash} was mined all the same`, now)
  if (shipping.status !== 'processing') return []
  const same = shipping.txStatus === txStatus && (shipping.txHash ?? null) === txHash
  if (same && shipping.retryCount === retryCount) return []
  return [{ type: 'DeliveryProgressed', data: { txStatus, txHash, retryCount, retryReason, at: now } }]
}

/**
 * Money follows the chain's word past the confirmations. Where a deeper reorganisation takes that word back after the
 * money has moved, nothing moves by itself: it is raised, once, for a person to decide.
 */
function incident(shipping: Shipping, kind: Incident, reason: string, at: Date): ShippingEvent[] {
  if (shipping.incident !== undefined) return []
  return [{ type: 'IncidentRaised', data: { incident: kind, reason, at } }]
}

/** The delivery can't be made: money that still waits goes back. */
export function failDelivery({ reason, now }: Of<'FailDelivery'>, shipping: Shipping): ShippingEvent[] {
  if (shipping.status === 'processing') return [{ type: 'DeliveryFailed', data: { reason, at: now } }] // SP-25
  // the ledger has been told to settle, and what it is told first holds: a refund would be refused or come twice
  if (shipping.status === 'mined' || shipping.status === 'completed')
    return incident(shipping, 'delivery_lost', reason, now)
  return []
}
