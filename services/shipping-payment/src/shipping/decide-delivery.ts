import { Rejection } from '@talad/shared/rejection'
import { requireVersion } from '../version.ts'
import type { Of } from './commands.ts'
import { incident } from './decide-incident.ts'
import type { ShippingEvent } from './events.ts'
import type { Shipping } from './state.ts'

/** SP-3: the relayer's words for the chain job are ours too. */
export function recordDelivery(command: Of<'RecordDelivery'>, shipping: Shipping): ShippingEvent[] {
  const { txStatus, txHash, retryCount, retryReason, now } = command
  if (txStatus === 'mined' && shipping.incident === 'delivery_lost')
    return [{ type: 'IncidentEnded', data: { at: now } }]
  if (txStatus === 'mined' && (shipping.status === 'failed' || shipping.refunded))
    return incident(shipping, 'delivered_after_refund', `${txHash} was mined all the same`, now)
  if (shipping.status !== 'processing') return []
  const same = shipping.txStatus === txStatus && (shipping.txHash ?? null) === txHash
  if (same && shipping.retryCount === retryCount) return []
  return [{ type: 'DeliveryProgressed', data: { txStatus, txHash, retryCount, retryReason, at: now } }]
}

/** The delivery can't be made: money that still waits goes back. */
export function failDelivery({ reason, now }: Of<'FailDelivery'>, shipping: Shipping): ShippingEvent[] {
  if (shipping.status === 'processing') return [{ type: 'DeliveryFailed', data: { reason, at: now } }] // SP-25
  // SP-1: the ledger has been told to settle, and is told to reverse that after it; where it would not settle, a person
  // knows of it already
  if (shipping.status === 'mined' && shipping.incident === undefined)
    return [{ type: 'DeliveryLost', data: { reason, at: now } }]
  // the seller was credited, and may have been paid out: nothing moves by itself
  if (shipping.status === 'completed') return incident(shipping, 'delivery_lost', reason, now)
  return []
}

/** CA-46: pending → canceled by an admin. The price goes back as for any delivery that fails (SP-25). */
export function cancelDelivery(command: Of<'CancelDelivery'>, shipping: Shipping): ShippingEvent[] {
  const { version, by, note, now } = command
  requireVersion(shipping, version)
  if (shipping.status !== 'processing') throw new Rejection('DELIVERY_NOT_CANCELABLE')
  return [{ type: 'DeliveryFailed', data: { reason: 'canceled by an admin', by, note, at: now } }]
}
