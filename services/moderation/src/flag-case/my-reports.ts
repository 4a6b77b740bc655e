import type { FlagClassification, Flagging } from '@talad/proto/http/moderation/flagging'
import type { Queryable } from '@talad/shared/db'
import { afterCreated, createdCursor, cursorPage } from '@talad/shared/http/page'
import { Rejection } from '@talad/shared/rejection'
import type { Sealer } from '@talad/shared/sealing'
import { openNote } from './notes.ts'

type Reader = { db: Queryable; notes: Sealer }
type Row = {
  id: string
  case_id: string
  blockchain: string
  contract_address: string
  token_id: bigint
  name: string
  classification: FlagClassification
  is_open: boolean
  created_at: Date
  updated_at: Date
  sealed: Buffer | null
}

// MO-18: nothing of other reporters
const OWN = `
  select r.id, r.case_id, a.name, a.blockchain, a.contract_address, a.token_id, r.classification, r.created_at, r.updated_at, n.sealed,
    c.resolution = 'flagged' and c.round = r.round as is_open
  from flag_report r join flag_case c on c.id = r.case_id join asset_replica a on a.asset_id = r.case_id
    left join flag_note n on n.flag_id = r.id`

function toFlagging(notes: Sealer, row: Row): Flagging {
  return {
    _id: row.id,
    asset_id: row.case_id,
    asset_name: row.name,
    blockchain: row.blockchain,
    contract_address: row.contract_address,
    token_id: row.token_id.toString(),
    resolution: row.is_open ? 'flagged' : 'resolved',
    flag_classification: row.classification,
    flag_user_notes: openNote(notes, row.id, row.sealed),
    created: row.created_at.toISOString(),
    updated: row.updated_at.toISOString(),
  }
}

/** One report as its reporter sees it. */
export async function ownReport({ db, notes }: Reader, id: string): Promise<Flagging> {
  const { rows } = await db.query<Row>(`${OWN} where r.id = $1`, [id])
  const [row] = rows
  if (!row) throw new Rejection('CASE_NOT_FOUND')
  return toFlagging(notes, row)
}

/** What somebody has reported, newest first. @throws Rejection BAD_CURSOR */
export async function ownReports(
  { db, notes }: Reader,
  reporter: string,
  { cs, lm }: { cs?: string | undefined; lm: number },
): Promise<{ list: Flagging[]; nextCursor: string | null }> {
  const { rows } = await db.query<Row>(
    `${OWN} where r.reporter = $1 and ($2::timestamptz is null or (r.created_at, r.id) < ($2, $3))
     order by r.created_at desc, r.id desc limit $4`,
    [reporter, ...afterCreated(cs), lm + 1],
  )
  const { shown, nextCursor } = cursorPage(rows, lm, createdCursor)
  return { list: shown.map((row) => toFlagging(notes, row)), nextCursor }
}
