import { shareOf } from '@talad/shared/money'
import { Rejection } from '@talad/shared/rejection'
import type { OfferedOrder, Share } from '../order/offered.ts'
import type { Command, Of } from './commands.ts'
import { cancelDelivery, failDelivery, recordDelivery } from './decide-delivery.ts'
import { askMoneyAgain, decideIncident } from './decide-incident.ts'
import { isOnSale } from './decide-open.ts'
import { goneWithOffer, recordMoneyRefused, recordPayRefused } from './decide-refused.ts'
import type { ShippingEvent } from './events.ts'
import { isExpired, type Shipping } from './state.ts'

/** M§9: shipping payment deadline. */
export const DEADLINE_MS = 10 * 60 * 1_000
/** SP-5 (M§9): shipping idle. */
export const IDLE_MS = 120 * 1_000
/** SP-11: a card is charged at least 20 THB; the surplus stays as points. */
export const MINIMUM_CHARGE = 2_000n

/** OB-29: each share is the floor of its percent; the seller gets the rest. */
export function split(gross: bigint, shares: OfferedOrder['shares']): Share[] {
  const fees = shares
    .filter((one) => one.type !== 'net')
    .map((one) => ({ ...one, value: shareOf(gross, BigInt(one.basisPoints)) }))
  const net = gross - fees.reduce((sum, fee) => sum + fee.value, 0n)
  return [
    ...fees,
    ...shares
      .filter((one) => one.type === 'net')
      .slice(0, 1)
      .map((one) => ({ ...one, value: net })),
  ]
}

/** SP-7, SP-9: may this order be bought this way now? */
function requireShippable(order: OfferedOrder, buyer: string, now: Date): void {
  // OB-7: a deal is a listing for one buyer
  if (order.type === 'deal' && order.counterparty !== buyer) throw new Rejection('NOT_THE_COUNTERPARTY')
  if (order.type === 'offer') throw new Rejection('NOT_SHIPPABLE_ORDER')
  if (!order.shipper) throw new Rejection('INVALID_ORDER') // priced in crypto: ship-crypto is its call
  if (!isOnSale(order, now)) throw new Rejection('ORDER_NOT_OPEN') // OB-25
}

function open(command: Of<'Open'>, shipping: Shipping | undefined): ShippingEvent[] {
  if (shipping) return []
  const { order, recipient, amount, now } = command
  if (!order) throw new Rejection('ORDER_NOT_FOUND', { field: 'order_hash' })
  if (!recipient) throw new Rejection('RECIPIENT_REQUIRED', { field: 'recipient_address' })
  if (recipient === order.contractAddress || /^0x0{40}$/.test(recipient)) {
    throw new Rejection('INVALID_RECIPIENT', { field: 'recipient_address' }) // SP-29
  }
  requireShippable(order, command.buyerCustomerId, now)
  const left = order.total - order.filled
  if (amount < 1n || amount > left) throw new Rejection('INVALID_AMOUNT', { field: 'amount' })
  if (order.sellerAccountId === command.buyerAccountId) throw new Rejection('OWN_ORDER') // OB-43
  if (command.suspended) throw new Rejection('ASSET_SUSPENDED', { field: 'order_hash' }) // SP-9
  const gross = (order.price * amount) / order.total // OB-21: a price always divides by its units
  const {
    type: _type,
    status: _status,
    inactive: _inactive,
    shipper: _shipper,
    counterparty: _counterparty,
    total: _total,
    ...rest
  } = order
  const { filled: _filled, price: _price, start: _start, end: _end, shares, ...snapshot } = rest
  const opened: ShippingEvent = {
    type: 'ShippingOpened',
    data: {
      order: snapshot,
      buyerCustomerId: command.buyerCustomerId,
      buyerAccountId: command.buyerAccountId,
      recipient,
      amount,
      gross,
      shares: split(gross, shares),
      originUrl: command.originUrl,
      expiresAt: new Date(now.getTime() + DEADLINE_MS), // SP-10: the clock runs from creation in both cases
      at: now,
    },
  }
  if (command.deferPayment) return [opened]
  return [opened, { type: 'PaymentRequested', data: { attempt: 1, card: false, at: now } }]
}

/** SP-22: why a shipping can't be paid by this caller, if it can't. */
function requirePayable(shipping: Shipping, by: string, now: Date): void {
  if (shipping.buyerCustomerId !== by) throw new Rejection('NOT_THE_BUYER')
  const payable = shipping.status === 'pending' && shipping.payment.status !== 'canceled'
  if (!payable || isExpired(shipping, now)) throw new Rejection('SHIPPING_NOT_PAYABLE')
}

