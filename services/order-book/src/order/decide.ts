import { Rejection } from '@talad/shared/rejection'
import { isOpen, type Reason } from '../public-state/order.ts'
import type { Terms } from '../public-state/terms.ts'
import type { Fact, Limits, OrderEvent } from './events.ts'
import { type OrderState, orderStatusOf } from './state.ts'

/** A shipping of the order as far as it is known here. */
export type OpenShipping = { status: string; paymentStatus: string }

/** A listing that takes the place of another. */
export type Successor = Pick<Terms, 'customerId' | 'offerer' | 'contract' | 'tokenId'>

/** A counter that an offerer has raised, as the chain tells it. */
export type RaisedCounter = { fact: Fact; counter: bigint }

export type OrderCommand =
  /**
   * Every check of OB-9 but the limits has passed. open: what the customer has open and not past its display end;
   * raised: see below; suspended: at this moment
   */
  | {
      type: 'Put'
      terms: Terms
      limits: Limits
      open: OpenOrders
      raised: readonly RaisedCounter[]
      suspended: boolean
    }
  | { type: 'SeeFact'; fact: Fact }
  /** the offerer raised their counter; raised: to what, the first time first, without what was taken back */
  | { type: 'SeeCounter'; raised: readonly RaisedCounter[] }
  /** the fact's block was reorganised away; raised: see above */
  | { type: 'RevertFact'; key: string; raised: readonly RaisedCounter[] }
  | { type: 'Cancel'; by: string; shippings: readonly OpenShipping[] }
  /** the seller puts another listing in this one's place, in the same transaction */
  | { type: 'Supersede'; to: Successor; shippings: readonly OpenShipping[] }
  /** OB-13, OB-16: a hidden order still stands */
  | { type: 'Confirm'; by: string }
  | { type: 'SetActivity'; reasons: readonly Reason[] }
  /** MO-7: what is known by itself is added to what was found by looking */
  | { type: 'Suspend' }
  /**
   * Units of the listed asset went out of the seller's wallet. ownFill: by a fill of this very order; fromBalance: what
   * the seller was left with; left: what was left of the order then, undefined where that makes no difference
   */
  | { type: 'SeeDeparture'; fact: Fact; ownFill: boolean; fromBalance: bigint; left: bigint | undefined }

export type OpenOrders = { ofCustomer: number; ofAsset: number }

/** What people ask for; the rest is told of orders that may not be ours. */
const COMMANDED: ReadonlySet<OrderCommand['type']> = new Set(['Cancel', 'Supersede', 'Confirm'])

export function decide(command: OrderCommand, state: OrderState): OrderEvent[] {
  if (command.type === 'Put') return put(command, state)
  const { terms } = state
  if (!terms) {
    if (COMMANDED.has(command.type)) throw new Rejection('ORDER_NOT_FOUND')
    return [] // a fact about an order that isn't ours
  }
  switch (command.type) {
    case 'SeeFact':
      return see(command.fact, state)
    case 'SeeCounter':
      return seeCounter(command.raised, state.facts, terms)
    case 'RevertFact':
      return revert(command, state, terms)
    case 'Cancel':
      return cancel(command, state, terms)
    case 'Supersede':
      return supersede(command, state, terms)
    case 'Confirm':
      return confirm(command.by, state, terms)
    case 'SetActivity':
      return setActivity(command.reasons, state, terms)
    case 'Suspend':
      return setActivity([...state.reasons, 'suspended'], state, terms)
    case 'SeeDeparture':
      return seeDeparture(command, state, terms)
  }
}

function put(
  { terms, limits, open, raised, suspended }: Extract<OrderCommand, { type: 'Put' }>,
  state: OrderState,
): OrderEvent[] {
  if (state.terms) return [] // OB-11: the same hash is the same order
  if (suspended) throw new Rejection('ASSET_SUSPENDED', { field: 'asset' }) // OB-9 8: since it was looked up
  if (firstAbove(raised, terms)) {
    throw new Rejection('INVALID_COUNTER', { field: 'order.order.parameters.counter' }) // OB-15: raised since it was read
  }
  checkLimits(open, limits)
  return [{ type: 'OrderPut', data: { terms, limits } }]
}

function see(fact: Fact, state: OrderState): OrderEvent[] {
  if (state.facts.some((known) => known.key === fact.key)) return []
  return [{ type: 'FactSeen', data: { fact } }]
}

/** OB-15: Seaport takes only orders of the present counter, and it never goes down. */
function firstAbove(raised: readonly RaisedCounter[], terms: Terms): RaisedCounter | undefined {
  return raised.find(({ counter }) => BigInt(terms.parameters.counter) < counter)
}

function seeCounter(raised: readonly RaisedCounter[], facts: readonly Fact[], terms: Terms): OrderEvent[] {
  // one that ended an order is enough: it can't be taken back without all that came later
  if (facts.some((known) => known.kind === 'counter')) return []
  const first = firstAbove(raised, terms)
  return first ? [{ type: 'FactSeen', data: { fact: first.fact } }] : []
}

