import {
  type Change,
  isInactive,
  type OrderStatus,
  type OrderView,
  type PublicOrder,
  type Reason,
  type Status,
} from '../public-state/order.ts'
import type { Terms } from '../public-state/terms.ts'
import type { Fact, OrderEvent } from './events.ts'

export type OrderState = {
  terms: Terms | undefined
  facts: readonly Fact[]
  /** customer who cancelled on the server */
  cancelledBy: string | undefined
  /** OB-13: waits for the chain */
  cancelRequested: boolean
  /** OB-16: transfers out of the wallet after which the maker has confirmed the order */
  confirmed: readonly string[]
  reasons: readonly Reason[]
  /** what the last event meant for those who watch */
  change: Change
}

export const initialOrder: OrderState = {
  terms: undefined,
  facts: [],
  cancelledBy: undefined,
  cancelRequested: false,
  confirmed: [],
  reasons: [],
  change: 'put',
}

export function evolve(state: OrderState, event: OrderEvent): OrderState {
  const next = withEvent(state, event)
  return { ...next, change: changeOf(state, next) }
}

function withEvent(state: OrderState, event: OrderEvent): OrderState {
  switch (event.type) {
    case 'OrderPut':
      return { ...state, terms: event.data.terms }
    case 'FactSeen':
      return { ...state, facts: [...state.facts, event.data.fact] }
    case 'FactReverted':
      return { ...state, facts: state.facts.filter((fact) => fact.key !== event.data.key) }
    case 'OrderCancelled':
      return { ...state, cancelledBy: event.data.by }
    case 'CancelRequested':
      return { ...state, cancelRequested: true }
    case 'OrderConfirmed':
      return { ...state, cancelRequested: false, confirmed: departuresOf(state).map(({ key }) => key) }
    case 'ActivityChanged':
      return { ...state, reasons: event.data.reasons }
  }
}

/** Units filled so far: the sum of what each fill moved, as the chain's own fraction may be reduced (4 of 10 is 2/5). */
function filledOf(facts: readonly Fact[], total: bigint): bigint {
  const sum = facts.reduce((units, fact) => (fact.kind === 'filled' ? units + fact.units : units), 0n)
  return sum < total ? sum : total
}

const departuresOf = ({ facts }: OrderState) => facts.filter(({ kind }) => kind === 'departed')

/** OB-16: without a zone nobody can stop an order on chain, so one that the asset has left is hidden, not over. */
const hasDeparted = (state: OrderState) =>
  departuresOf(state).some(({ key }) => !state.confirmed.includes(key))

/** Reasons that follow from what happened, beside those that were found by looking. */
function reasonsOf(state: OrderState, { restricted }: Terms): Reason[] {
  const reasons = [...state.reasons]
  if (!restricted && hasDeparted(state)) reasons.push('departed') // OB-16
  if (state.cancelRequested) reasons.push('cancelling') // OB-13
  return reasons
}

/** OB-1, OB-2: never stored by itself; taking a fact back gives the status that the remaining facts mean. */
function statusOf(state: OrderState, filled: bigint, { amount, restricted }: Terms): Status {
  if (filled === amount) return 'completed'
  const ends = new Set<Fact['kind']>(
    restricted ? ['cancelled', 'counter', 'departed'] : ['cancelled', 'counter'],
  )
  if (state.cancelledBy !== undefined || state.facts.some(({ kind }) => ends.has(kind))) return 'cancelled'
  if (filled > 0n) return 'filled'
  return state.facts.some((fact) => fact.kind === 'validated') ? 'validated' : 'offchain'
}

export function orderStatusOf(state: OrderState, terms: Terms): OrderStatus {
  const filled = filledOf(state.facts, terms.amount)
  return {
    status: statusOf(state, filled, terms),
    filled,
    reasons: reasonsOf(state, terms),
    txs: state.facts
      .filter((fact) => fact.kind !== 'departed')
      .map(({ txHash, logIndex, block, kind }) => ({ txHash, logIndex, block, kind })),
  }
}

function changeOf({ terms, ...before }: OrderState, next: OrderState): Change {
  if (!terms) return 'put'
  const was = orderStatusOf({ terms, ...before }, terms)
  const is = orderStatusOf(next, terms)
  if (is.status === was.status) {
    if (is.filled !== was.filled) return 'filled'
    if (isInactive(is) !== isInactive(was)) return isInactive(is) ? 'inactivated' : 'activated'
    if (isInactive(is)) return 'inactivated'
  }
  return is.status === 'offchain' ? 'activated' : is.status
}

/** What an answer shows of a state; undefined when there is no order. */
export function viewOf(state: OrderState): OrderView | undefined {
  return state.terms && { terms: state.terms, after: orderStatusOf(state, state.terms) }
}

/** What others may know after an event. @throws Error for an order that was never put */
export function publicStateOf(state: OrderState): PublicOrder {
  const view = viewOf(state)
  if (!view) throw new Error('an order that was never put has no public state')
  return { ...view, change: state.change }
}
