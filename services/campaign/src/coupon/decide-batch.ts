import { Rejection } from '@talad/shared/rejection'

/** What is said of a code when it comes into a pool. */
export type PoolCode = { code: string; description: string; metaTimer: object | null }
/** One that is there. */
type Existing = PoolCode & { isAssigned: boolean }

const MOST_CODES = 10_000
/** As many as a pool has at most. */
export const MOST_IN_POOL = 1_000_000

/** @throws Rejection POOL_FULL */
export function requireRoom(there: number, more: number): void {
  if (there + more > MOST_IN_POOL) throw new Rejection('POOL_FULL', { details: { most: MOST_IN_POOL } }) // CA-76
}

/** Whether JSON says the same, however its keys are ordered. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return one === other
  const [a, b] = [new Map(Object.entries(one)), new Map(Object.entries(other))]
  return a.size === b.size && [...a].every(([key, value]) => b.has(key) && isSame(value, b.get(key)))
}

/**
 * CA-76: what comes of codes that are put into a pool, which may be done again and again.
 * @param given in their normal form (CA-75); of a code that is there twice the last counts
 * @param existing those of them that the pool has
 * @returns what is new, and what is changed; codes that are assigned stay as they are
 * @throws Rejection VALIDATION
 */
export function decideBatch(
  given: readonly PoolCode[],
  existing: ReadonlyMap<string, Existing>,
): { created: PoolCode[]; modified: PoolCode[] } {
  if (given.length > MOST_CODES)
    throw new Rejection('VALIDATION', { field: 'batch.codes', details: { most: MOST_CODES } })
  const last = [...new Map(given.map((one) => [one.code, one])).values()]
  return {
    created: last.filter(({ code }) => !existing.has(code)),
    modified: last.filter((one) => {
      const known = existing.get(one.code)
      if (!known || known.isAssigned) return false
      return known.description !== one.description || !isSame(known.metaTimer, one.metaTimer)
    }),
  }
}
