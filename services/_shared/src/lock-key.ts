import { arrayText, type Tx } from './db.ts'

/** Holds a key until the transaction ends: alone, or beside others who share it; waits for those it can't be held with. */
export async function lockKey(tx: Tx, key: string, as: 'shared' | 'exclusive' = 'exclusive'): Promise<void> {
  const lock = as === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock'
  await tx.query({ name: `kit.lock.${as}`, text: `select ${lock}(hashtextextended($1, 0))`, values: [key] })
}

/** Holds several keys alone, taken in one order by everybody, so that nobody waits in a circle. */
export async function lockKeys(tx: Tx, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await tx.query({
    name: 'kit.lock.several',
    text: 'select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest($1::text[]) as k (key)',
    values: [arrayText([...new Set(keys)].sort())],
  })
}
