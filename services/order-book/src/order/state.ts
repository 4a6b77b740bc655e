import type { Fact, OrderEvent, OrderView, Reason, Standing, Status, Terms } from './events.ts'

export type OrderState = {
  terms: Terms | undefined
  facts: readonly Fact[]
  /** customer who cancelled on the server */
  cancelledBy: string | undefined
  reasons: readonly Reason[]
}

export const initialOrder: OrderState = { terms: undefined, facts: [], cancelledBy: undefined, reasons: [] }

type Bare<E> = E extends { type: infer T; data: infer D }
  ? { type: T; data: Omit<D, 'after' | 'change'> }
  : never
/** An event without what follows from it. */
export type BareEvent = Bare<OrderEvent>

export function evolve(state: OrderState, event: BareEvent): OrderState {
  switch (event.type) {
    case 'OrderPut':
      return { ...state, terms: event.data.terms }
    case 'FactSeen':
      return { ...state, facts: [...state.facts, event.data.fact] }
    case 'FactReverted':
      return { ...state, facts: state.facts.filter((fact) => fact.key !== event.data.key) }
    case 'OrderCancelled':
      return { ...state, cancelledBy: event.data.by }
    case 'ActivityChanged':
      return { ...state, reasons: event.data.reasons }
  }
}

/** OB-26: what counts as open, whatever the clock says. */
export function isOpen(status: Status): boolean {
  return status === 'offchain' || status === 'validated' || status === 'filled'
}

/** Units filled so far: the sum of what each fill moved, as the chain's own fraction may be reduced (4 of 10 is 2/5). */
function filledOf(facts: readonly Fact[], total: bigint): bigint {
  const sum = facts.reduce((units, fact) => (fact.kind === 'filled' ? units + fact.units : units), 0n)
  return sum < total ? sum : total
}

const ENDS = new Set(['cancelled', 'counter', 'departed'])

/** OB-1, OB-2: never stored by itself; taking a fact back gives the status that the remaining facts mean. */
function statusOf(state: OrderState, filled: bigint, total: bigint): Status {
  if (filled === total) return 'completed'
  if (state.cancelledBy !== undefined || state.facts.some((fact) => ENDS.has(fact.kind))) return 'cancelled'
  if (filled > 0n) return 'filled'
  return state.facts.some((fact) => fact.kind === 'validated') ? 'validated' : 'offchain'
}

export function standingOf(state: OrderState, terms: Terms): Standing {
  const filled = filledOf(state.facts, terms.amount)
  return {
    status: statusOf(state, filled, terms.amount),
    filled,
    reasons: [...state.reasons],
    txs: state.facts
      .filter((fact) => fact.kind !== 'departed')
      .map(({ txHash, logIndex, block, kind }) => ({ txHash, logIndex, block, kind })),
  }
}

/** OB-3: derived from reasons that come and go; meaningless once the order has ended. */
export function isInactive(after: Standing): boolean {
  return isOpen(after.status) && after.reasons.length > 0
}

/** OB-5: never stored, since the clock alone decides. */
export function isExpired(terms: Terms, now: Date): boolean {
  return now.getTime() > terms.end * 1_000
}

/** What an answer shows of a state; undefined when there is no order. */
export function viewOf(state: OrderState): OrderView | undefined {
  return state.terms && { terms: state.terms, after: standingOf(state, state.terms) }
}
