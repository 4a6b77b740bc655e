import { arrayText, type Tx } from './db.ts'

type Mode = 'shared' | 'exclusive'

/** Holds keys until the transaction ends: alone, or beside others who share them; taken in one order by everybody. */
export async function lockKeys(tx: Tx, keys: readonly string[], as: Mode = 'exclusive'): Promise<void> {
  if (keys.length === 0) return
  const lock = as === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock'
  await tx.query({
    name: `kit.lock.${as}`,
    text: `select ${lock}(hashtextextended(key, 0)) from unnest($1::text[]) as k (key)`,
    values: [arrayText([...new Set(keys)].sort())],
  })
}

/** Holds one key. */
export const lockKey = (tx: Tx, key: string, as?: Mode) => lockKeys(tx, [key], as)
