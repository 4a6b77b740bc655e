import { fromBinary } from '@bufbuild/protobuf'
import { BooksFrozenSchema, BooksThawedSchema } from '@talad/proto/ledger/v1/books'
import type { Queryable, Tx } from '@talad/shared/db'
import type { AnyReplica } from '@talad/shared/replica'

/** Keeps what the ledger last said of its books; what is older and comes late changes nothing. */
export async function saveFrozen(tx: Tx, frozen: boolean, revision: number): Promise<void> {
  await tx.query(
    `insert into books (frozen, revision) values ($1, $2)
     on conflict (one) do update set frozen = excluded.frozen, revision = excluded.revision
     where books.revision < excluded.revision`,
    [frozen, revision],
  )
}

/** Whether the ledger's books are frozen. */
export const books: AnyReplica = {
  name: 'books',
  tables: ['books'],
  topic: 'ledger.books.v1',
  async write(tx, { type, payload }) {
    if (type === BooksFrozenSchema.typeName)
      await saveFrozen(tx, true, fromBinary(BooksFrozenSchema, payload).revision)
    if (type === BooksThawedSchema.typeName)
      await saveFrozen(tx, false, fromBinary(BooksThawedSchema, payload).revision)
  },
}

/** LG-17: whether the ledger's proof has found a difference that nobody has mended yet. */
export async function isFrozen(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ frozen: boolean }>('select frozen from books')
  return rows[0]?.frozen ?? false
}
