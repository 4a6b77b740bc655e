import type { Tx } from '@talad/shared/db'
import { each } from '@talad/shared/each'
import { toJson } from '@talad/shared/json'
import { type Change, stream } from '@talad/shared/stream'
import { decide } from './decide.ts'
import { keepDecided } from './decision-snapshot.ts'
import { type FlagCaseEvent, flagCaseEvent } from './events.ts'
import { mergeReports } from './merged-reports.ts'
import { publish } from './publish.ts'
import { reportedAs } from './reported-as.ts'
import { countReports, scoreCases, scoreWithOthers } from './reporter-accuracy.ts'
import { flagCaseState } from './snapshot.ts'
import { evolve, type FlagCase, noCase } from './state.ts'

async function saveCase(tx: Tx, id: string, state: FlagCase): Promise<void> {
  const { version, round, openedAt, resolved } = state
  await tx.query(
    `insert into flag_case (id, version, resolution, round, opened_at, disposition, scope, resolved_at, resolved_by,
       reported_as)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (id) do update set version = excluded.version, resolution = excluded.resolution,
       round = excluded.round, opened_at = excluded.opened_at, disposition = excluded.disposition,
       scope = excluded.scope, resolved_at = excluded.resolved_at, resolved_by = excluded.resolved_by,
       reported_as = excluded.reported_as`,
    [
      ...[id, version, resolved ? 'resolved' : 'flagged', round, openedAt, resolved?.disposition ?? null],
      ...[resolved?.scope ?? null, resolved?.at ?? null, resolved?.by ?? null],
      reportedAs(state),
    ],
  )
}

async function saveReports(tx: Tx, caseId: string, { type, data }: FlagCaseEvent): Promise<void> {
  const { at } = data
  switch (type) {
    case 'AssetReported':
      await tx.query(
        `insert into flag_report (id, case_id, round, kind, reporter, classification, created_at, updated_at, bot)
         values ($1, $2, $3, $4, $5, $6, $7, $7, $8)`,
        [
          ...[data.flagId, caseId, data.round, data.kind, data.reporter, data.classification, at],
          data.bot ? toJson(data.bot) : null,
        ],
      )
      return
    case 'ReportChanged':
      await tx.query(
        'update flag_report set classification = $2, updated_at = $3, bot = coalesce($4, bot) where id = $1',
        [data.flagId, data.classification, at, data.bot ? toJson(data.bot) : null],
      )
      return
    case 'InstantlySuspended':
      return
    case 'ReporterMerged':
      await mergeReports(tx, caseId, data)
      return
    case 'CaseResolved':
      await tx.query('update flag_report set outcome = $3 where case_id = $1 and round = $2', [
        ...[caseId, data.round, data.disposition === 'suspend' ? 'agreed' : 'ignored'],
      ])
      await countReports(tx, { caseId, round: data.round }, 1)
      await keepDecided(tx, caseId, data.round, at)
      return
    case 'DecisionUndone':
      await countReports(tx, { caseId, round: data.round - 1 }, -1)
      await tx.query(
        'update flag_report set round = $2, outcome = null where case_id = $1 and round = $2 - 1',
        [caseId, data.round],
      )
  }
}

async function save(tx: Tx, { id, state, events }: Change<FlagCase, FlagCaseEvent>): Promise<void> {
  await saveCase(tx, id, state)
  for (const event of events) await saveReports(tx, id, event)
  const isDecided = events.some(({ type }) => type === 'CaseResolved' || type === 'DecisionUndone')
  if (isDecided) await tx.query('delete from flag_claim where case_id = $1', [id])
  await (isDecided ? scoreWithOthers(tx, id, state.round) : scoreCases(tx, [id]))
}

/** All that was reported about one asset, and what was decided; the id is the asset's (MO-9). */
export const flagCases = stream({
  name: 'flag-case',
  event: flagCaseEvent,
  initial: noCase,
  evolve,
  decide,
  publish,
  save: each(save),
  // each report is an event, and what is decided can be reported again
  snapshot: { state: flagCaseState, shape: 1, every: 50 },
})
