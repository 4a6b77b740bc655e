import type { Unit } from './commands.ts'
import type { LedgerEvent, Leg } from './events.ts'

export type Account = { balance: bigint; locked: bigint }

export type Escrow = {
  buyerCustomerId: string
  gross: bigint
  locked: bigint
  state: 'open' | 'paid' | 'released' | 'settled' | 'refunded'
}

/** The accounts and escrows that a batch of commands is decided on. */
export type Books = {
  /** by `accountKey` */
  accounts: ReadonlyMap<string, Account>
  /** by shipping id */
  escrows: ReadonlyMap<string, Escrow>
}

/** What a decider reads of the books. */
export type Held = {
  accounts: Pick<Books['accounts'], 'get'>
  escrows: Pick<Books['escrows'], 'get'>
}

export const emptyBooks: Books = { accounts: new Map(), escrows: new Map() }

/** LG-1: customers have balances; platform accounts are only the sums of their flows, so they are never a hot row. */
export function isCustomer(account: string): boolean {
  return account.startsWith('join-')
}

export function accountKey(customerId: string, unit: Unit): string {
  return `${customerId}\n${unit}`
}

export function accountOf(books: Held, customerId: string, unit: Unit): Account {
  return books.accounts.get(accountKey(customerId, unit)) ?? { balance: 0n, locked: 0n }
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

/** The books with some legs on top, without copying them. */
export function withLegs({ accounts, escrows }: Held, legs: readonly Leg[]): Held {
  const changed: Draft['accounts'] = new Map()
  const get = (key: string) => changed.get(key) ?? accounts.get(key)
  for (const leg of legs) postLeg({ get, set: changed.set.bind(changed) }, leg)
  return { accounts: { get }, escrows }
}

function postLeg(accounts: Pick<Draft['accounts'], 'get' | 'set'>, leg: Leg): void {
  if (!isCustomer(leg.account)) return
  const key = accountKey(leg.account, leg.unit)
  accounts.set(key, afterLeg(accounts.get(key) ?? { balance: 0n, locked: 0n }, leg))
}

function escrowAfter(before: Escrow | undefined, event: LedgerEvent): Escrow | undefined {
  switch (event.type) {
    case 'ShippingFundsLocked':
      return {
        buyerCustomerId: event.data.buyerCustomerId,
        gross: event.data.gross,
        locked: event.data.locked,
        state: 'open',
      }
    case 'ShippingPaid':
      return {
        buyerCustomerId: event.data.buyerCustomerId,
        gross: event.data.gross,
        locked: 0n,
        state: 'paid',
      }
    case 'ShippingFundsReleased':
      return {
        buyerCustomerId: event.data.buyerCustomerId,
        gross: before?.gross ?? 0n,
        locked: 0n,
        state: 'released',
      }
    case 'ShippingRefunded':
      return before && { ...before, state: 'refunded' }
    case 'ShippingSettled':
      return before && { ...before, state: 'settled' }
    case 'TopupPosted':
    case 'CommandRefused':
    case 'LogSealed':
      return before
  }
}

/** Books that are written while a batch is decided. */
export type Draft = { accounts: Map<string, Account>; escrows: Map<string, Escrow> }

export function draftOf({ accounts, escrows }: Books): Draft {
  return { accounts: new Map(accounts), escrows: new Map(escrows) }
}

/** Writes an event into the books: its legs posted, its shipping's escrow moved. */
export function evolveInto(draft: Draft, event: LedgerEvent): void {
  for (const leg of event.data.legs) postLeg(draft.accounts, leg)
  const { shippingId } = event.data
  if (shippingId === undefined) return
  const escrow = escrowAfter(draft.escrows.get(shippingId), event)
  if (escrow) draft.escrows.set(shippingId, escrow)
}

/** The books after an event. */
export function evolve(books: Books, event: LedgerEvent): Books {
  const draft = draftOf(books)
  evolveInto(draft, event)
  return draft
}
