import { Rejection } from '@talad/shared/rejection'
import type { Of, Offer } from './commands.ts'
import type { CancelReason, ShippingEvent } from './events.ts'
import { isExpired, type Shipping } from './state.ts'

/** SP-11: a card is charged at least 20 THB; the surplus stays as points. */
export const MINIMUM_CHARGE = 2_000n
/** The ledger's word for a hold that has ended: what became of it was said, or is said next. */
export const ENDED = ['hold_captured', 'hold_released']

/** SP-18: why no card is charged. */
export const CHECKING = 'a card payment is being checked'

/** An order that was cancelled or became the buyer's, or an item suspended, while the ledger was asked takes it along now. */
function goneWithOffer({ orderStatus, suspended, own }: Offer, at: Date): ShippingEvent[] {
  const canceled = (reason: CancelReason): ShippingEvent[] => [
    { type: 'ShippingCanceled', data: { reason, at } },
  ]
  if (orderStatus === 'cancelled') return canceled('order') // OB-14
  if (suspended) return canceled('suspended') // SP-30
  return own ? canceled('own_order') : [] // OB-43: what is paid is delivered
}

/** SP-22: why a shipping can't be paid by this caller, if it can't. */
function requirePayable(shipping: Shipping, by: string, now: Date): void {
  if (shipping.buyerCustomerId !== by) throw new Rejection('NOT_THE_BUYER')
  const payable = shipping.status === 'pending' && shipping.payment.status !== 'canceled'
  if (!payable || isExpired(shipping, now)) throw new Rejection('SHIPPING_NOT_PAYABLE')
}

export function pay({ by, payerIp, orderReady, now }: Of<'Pay'>, shipping: Shipping): ShippingEvent[] {
  // SP-33: a second click meets a shipping that is being paid, or is paid, and gets it as it is
  if (shipping.buyerCustomerId === by && shipping.payment.status === 'completed') return []
  requirePayable(shipping, by, now)
  const { payment } = shipping
  // SP-18: the card was charged already, and that money is neither credited nor given back yet
  if (payment.held.length > 0) return []
  const underWay = payment.status === 'processing' || (payment.atLedger && payment.card)
  if (underWay) return []
  // SP-22: it is being validated; a card is not charged for what may not be delivered
  if (!orderReady) throw new Rejection('SHIPPING_NOT_READY')
  return [
    {
      type: 'PaymentRequested',
      data: { attempt: payment.attempt + 1, card: true, ...(payerIp && { payerIp }), at: now },
    },
  ]
}

export function recordFundsLocked(command: Of<'RecordFundsLocked'>, shipping: Shipping): ShippingEvent[] {
  const { attempt, locked, topupId, now } = command
  const { payment } = shipping
  if (shipping.status !== 'pending' || attempt !== payment.attempt || !payment.atLedger) return []
  const noted: ShippingEvent = { type: 'FundsLocked', data: { attempt, locked, at: now } }
  const gone = goneWithOffer(command, now)
  if (gone.length > 0 || !payment.card) return [noted, ...gone]
  // SP-18: another card was charged meanwhile, and is being looked at
  if (payment.held.length > 0) return [noted, { type: 'PaymentRefused', data: { reason: CHECKING, at: now } }]
  const shortfall = shipping.gross - locked
  const charge = shortfall < MINIMUM_CHARGE ? MINIMUM_CHARGE : shortfall // SP-11
  return [noted, { type: 'CardRequested', data: { topupId, charge, at: now } }]
}

/** SP-18: told again, the same is no news; that it was refused is. */
export function recordCardHeld(command: Of<'RecordCardHeld'>, { payment }: Shipping): ShippingEvent[] {
  const { topupId, value, refused, now: at } = command
  const known = payment.held.find((one) => one.topupId === topupId)
  if (known && known.value === value && known.refused === refused) return []
  return [{ type: 'CardHeld', data: { topupId, value, refused, at } }]
}

export function isCurrentCard(shipping: Shipping, topupId: string): boolean {
  return (
    shipping.status === 'pending' &&
    shipping.payment.status === 'processing' &&
    shipping.payment.topupId === topupId
  )
}

export function recordPaid(
  { orderStatus, suspended, now }: Of<'RecordPaid'>,
  shipping: Shipping,
): ShippingEvent[] {
  const paid: ShippingEvent = { type: 'PaymentCompleted', data: { at: now } }
  const fails = (reason: string): ShippingEvent[] => [
    paid,
    { type: 'DeliveryFailed', data: { reason, at: now } },
  ]
  if (shipping.status === 'pending') {
    if (suspended) return fails('suspended') // SP-30
    if (orderStatus === undefined) return fails('the order is unknown')
    return orderStatus === 'cancelled' ? fails('the order was cancelled') : [paid] // OB-13: our relayer never fills it
  }
  if (shipping.status === 'canceled' && !shipping.refunded)
    return [{ type: 'PaidTooLate', data: { at: now } }]
  return []
}

export function cancel({ by, now }: Of<'Cancel'>, shipping: Shipping): ShippingEvent[] {
  if (shipping.buyerCustomerId !== by) throw new Rejection('NOT_THE_BUYER')
  if (shipping.status === 'canceled') return []
  // SP-23: also while a charge is in flight: money that still arrives becomes points (SP-19) or is given back
  if (shipping.status !== 'pending') throw new Rejection('FAILED_TO_CANCEL')
  return [{ type: 'ShippingCanceled', data: { reason: 'buyer', at: now } }]
}

/** The ledger would not move the price: the buyer may try again (SP-2). */
export function recordPayRefused(command: Of<'RecordPayRefused'>, shipping: Shipping): ShippingEvent[] {
  const { reason, now } = command
  if (ENDED.includes(reason) || shipping.status !== 'pending' || !shipping.payment.atLedger) return []
  const refused: ShippingEvent = { type: 'PaymentRefused', data: { reason, at: now } }
  return [refused, ...goneWithOffer(command, now)]
}
