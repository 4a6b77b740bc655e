import { Rejection } from '@talad/shared/rejection'
import type { Change, Fact, OrderEvent, Reason, Standing, Terms } from './events.ts'
import {
  type BareEvent,
  evolve,
  initialOrder,
  isInactive,
  isOpen,
  type OrderState,
  standingOf,
} from './state.ts'

/** A shipping of the order as far as it is known here. */
export type OpenShipping = { status: string; paymentStatus: string }

/** A listing that takes the place of another. */
export type Successor = Pick<Terms, 'customerId' | 'offerer' | 'contract' | 'tokenId'>

export type OrderCommand =
  /** every check of OB-9 but the limits has passed */
  | { type: 'Put'; terms: Terms }
  | { type: 'SeeFact'; fact: Fact }
  /** the offerer raised their counter to this */
  | { type: 'SeeCounter'; fact: Fact; counter: bigint }
  /** the fact's block was reorganised away */
  | { type: 'RevertFact'; key: string }
  | { type: 'Cancel'; by: string; shippings: readonly OpenShipping[] }
  /** the seller puts another listing in this one's place, in the same transaction */
  | { type: 'GiveWay'; to: Successor; shippings: readonly OpenShipping[] }
  | { type: 'SetActivity'; reasons: readonly Reason[] }
  /**
   * Units of the listed asset went out of the seller's wallet. ownFill: by a fill of this very order; fromBalance: what
   * the seller was left with; left: what was left of the order then, undefined where
   * that makes no difference
   */
  | { type: 'SeeDeparture'; fact: Fact; ownFill: boolean; fromBalance: bigint; left: bigint | undefined }

export function decide(command: OrderCommand, state: OrderState): OrderEvent[] {
  if (command.type === 'Put') return put(command.terms, state)
  const { terms } = state
  if (!terms) {
    if (command.type === 'Cancel' || command.type === 'GiveWay') throw new Rejection('ORDER_NOT_FOUND')
    return [] // a fact about an order that isn't ours
  }
  switch (command.type) {
    case 'SeeFact':
      return see(command.fact, state, terms)
    case 'SeeCounter':
      // one that ended an order is enough: it can't be taken back without all that came later
      if (state.facts.some((known) => known.kind === 'counter')) return []
      // OB-15: Seaport takes only orders of the present counter, and it never goes down
      return BigInt(terms.parameters.counter) < command.counter ? see(command.fact, state, terms) : []
    case 'RevertFact':
      if (!state.facts.some((fact) => fact.key === command.key)) return []
      // OB-1: the status is derived again from the facts that remain
      return [happened(state, terms, { type: 'FactReverted', data: { terms, key: command.key } })]
    case 'Cancel':
      return cancel(command, state, terms)
    case 'GiveWay':
      return giveWay(command, state, terms)
    case 'SetActivity':
      return setActivity(command.reasons, state, terms)
    case 'SeeDeparture':
      return seeDeparture(command, state, terms)
  }
}

function put(terms: Terms, state: OrderState): OrderEvent[] {
  if (state.terms) return [] // OB-11: the same hash is the same order
  return [happened(initialOrder, terms, { type: 'OrderPut', data: { terms } })]
}

function see(fact: Fact, state: OrderState, terms: Terms): OrderEvent[] {
  if (state.facts.some((known) => known.key === fact.key)) return []
  return [happened(state, terms, { type: 'FactSeen', data: { terms, fact } })]
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
  const { status } = standingOf(state, terms)
  if (status === 'cancelled') return []
  if (status === 'completed') throw new Rejection('CANCEL_REFUSED') // OB-1: completed is terminal
  if (shippings.some(isTaken)) throw new Rejection('CANCEL_REFUSED') // OB-14: a paid buyer must be served
  // OB-13: final at once, as our zone authorises nobody else; OB-14: unpaid shippings end with it, by the published event
  return [happened(state, terms, { type: 'OrderCancelled', data: { terms, by } })]
}

/** Of two that change the price at once one wins: what has ended has no place to give. */
function giveWay(
  { to, shippings }: { to: Successor; shippings: readonly OpenShipping[] },
  state: OrderState,
  terms: Terms,
): OrderEvent[] {
  if (terms.customerId !== to.customerId) throw new Rejection('NOT_YOUR_ORDER')
  const same = terms.offerer === to.offerer && terms.contract === to.contract && terms.tokenId === to.tokenId
  if (!same) throw new Rejection('INVALID_ORDER', { field: 'replaces' })
  if (!isOpen(standingOf(state, terms).status)) throw new Rejection('ORDER_ENDED')
  return cancel({ by: to.customerId, shippings }, state, terms)
}

