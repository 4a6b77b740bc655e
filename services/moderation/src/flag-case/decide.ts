import type { FlagClassification } from '@talad/proto/http/moderation/flagging'
import { Rejection } from '@talad/shared/rejection'
import type { BotFinding, FlagCaseEvent, FlagCaseResolved, Made } from './events.ts'
import { type FlagCase, isOpen, peopleOf, reportsOf } from './state.ts'

export type Report = {
  type: 'Report'
  /** of a new report */
  flagId: string
  kind: 'user' | 'bot' | 'admin'
  reporter: string
  classification: FlagClassification
  notes: { given: boolean /** from what they said before */; differ: boolean }
  /** what the asset shows now */
  contentHash: string
  /** reports that they made in the last 24 hours, counted under their lock */
  recent: number
  /** of a bot: what its rule has found */
  bot?: BotFinding | undefined
  now: Date
}
/** MO-14: the asset was suspended with its report. */
export type NoteInstant = { type: 'NoteInstant'; suspension: Made; by: string; now: Date }
export type Resolve = Omit<FlagCaseResolved, 'at' | 'round' | 'reports' | 'told'> & {
  type: 'Resolve'
  /** of the asset, for those who are told */
  place: NonNullable<FlagCaseResolved['told']>['place']
  /** of the case as it was read */
  version: number
  now: Date
}
export type Undo = {
  type: 'Undo'
  version: number
  by: string
  /** MO-14: in force again */
  instant: Made | null
  now: Date
}
/** ID-35: what an account has reported is another's. */
export type MergeReporter = { type: 'MergeReporter'; from: string; to: string; now: Date }
export type FlagCaseCommand = Report | NoteInstant | Resolve | Undo | MergeReporter

const HOUR_MS = 60 * 60 * 1_000
const DAY_MS = 24 * HOUR_MS
/** MO-17 */
export const REPORTS_A_DAY = 20
/** MO-10 */
const SILENT_MS = 30 * DAY_MS
/** MO-19 */
export const UNDO_MS = DAY_MS
/** AW-5: what waits longer comes first. */
export const OVERDUE_MS = 72 * HOUR_MS

/** MO-10: the same person says the same of what was decided, and nothing about it has changed. */
function isSaidBefore(
  { kind, reporter, classification, contentHash, now }: Report,
  state: FlagCase,
): boolean {
  const { resolved, reports } = state
  if (!resolved || kind === 'admin') return false
  const isRecent = now.getTime() - resolved.at.getTime() < SILENT_MS
  const isSame = reports.get(reporter)?.classification === classification
  return isSame && isRecent && resolved.contentHash === contentHash
}

function report(command: Report, state: FlagCase): FlagCaseEvent[] {
  const { flagId, kind, reporter, classification, notes, recent, bot, now: at } = command
  if (classification === 'other' && !notes.given)
    throw new Rejection('FLAG_NOTES_REQUIRED', { field: 'flag_user_notes' }) // MO-17
  const own = state.reports.get(reporter)
  if (isOpen(state) && own?.round === state.round) {
    if (own.classification === classification && !notes.differ) return []
    return [{ type: 'ReportChanged', data: { flagId: own.flagId, reporter, classification, bot, at } }] // MO-10
  }
  if (isSaidBefore(command, state)) return [] // MO-10: accepted, and nothing is reopened
  if (kind === 'user' && recent >= REPORTS_A_DAY)
    throw new Rejection('TOO_MANY_FLAGS', { details: { limit: REPORTS_A_DAY, hours: 24 } }) // MO-17
  const round = isOpen(state) ? state.round : state.round + 1 // MO-9, MO-13
  return [{ type: 'AssetReported', data: { flagId, round, kind, reporter, classification, bot, at } }]
}

/** MO-14: of several in a round it is the one that was made that ends when the round is ignored. */
function noteInstant({ suspension, by, now: at }: NoteInstant, { instant }: FlagCase): FlagCaseEvent[] {
  if (instant && !suspension.made) return []
  return [{ type: 'InstantlySuspended', data: { suspension, by, at } }]
}

/** AW-4, MO-11: who decides on what has moved on is told who moved it, and when. */
function requireVersion({ version, last }: FlagCase, seen: number): void {
  if (version === seen) return
  const details = {
    version,
    by: last?.by ?? null,
    at: last?.at.toISOString() ?? null,
    what: last?.what ?? 'AssetReported',
  }
  throw new Rejection('VERSION_CONFLICT', { field: 'version', details })
}

function requireScope({ disposition, scope, note }: Resolve): void {
  if (disposition !== 'suspend') return
  if (scope === null) throw new Rejection('SCOPE_REQUIRED', { field: 'scope' }) // MO-11
  if (note === '') throw new Rejection('FLAG_NOTES_REQUIRED', { field: 'notes' }) // MO-6: a suspension has a note
}

function resolve(command: Resolve, state: FlagCase): FlagCaseEvent[] {
  const { type: _type, version, now: at, place, ...data } = command
  requireScope(command)
  requireVersion(state, version)
  if (!isOpen(state)) throw new Rejection('ALREADY_RESOLVED') // MO-13
  const told = { place, reporters: peopleOf(state) }
  const about = { ...data, told, round: state.round, reports: reportsOf(state).length, at }
  return [{ type: 'CaseResolved', data: about }] // MO-11: every report of the round is closed by it
}

/** MO-19: for 24 hours, as long as nothing came after the decision. */
function undo({ version, by, instant, now: at }: Undo, state: FlagCase): FlagCaseEvent[] {
  requireVersion(state, version)
  if (!state.resolved) throw new Rejection('NOTHING_TO_UNDO')
  if (at.getTime() - state.resolved.at.getTime() >= UNDO_MS) throw new Rejection('UNDO_TOO_LATE')
  const reports = reportsOf(state).length
  return [{ type: 'DecisionUndone', data: { round: state.round + 1, by, reports, instant, at } }]
}

/**
 * What one command makes of the case of an asset.
 * @throws Rejection as in rejections.ts
 */
export function decide(command: FlagCaseCommand, state: FlagCase): FlagCaseEvent[] {
  if (command.type === 'Report') return report(command, state)
  if (state.round === 0) throw new Rejection('CASE_NOT_FOUND', { field: 'case_id' })
  if (command.type === 'MergeReporter') {
    const { from, to, now: at } = command
    return state.reports.has(from) ? [{ type: 'ReporterMerged', data: { from, to, at } }] : []
  }
  if (command.type === 'NoteInstant') return noteInstant(command, state)
  return command.type === 'Resolve' ? resolve(command, state) : undo(command, state)
}
