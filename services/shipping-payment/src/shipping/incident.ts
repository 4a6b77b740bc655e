import type { Incident, ShippingEvent } from './events.ts'
import type { Shipping } from './state.ts'

/**
 * Money follows the chain's word past the confirmations. Where a deeper reorganisation takes that word back after the
 * money has moved, or the ledger refuses what is due, nothing moves by itself: it is raised, once, for a person to decide.
 */
export function incident(shipping: Shipping, kind: Incident, reason: string, at: Date): ShippingEvent[] {
  if (shipping.incident !== undefined) return []
  return [{ type: 'IncidentRaised', data: { incident: kind, reason, at } }]
}
