import type { Of, Offer } from './commands.ts'
import type { CancelReason, ShippingEvent } from './events.ts'
import { incident } from './incident.ts'
import type { Shipping } from './state.ts'

/** The ledger's word for a hold that has ended: what became of it was said, or is said next. */
const ENDED = ['hold_captured', 'hold_released']

/** An order that was cancelled, or an item suspended, while the ledger was being asked takes the unpaid shipping with it now. */
export function goneWithOffer({ orderStatus, suspended }: Offer, at: Date): ShippingEvent[] {
  const canceled = (reason: CancelReason): ShippingEvent[] => [
    { type: 'ShippingCanceled', data: { reason, at } },
  ]
  if (orderStatus === 'cancelled') return canceled('order') // OB-14
  return suspended ? canceled('suspended') : [] // SP-30
}

/** The ledger would not move the price: the buyer may try again (SP-2). */
export function recordPayRefused(command: Of<'RecordPayRefused'>, shipping: Shipping): ShippingEvent[] {
  const { reason, now } = command
  if (ENDED.includes(reason) || shipping.status !== 'pending' || !shipping.payment.atLedger) return []
  const refused: ShippingEvent = { type: 'PaymentRefused', data: { reason, at: now } }
  return [refused, ...goneWithOffer(command, now)]
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
