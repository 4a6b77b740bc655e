import type { Queryable, Tx } from '@talad/shared/db'

/** Keeps what the ledger last said of its books; what is older and comes late changes nothing. */
export async function saveFrozen(tx: Tx, frozen: boolean, revision: number): Promise<void> {
  await tx.query(
    `insert into books (frozen, revision) values ($1, $2)
     on conflict (one) do update set frozen = excluded.frozen, revision = excluded.revision
     where books.revision < excluded.revision`,
    [frozen, revision],
  )
}

/** LG-17: whether the ledger's proof has found a difference that nobody has mended yet. */
export async function isFrozen(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ frozen: boolean }>('select frozen from books')
  return rows[0]?.frozen ?? false
}