function pay({ by, payerIp, orderReady, now }: Of<'Pay'>, shipping: Shipping): ShippingEvent[] {
  // SP-33: a second click meets a shipping that is being paid, or is paid, and gets it as it is
  if (shipping.buyerCustomerId === by && shipping.payment.status === 'completed') return []
  requirePayable(shipping, by, now)
  const { payment } = shipping
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

function recordFundsLocked(command: Of<'RecordFundsLocked'>, shipping: Shipping): ShippingEvent[] {
  const { attempt, locked, topupId, now } = command
  const { payment } = shipping
  if (shipping.status !== 'pending' || attempt !== payment.attempt || !payment.atLedger) return []
  const noted: ShippingEvent = { type: 'FundsLocked', data: { attempt, locked, at: now } }
  const gone = goneWithOffer(command, now)
  if (gone.length > 0 || !payment.card) return [noted, ...gone]
  const shortfall = shipping.gross - locked
  const charge = shortfall < MINIMUM_CHARGE ? MINIMUM_CHARGE : shortfall // SP-11
  return [noted, { type: 'CardRequested', data: { topupId, charge, at: now } }]
}

function isCurrentCard(shipping: Shipping, topupId: string): boolean {
  return (
    shipping.status === 'pending' &&
    shipping.payment.status === 'processing' &&
    shipping.payment.topupId === topupId
  )
}

function recordPaid({ orderStatus, suspended, now }: Of<'RecordPaid'>, shipping: Shipping): ShippingEvent[] {
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

function cancel({ by, now }: Of<'Cancel'>, shipping: Shipping): ShippingEvent[] {
  if (shipping.buyerCustomerId !== by) throw new Rejection('NOT_THE_BUYER')
  if (shipping.status === 'canceled') return []
  // SP-23: also while a charge is in flight: money that still arrives becomes points (SP-19) or is given back
  if (shipping.status !== 'pending') throw new Rejection('FAILED_TO_CANCEL')
  return [{ type: 'ShippingCanceled', data: { reason: 'buyer', at: now } }]
}

/**
 * Until when a shipping keeps other buyers off its order if nothing more happens to its payment (SP-4, SP-5); undefined
 * once it is paid or over.
 */
export function heldUntil({ status, payment, activeAt, expiresAt }: Shipping): Date | undefined {
  if (status !== 'pending') return undefined
  const idleAt = new Date(activeAt.getTime() + IDLE_MS)
  return payment.status === 'processing' || expiresAt < idleAt ? expiresAt : idleAt
}

function supersede({ reason, now }: Of<'Supersede'>, shipping: Shipping): ShippingEvent[] {
  const { payment } = shipping
  if (shipping.status !== 'pending' || payment.atLedger) return [] // the ledger's answer comes first
  if (reason === 'expired' && !isExpired(shipping, now)) return [] // SP-4
  if (reason === 'idle') {
    const idle = now.getTime() - shipping.activeAt.getTime() > IDLE_MS
    if (!idle || payment.status === 'processing') throw new Rejection('ORDER_BUSY') // SP-5
  }
  return [{ type: 'ShippingCanceled', data: { reason, at: now } }]
}

/**
 * What one command makes of a shipping. Pure; `now` and new ids arrive in the command.
 * @throws Rejection as in rejections.ts
 */
function decideOn(command: Exclude<Command, { type: 'Open' }>, shipping: Shipping): ShippingEvent[] {
  const at = command.now
  switch (command.type) {
    case 'Pay':
      return pay(command, shipping)
    case 'RecordFundsLocked':
      return recordFundsLocked(command, shipping)
    case 'RecordCardStarted': {
      const { topupId, providerRefId, paymentUrl } = command
      if (!isCurrentCard(shipping, topupId) || shipping.payment.providerRefId !== undefined) return []
      return [{ type: 'CardStarted', data: { topupId, providerRefId, paymentUrl, at } }]
    }
    case 'RecordPayRefused':
      return recordPayRefused(command, shipping)
    case 'RecordMoneyRefused':
      return recordMoneyRefused(command, shipping)
    case 'RecordCardFailed':
      if (!isCurrentCard(shipping, command.topupId)) return []
      return [{ type: 'CardFailed', data: { topupId: command.topupId, reason: command.reason, at } }]
    case 'ConfirmCard':
      // SP-19: after the deadline or a cancel the money is credited as points and the shipping stays as it is
      if (shipping.status !== 'pending' || shipping.payment.atLedger || isExpired(shipping, at)) return []
      return [{ type: 'CardConfirmed', data: { topupId: command.topupId, at } }]
    case 'RecordPaid':
      return recordPaid(command, shipping)
    case 'Cancel':
      return cancel(command, shipping)
    case 'Supersede':
      return supersede(command, shipping)
    case 'RecordDelivery':
      return recordDelivery(command, shipping)
    case 'ConfirmDelivery':
      if (shipping.status !== 'processing') return []
      return [{ type: 'DeliveryConfirmed', data: { txHash: command.txHash, at } }]
    case 'FailDelivery':
      return failDelivery(command, shipping)
    case 'CancelDelivery':
      return cancelDelivery(command, shipping)
    case 'AskMoneyAgain':
      return askMoneyAgain(command, shipping)
    case 'DecideIncident':
      return decideIncident(command, shipping)
    case 'RecordLateCard':
      // SP-19: told to the buyer, who may have given it up
      return [{ type: 'LateCardCredited', data: { topupId: command.topupId, amount: command.amount, at } }]
    case 'RecordCardRefund': {
      const { type: _type, now: _now, ...data } = command
      return [{ type: 'CardRefundMoved', data: { ...data, at } }]
    }
    case 'RecordSettled':
      return shipping.status === 'mined' ? [{ type: 'ShippingSettled', data: { at } }] : []
    case 'RecordRefunded':
      return shipping.refunded ? [] : [{ type: 'ShippingRefunded', data: { at } }]
  }
}

export function decide(command: Command, shipping: Shipping | undefined): ShippingEvent[] {
  if (command.type === 'Open') return open(command, shipping)
  if (!shipping) throw new Rejection('SHIPPING_NOT_FOUND', { field: 'shipping_id' })
  return decideOn(command, shipping)
}
