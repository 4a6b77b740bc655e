import type { Unit } from './commands.ts'
import type { LedgerEvent, Leg, OutcomeEvent } from './events.ts'
import { findFlow, type HoldState, isCustomer } from './flows.ts'

export type Account = { balance: bigint; locked: bigint }

/** Money put aside for one purpose, and what has become of it. */
export type Hold = { customerId: string; amount: bigint; held: bigint; state: HoldState }

/** The accounts and holds that a batch of commands is decided on. */
export type LedgerState = {
  /** by `accountKey` */
  accounts: ReadonlyMap<string, Account>
  /** by `holdKey` */
  holds: ReadonlyMap<string, Hold>
}

/** What a decider reads of them. */
export type Reading = {
  accounts: Pick<LedgerState['accounts'], 'get'>
  holds: Pick<LedgerState['holds'], 'get'>
}

export const emptyState: LedgerState = { accounts: new Map(), holds: new Map() }

export function accountKey(customerId: string, unit: Unit): string {
  return `${customerId}\n${unit}`
}

/** A hold's purpose and its id: nothing can be held for the same twice. */
export function holdKey(flow: string, id: string): string {
  return `${flow}\n${id}`
}

export function accountOf(state: Reading, customerId: string, unit: Unit): Account {
  return state.accounts.get(accountKey(customerId, unit)) ?? { balance: 0n, locked: 0n }
}

/** LG-4: spendable = balance − locked. */
export function spendable(account: Account): bigint {
  return account.balance - account.locked
}

/** LG-4: balance = Σin − Σout, locked = Σlock. */
export function afterLeg(account: Account, leg: Leg): Account {
  switch (leg.flowType) {
    case 'in':
      return { ...account, balance: account.balance + leg.value }
    case 'out':
      return { ...account, balance: account.balance - leg.value }
    case 'lock':
      return { ...account, locked: account.locked + leg.value }
  }
}

/** The account before a leg that has led to it. */
export function beforeLeg(account: Account, leg: Leg): Account {
  return afterLeg(account, { ...leg, value: -leg.value })
}

/** A state with some legs on top, without copying it. */
export function withLegs({ accounts, holds }: Reading, legs: readonly Leg[]): Reading {
  const changed: Draft['accounts'] = new Map()
  const get = (key: string) => changed.get(key) ?? accounts.get(key)
  for (const leg of legs) postLeg({ get, set: changed.set.bind(changed) }, leg)
  return { accounts: { get }, holds }
}

function postLeg(accounts: Pick<Draft['accounts'], 'get' | 'set'>, leg: Leg): void {
  if (!isCustomer(leg.account)) return
  const key = accountKey(leg.account, leg.unit)
  accounts.set(key, afterLeg(accounts.get(key) ?? { balance: 0n, locked: 0n }, leg))
}

/** The hold that an event changes, as it is afterwards. */
function holdAfter(
  holds: Draft['holds'],
  { type, data }: OutcomeEvent,
): [key: string, hold: Hold] | undefined {
  const { flow, id, customerId } = data
  const key = holdKey(flow, id)
  switch (type) {
    case 'Held':
      return [key, { customerId, amount: data.amount, held: data.held, state: 'open' }]
    case 'Captured':
      return [key, { customerId, amount: data.amount, held: 0n, state: 'captured' }]
    case 'Released':
      return [key, { customerId, amount: holds.get(key)?.amount ?? 0n, held: 0n, state: 'released' }]
    case 'Posted': {
      const row = findFlow(flow)
      if (row?.command !== 'post' || row.ends === undefined) return undefined
      const ended = holdKey(row.ends.flow, id)
      const hold = holds.get(ended)
      return hold && [ended, { ...hold, state: row.ends.to }]
    }
    case 'CommandRefused':
      return undefined
  }
}

/** A state that is written while a batch is decided. */
export type Draft = { accounts: Map<string, Account>; holds: Map<string, Hold> }

export function draftOf({ accounts, holds }: LedgerState): Draft {
  return { accounts: new Map(accounts), holds: new Map(holds) }
}

/** Writes an event into the state: its legs posted, its hold moved. */
export function evolveInto(draft: Draft, event: LedgerEvent): void {
  if (event.type === 'LogSealed') return
  for (const leg of event.data.legs) postLeg(draft.accounts, leg)
  const changed = holdAfter(draft.holds, event)
  if (changed) draft.holds.set(...changed)
}

/** The state after an event. */
export function evolve(state: LedgerState, event: LedgerEvent): LedgerState {
  const draft = draftOf(state)
  evolveInto(draft, event)
  return draft
}
