import type { CustomerNote } from '@talad/proto/http/moderation/customer-admin'
import type { Queryable, Tx } from '@talad/shared/db'
import type { Sealer } from '@talad/shared/sealing'

const MOST = 100

type Row = { id: string; sealed: Buffer; written_by: string; written_at: Date }

const shown = (notes: Sealer, { id, sealed, written_by, written_at }: Row): CustomerNote => ({
  note_id: id,
  text: notes.open(sealed, id),
  written_by,
  written_at: written_at.toISOString(),
})

/** The newest first. */
export async function notesOf(db: Queryable, notes: Sealer, customerId: string): Promise<CustomerNote[]> {
  const { rows } = await db.query<Row>(
    `select id, sealed, written_by, written_at from customer_note where customer_id = $1
     order by written_at desc, id desc limit $2`,
    [customerId, MOST],
  )
  return rows.map((row) => shown(notes, row))
}

export type Written = { id: string; customerId: string; text: string; by: string; now: Date }

/** One note an id, however often it is asked for. */
export async function writeNote(
  tx: Tx,
  notes: Sealer,
  { id, customerId, text, by, now }: Written,
): Promise<CustomerNote> {
  await tx.query(
    `insert into customer_note (id, customer_id, sealed, written_by, written_at) values ($1, $2, $3, $4, $5)
     on conflict (id) do nothing`,
    [id, customerId, notes.seal(text, id), by, now],
  )
  return { note_id: id, text, written_by: by, written_at: now.toISOString() }
}

/** ID-42: nothing that was noted of them up to then is left. */
export async function forgetCustomer(tx: Tx, customerId: string, at: Date): Promise<void> {
  await tx.query('delete from customer_note where customer_id = $1 and written_at <= $2', [customerId, at])
}
