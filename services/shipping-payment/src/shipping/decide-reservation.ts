import { shareOf } from '@talad/shared/money'
import { Rejection } from '@talad/shared/rejection'
import { type OfferedOrder, orderSnapshot, type Share } from '../order/offered.ts'
import type { Of } from './commands.ts'
import type { ShippingEvent } from './events.ts'
import { isExpired, type Shipping } from './state.ts'

/** M§9: shipping payment deadline. */
export const DEADLINE_MS = 10 * 60 * 1_000
/** SP-5 (M§9): shipping idle. */
export const IDLE_MS = 120 * 1_000

/** SP-5: so many reservations may lapse before the next one has to wait. */
const FREE_LAPSES = 3
const FIRST_PAUSE_MS = 5 * 60 * 1_000
/** How long a lapse counts. */
export const LAPSE_MS = 24 * 60 * 60 * 1_000

/** SP-5: who lets reservations lapse waits, twice as long each time: nobody holds an order for ever without paying. */
function requirePatience({ lapses: { count, last }, now }: Of<'Open'>): void {
  if (last === null || count < FREE_LAPSES) return
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (count - FREE_LAPSES), LAPSE_MS)
  const minutes = Math.ceil((last.getTime() + pauseMs - now.getTime()) / 60_000)
  if (minutes > 0) throw new Rejection('RESERVATIONS_LAPSED', { details: { minutes } })
}

/** Whether an order can be bought from at this moment: to its display end, not to the signed one (OB-25). */
export function isOnSale({ status, inactive, start, end }: OfferedOrder, now: Date): boolean {
  const live = status === 'offchain' || status === 'validated' || status === 'filled'
  return live && !inactive && now >= start && now < end
}

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

export function open(command: Of<'Open'>, shipping: Shipping | undefined): ShippingEvent[] {
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
  if (command.own || order.sellerAccountId === command.buyerAccountId) throw new Rejection('OWN_ORDER') // OB-43
  if (command.suspended) throw new Rejection('ASSET_SUSPENDED', { field: 'order_hash' }) // SP-9
  requirePatience(command)
  if (command.failedBefore) throw new Rejection('RECIPIENT_FAILED', { field: 'recipient_address' }) // SP-29
  const gross = (order.price * amount) / order.total // OB-21: a price always divides by its units
  const opened: ShippingEvent = {
    type: 'ShippingOpened',
    data: {
      order: orderSnapshot.parse(order),
      buyerCustomerId: command.buyerCustomerId,
      buyerAccountId: command.buyerAccountId,
      recipient,
      toContract: command.toContract,
      amount,
      gross,
      shares: split(gross, order.shares),
      originUrl: command.originUrl,
      expiresAt: new Date(now.getTime() + DEADLINE_MS), // SP-10: the clock runs from creation in both cases
      at: now,
    },
  }
  if (command.deferPayment) return [opened]
  return [opened, { type: 'PaymentRequested', data: { attempt: 1, card: false, at: now } }]
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

export function supersede({ reason, now }: Of<'Supersede'>, shipping: Shipping): ShippingEvent[] {
  const { payment } = shipping
  if (shipping.status !== 'pending' || payment.atLedger) return [] // the ledger's answer comes first
  if (reason === 'expired' && !isExpired(shipping, now)) return [] // SP-4
  if (reason === 'idle') {
    const idle = now.getTime() - shipping.activeAt.getTime() > IDLE_MS
    if (!idle || payment.status === 'processing') throw new Rejection('ORDER_BUSY') // SP-5
  }
  return [{ type: 'ShippingCanceled', data: { reason, at: now } }]
}
