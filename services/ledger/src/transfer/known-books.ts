import { accountsOf, shippingOf } from './books-store.ts'
import type { Command } from './commands.ts'
import { type Account, accountKey, type Books, type Escrow } from './state.ts'

/** A few megabytes of each. */
const LIMIT = 50_000

/**
 * What this process knows of accounts and escrows from its last commits, so that they needn't be read. It may be out of
 * date at any time, so whatever is decided on it is written only where the rows still say the same (`writeBatch`).
 */
export type KnownBooks = {
  /**
   * Takes out what commands are decided on, whether it is used or not: it is known again once they are committed. Who
   * else asks meanwhile doesn't find it, and waits for the rows. A shipping of which nothing is known is taken to have no
   * escrow.
   * @returns undefined when an account isn't known
   */
  take(commands: readonly Command[]): Books | undefined
  /** Notes what a commit has left. */
  put(books: Books): void
}

function note<T>(known: Map<string, T>, now: ReadonlyMap<string, T>, limit: number): void {
  for (const [key, value] of now) {
    known.delete(key) // to the end: the one that was not used for longest comes first
    known.set(key, value)
  }
  for (const key of known.keys()) {
    if (known.size <= limit) return
    known.delete(key)
  }
}

function takeFrom<T>(known: Map<string, T>, keys: readonly string[]): Map<string, T> {
  const taken = new Map<string, T>()
  for (const key of keys) {
    const value = known.get(key)
    if (value !== undefined && known.delete(key)) taken.set(key, value)
  }
  return taken
}

/** @param limit of accounts, and of escrows; those that were not used for longest are forgotten */
export function createKnownBooks(limit = LIMIT): KnownBooks {
  const known = { accounts: new Map<string, Account>(), escrows: new Map<string, Escrow>() }
  return {
    take(commands) {
      const wanted = accountsOf(commands).map(({ customerId, unit }) => accountKey(customerId, unit))
      const shippings = commands.map(shippingOf).filter((id) => id !== undefined)
      const accounts = takeFrom(known.accounts, wanted)
      const escrows = takeFrom(known.escrows, shippings.sort())
      return accounts.size === wanted.length ? { accounts, escrows } : undefined
    },
    put({ accounts, escrows }) {
      note(known.accounts, accounts, limit)
      note(known.escrows, escrows, limit)
    },
  }
}
