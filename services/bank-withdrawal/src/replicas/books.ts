import type { Queryable } from '@talad/shared/db'

/** LG-17: whether the ledger's proof has found a difference that nobody has mended yet. */
export async function isFrozen(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ frozen: boolean }>('select frozen from books')
  return rows[0]?.frozen ?? false
}
