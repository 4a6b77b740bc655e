import type { Queryable, Tx } from '@talad/shared/db'
import type { Sealer } from '@talad/shared/sealing'

/** What a reporter wrote; empty without any, and once it was erased (ID-42). */
export function openNote(notes: Sealer, flagId: string, sealed: Uint8Array | null): string {
  return sealed === null ? '' : notes.open(sealed, flagId)
}

/** What somebody wrote with their newest report of an asset; empty where there is none. */
export async function noteOf(
  db: Queryable,
  notes: Sealer,
  caseId: string,
  reporter: string,
): Promise<string> {
  const { rows } = await db.query<{ id: string; sealed: Buffer | null }>(
    `select r.id, n.sealed from flag_report r left join flag_note n on n.flag_id = r.id
     where r.case_id = $1 and r.reporter = $2 order by r.round desc limit 1`,
    [caseId, reporter],
  )
  const [row] = rows
  return row ? openNote(notes, row.id, row.sealed) : ''
}

/** ID-42: what somebody has written up to then is gone; what they write afterwards is theirs again. */
export async function forgetNotes(tx: Tx, reporters: readonly string[], at: Date): Promise<void> {
  await tx.query(
    `delete from flag_note n using flag_report r
     where r.id = n.flag_id and r.kind = 'user' and r.reporter = any($1) and r.updated_at <= $2`,
    [reporters, at],
  )
}

/** Keeps the words of a report in place of those before. */
export async function saveNote(tx: Tx, notes: Sealer, flagId: string, text: string): Promise<void> {
  if (text === '') {
    await tx.query('delete from flag_note where flag_id = $1', [flagId])
    return
  }
  await tx.query(
    `insert into flag_note (flag_id, sealed) values ($1, $2)
     on conflict (flag_id) do update set sealed = excluded.sealed`,
    [flagId, notes.seal(text, flagId)],
  )
}
