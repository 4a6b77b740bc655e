import type { FlagClassification } from '@talad/proto/http/moderation/flagging'
import type { FlagCaseDetail } from '@talad/proto/http/moderation/flagging-case'
import { botFinding } from '@talad/proto/http/moderation/flagging-finding'
import type { Queryable } from '@talad/shared/db'
import { Rejection } from '@talad/shared/rejection'
import type { Sealer } from '@talad/shared/sealing'
import { load } from '@talad/shared/stream'
import { sheetIdOf } from '../fee/place.ts'
import { UNDO_MS } from './decide.ts'
import { sinceDecision } from './decision-snapshot.ts'
import { flagCaseEvent } from './events.ts'
import { asOf, CASES, type CaseRow, toCase } from './list-cases.ts'
import { openNote } from './notes.ts'
import { RECORD } from './reporter-accuracy.ts'
import { flagCases } from './stream.ts'

/** Older ones stay in the log. */
const DECISIONS_SHOWN = 100

type Reader = { db: Queryable; notes: Sealer; now: () => Date }
type ReportRow = {
  id: string
  round: number
  outcome: 'agreed' | 'ignored' | null
  kind: 'user' | 'bot' | 'admin'
  reporter: string
  classification: FlagClassification
  created_at: Date
  sealed: Buffer | null
  bot: unknown
  agreed: bigint
  ignored: bigint
  weight: string
}

async function reportsOf({ db, notes }: Reader, caseId: string, rounds: 'last' | 'earlier') {
  const { rows } = await db.query<ReportRow>(
    `select r.id, r.round, r.kind, r.reporter, r.classification, r.created_at, r.outcome, r.bot, n.sealed, w.*
     from flag_report r join flag_case c on c.id = r.case_id and (c.round = r.round) = $2
       left join flag_note n on n.flag_id = r.id cross join ${RECORD} w
     where r.case_id = $1 order by r.round desc, r.created_at desc, r.id limit 200`,
    [caseId, rounds === 'last'],
  )
  return rows.map((row) => ({
    round: row.round,
    outcome: row.outcome,
    _id: row.id,
    kind: row.kind,
    reporter: row.reporter,
    classification: row.classification,
    notes: openNote(notes, row.id, row.sealed) || null,
    agreed: Number(row.agreed),
    ignored: Number(row.ignored),
    weight: Number(row.weight),
    bot: botFinding.nullable().parse(row.bot),
    created: row.created_at.toISOString(),
  }))
}

async function decisionsOf(db: Queryable, caseId: string): Promise<FlagCaseDetail['decisions']> {
  const { rows } = await db.query<{ type: string; data: unknown }>(
    `select type, data from kit.event where stream = $1 and type in ('CaseResolved', 'DecisionUndone')
     order by version desc limit ${DECISIONS_SHOWN}`,
    [`${flagCases.name}-${caseId}`],
  )
  return rows.flatMap((row): FlagCaseDetail['decisions'] => {
    const { type, data } = flagCaseEvent.parse(row)
    if (type === 'CaseResolved') {
      const { round, disposition: action, scope, by, note, reports, at } = data
      return [{ round, action, scope, by, note, reports, at: at.toISOString() }]
    }
    if (type !== 'DecisionUndone') return []
    const { round, by, reports, at } = data
    const about = { action: 'undo' as const, scope: null, note: '' }
    return [{ round: round - 1, ...about, by, reports, at: at.toISOString() }]
  })
}

/** MO-32: at most one active issuer has a token. */
async function issuerOf(db: Queryable, row: CaseRow): Promise<FlagCaseDetail['issuer']> {
  const sheetId = sheetIdOf({ blockchain: row.blockchain, contractAddress: row.contract_address })
  const { rows } = await db.query<{ issuer_id: string; slug: string; name_th: string; name_en: string }>(
    `select i.issuer_id, i.slug, i.name_th, i.name_en from issuer_range r join issuer i using (issuer_id)
     where r.sheet_id = $1 and r.about = '' and r.tokens @> $2::numeric and i.active`,
    [sheetId, row.token_id],
  )
  const [found] = rows
  if (!found) return null
  const { issuer_id, slug, name_th: th, name_en: en } = found
  return { issuer_id, slug, names: { th, en } }
}

/** AW-6: one case as a moderator decides on it. @throws Rejection CASE_NOT_FOUND */
export async function pickCase(reader: Reader, caseId: string, me: string): Promise<FlagCaseDetail> {
  const { db } = reader
  const now = reader.now()
  const { rows } = await db.query<CaseRow>(`${CASES} where c.id = $3`, [...asOf(now), caseId])
  const [row] = rows
  if (!row) throw new Rejection('CASE_NOT_FOUND', { field: 'case_id' })
  const undoUntil = row.resolved_at && new Date(row.resolved_at.getTime() + UNDO_MS)
  return {
    ...toCase(row, me),
    list: await reportsOf(reader, caseId, 'last'),
    earlier: await reportsOf(reader, caseId, 'earlier'),
    since_decision: await sinceDecision(db, caseId),
    decisions: await decisionsOf(db, caseId),
    issuer: await issuerOf(db, row),
    instant_suspension: (await load(db, flagCases, caseId)).state.instant?.id ?? null,
    undo_until: undoUntil && undoUntil > now ? undoUntil.toISOString() : null,
  }
}

/** The case that a report belongs to. @throws Rejection CASE_NOT_FOUND */
export async function caseOf(db: Queryable, flagId: string): Promise<string> {
  const { rows } = await db.query<{ case_id: string }>('select case_id from flag_report where id = $1', [
    flagId,
  ])
  const [row] = rows
  if (!row) throw new Rejection('CASE_NOT_FOUND', { field: 'flag_id' })
  return row.case_id
}
