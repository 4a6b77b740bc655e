import type { Tx } from './db.ts'

/** Holds a key until the transaction ends: alone, or beside others who share it; waits for those it can't be held with. */
export async function lockKey(tx: Tx, key: string, as: 'shared' | 'exclusive' = 'exclusive'): Promise<void> {
  const lock = as === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock'
  await tx.query({ name: `kit.lock.${as}`, text: `select ${lock}(hashtextextended($1, 0))`, values: [key] })
}