/** OB-1: the status is derived again from the facts that remain. */
function revert(
  { key, raised }: Extract<OrderCommand, { type: 'RevertFact' }>,
  state: OrderState,
  terms: Terms,
): OrderEvent[] {
  if (!state.facts.some((fact) => fact.key === key)) return []
  const rest = state.facts.filter((fact) => fact.key !== key)
  // OB-15: first, so that an order that the counter has ended is at no time open
  return [...seeCounter(raised, rest, terms), { type: 'FactReverted', data: { key } }]
}

function isTaken({ status, paymentStatus }: OpenShipping): boolean {
  if (status === 'processing' || status === 'mined') return true
  return status === 'pending' && paymentStatus === 'completed'
}

function cancel(
  { by, shippings }: { by: string; shippings: readonly OpenShipping[] },
  state: OrderState,
  terms: Terms,
): OrderEvent[] {
  if (terms.customerId !== by) throw new Rejection('NOT_YOUR_ORDER')
  const { status } = orderStatusOf(state, terms)
  if (status === 'cancelled') return []
  if (status === 'completed') throw new Rejection('CANCEL_REFUSED') // OB-1: completed is terminal
  // OB-13: only the chain can stop an open order that is signed
  if (!terms.restricted) return state.cancelRequested ? [] : [{ type: 'CancelRequested', data: { by } }]
  if (shippings.some(isTaken)) throw new Rejection('CANCEL_REFUSED') // OB-14: a paid buyer must be served
  // OB-13: final at once, as our zone authorises nobody else; OB-14: unpaid shippings end with it, by the published event
  return [{ type: 'OrderCancelled', data: { by } }]
}

/** The maker takes a wish to cancel back, or stands by the price although the asset was away. */
function confirm(by: string, state: OrderState, terms: Terms): OrderEvent[] {
  if (terms.customerId !== by) throw new Rejection('NOT_YOUR_ORDER')
  const { status, reasons } = orderStatusOf(state, terms)
  if (!isOpen(status)) throw new Rejection('ORDER_ENDED')
  const hidden = reasons.includes('departed') || reasons.includes('cancelling')
  return hidden ? [{ type: 'OrderConfirmed', data: { by } }] : []
}

/** Of two that change the price at once one wins: what has ended has no place to give. */
function supersede(
  { to, shippings }: { to: Successor; shippings: readonly OpenShipping[] },
  state: OrderState,
  terms: Terms,
): OrderEvent[] {
  if (terms.customerId !== to.customerId) throw new Rejection('NOT_YOUR_ORDER')
  const same = terms.offerer === to.offerer && terms.contract === to.contract && terms.tokenId === to.tokenId
  // OB-13: what only the chain can end can't give its place
  if (!same || !terms.restricted) throw new Rejection('INVALID_ORDER', { field: 'replaces' })
  if (!isOpen(orderStatusOf(state, terms).status)) throw new Rejection('ORDER_ENDED')
  return cancel({ by: to.customerId, shippings }, state, terms)
}

function setActivity(reasons: readonly Reason[], state: OrderState, terms: Terms): OrderEvent[] {
  if (!isOpen(orderStatusOf(state, terms).status)) return []
  const next = [...new Set(reasons)].sort()
  if (next.join() === [...state.reasons].sort().join()) return []
  return [{ type: 'ActivityChanged', data: { reasons: next } }]
}

function seeDeparture(
  { fact, ownFill, fromBalance, left }: Extract<OrderCommand, { type: 'SeeDeparture' }>,
  state: OrderState,
  terms: Terms,
): OrderEvent[] {
  if (fact.block <= terms.asOfBlock) return [] // OB-16: part of what the put has checked
  if (terms.type === 'offer' || !isOpen(orderStatusOf(state, terms).status)) return []
  if (ownFill || state.facts.some((known) => known.kind === 'filled' && known.txHash === fact.txHash))
    return []
  // what is listed has stayed there
  if (terms.contractType === 'erc1155' && left !== undefined && fromBalance >= left) return []
  // OB-16: a listing that the asset has left stays dead, or hidden, when the asset comes back
  return see(fact, state)
}

/**
 * OB-26: whoever calls holds the customer's lock until what is put is stored.
 * @param open without the order in hand
 * @param limits of this installation (OB-27)
 * @throws Rejection TOO_MANY_ORDERS, TOO_MANY_ORDERS_FOR_ASSET
 */
export function checkLimits(open: OpenOrders, limits: Limits): void {
  if (open.ofCustomer >= limits.ordersPerCustomer) {
    throw new Rejection('TOO_MANY_ORDERS', { details: { limit: limits.ordersPerCustomer } })
  }
  if (open.ofAsset >= limits.ordersPerAsset) {
    throw new Rejection('TOO_MANY_ORDERS_FOR_ASSET', { details: { limit: limits.ordersPerAsset } })
  }
}