function setActivity(reasons: readonly Reason[], state: OrderState, terms: Terms): OrderEvent[] {
  if (!isOpen(standingOf(state, terms).status)) return []
  const next = [...new Set(reasons)].sort()
  if (next.join() === [...state.reasons].sort().join()) return []
  return [happened(state, terms, { type: 'ActivityChanged', data: { terms, reasons: next } })]
}

function seeDeparture(
  { fact, ownFill, fromBalance, left }: Extract<OrderCommand, { type: 'SeeDeparture' }>,
  state: OrderState,
  terms: Terms,
): OrderEvent[] {
  if (fact.block <= terms.asOfBlock) return [] // OB-16: part of what the put has checked
  if (!terms.restricted || !isOpen(standingOf(state, terms).status)) return []
  if (ownFill || state.facts.some((known) => known.kind === 'filled' && known.txHash === fact.txHash))
    return []
  // what is listed has stayed there
  if (terms.contractType === 'erc1155' && left !== undefined && fromBalance >= left) return []
  // OB-16: a listing that the asset has left stays dead when the asset comes back
  return see(fact, state, terms)
}

/** OB-4: why a listing couldn't be filled now. */
export function activityReasons(about: {
  terms: Terms
  left: bigint
  chain: { balance: bigint; approved: boolean; counter: bigint; cancelled: boolean }
  suspended: boolean
  kycLevel: number
  /** 0 where KYC isn't asked of sellers */
  minimumKycLevel: number
}): Reason[] {
  const { terms, left, chain } = about
  const reasons: Reason[] = []
  if (chain.balance < left) reasons.push('balance')
  if (!chain.approved) reasons.push('approval')
  // the event that says so may still be on its way; the chain is right already
  if (chain.cancelled || chain.counter !== BigInt(terms.parameters.counter)) reasons.push('chain')
  if (about.suspended) reasons.push('suspended')
  if (about.kycLevel < about.minimumKycLevel) reasons.push('kyc')
  return reasons
}

/**
 * OB-26: counted and inserted under one lock of the customer.
 * @param open what the customer has open and not past its display end, without the order in hand
 * @param limits of this installation (OB-27)
 * @throws Rejection TOO_MANY_ORDERS, TOO_MANY_ORDERS_FOR_ASSET
 */
export function checkLimits(
  open: { ofCustomer: number; ofAsset: number },
  limits: { ordersPerCustomer: number; ordersPerAsset: number },
): void {
  if (open.ofCustomer >= limits.ordersPerCustomer) {
    throw new Rejection('TOO_MANY_ORDERS', { details: { limit: limits.ordersPerCustomer } })
  }
  if (open.ofAsset >= limits.ordersPerAsset) {
    throw new Rejection('TOO_MANY_ORDERS_FOR_ASSET', { details: { limit: limits.ordersPerAsset } })
  }
}

function changeOf(before: Standing, after: Standing): Change {
  if (after.status !== before.status) return after.status === 'offchain' ? 'activated' : after.status
  if (after.filled !== before.filled) return 'filled'
  if (isInactive(after) !== isInactive(before)) return isInactive(after) ? 'inactivated' : 'activated'
  if (isInactive(after)) return 'inactivated'
  return after.status === 'offchain' ? 'activated' : after.status
}

/** Puts beside an event what follows from it. */
function happened(state: OrderState, terms: Terms, event: BareEvent): OrderEvent {
  const before = standingOf(state, terms)
  const after = standingOf(evolve(state, event), terms)
  const derived = { after, change: event.type === 'OrderPut' ? ('put' as const) : changeOf(before, after) }
  switch (event.type) {
    case 'OrderPut':
      return { type: event.type, data: { ...event.data, ...derived } }
    case 'FactSeen':
      return { type: event.type, data: { ...event.data, ...derived } }
    case 'FactReverted':
      return { type: event.type, data: { ...event.data, ...derived } }
    case 'OrderCancelled':
      return { type: event.type, data: { ...event.data, ...derived } }
    case 'ActivityChanged':
      return { type: event.type, data: { ...event.data, ...derived } }
  }
}
