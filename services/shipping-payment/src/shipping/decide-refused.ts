import type { Of } from './commands.ts'
import type { ShippingEvent } from './events.ts'
import { incident } from './incident.ts'
import type { Shipping } from './state.ts'

/** The ledger's word for a hold that has ended: what became of it was said, or is said next. */
const ENDED = ['hold_captured', 'hold_released']

/** OB-14: an order that was cancelled while the ledger was being asked takes the unpaid shipping with it now. */
export function goneWithOrder(at: Date): ShippingEvent {
  return { type: 'ShippingCanceled', data: { reason: 'order', at } }
}

/** The ledger would not move the price: the buyer may try again (SP-2). */
export function recordPayRefused(command: Of<'RecordPayRefused'>, shipping: Shipping): ShippingEvent[] {
  const { reason, orderCancelled, now } = command
  if (ENDED.includes(reason) || shipping.status !== 'pending' || !shipping.payment.atLedger) return []
  const refused: ShippingEvent = { type: 'PaymentRefused', data: { reason, at: now } }
  return orderCancelled ? [refused, goneWithOrder(now)] : [refused]
}

/**
 * The ledger would not pay the seller (SP-27), give the price back (SP-25), take back what it had paid (SP-1) or end a hold (SP-23). Nobody asked for that
 * who could try again, and somebody's money stays where it is: a person has to look.
 */
export function recordMoneyRefused(command: Of<'RecordMoneyRefused'>, shipping: Shipping): ShippingEvent[] {
  const { flow, reason, now } = command
  // a payment that was faster than the cancel: PaidTooLate gives it back
  if (flow === 'release' && ENDED.includes(reason)) return []
  return incident(shipping, `${flow}_refused`, reason, now)
}
