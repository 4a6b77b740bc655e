import type { FlagClassification } from '@talad/proto/http/moderation/flagging'
import type { FlagCaseEvent, FlagCaseResolved, Made } from './events.ts'

/** Somebody's newest report. */
type Report = { flagId: string; round: number; classification: FlagClassification }

/** The case of one asset (MO-9). */
export type FlagCase = {
  /** events so far */
  version: number
  /** how often it was opened; 0: never */
  round: number
  openedAt: Date | undefined
  /** by reporter */
  reports: ReadonlyMap<string, Report>
  /** the decision that closed it; undefined: it is open, or never was */
  resolved: FlagCaseResolved | undefined
  /** MO-14: the suspension that came with a report of this round */
  instant: Made | undefined
  /** who changed it last by a decision, for AW-4 */
  last: { by: string; at: Date; what: FlagCaseEvent['type'] } | undefined
}

export const noCase: FlagCase = {
  version: 0,
  round: 0,
  openedAt: undefined,
  reports: new Map(),
  resolved: undefined,
  instant: undefined,
  last: undefined,
}

export const isOpen = ({ round, resolved }: FlagCase) => round > 0 && !resolved

/** Reports of the round that is open, or was last. */
export const reportsOf = ({ round, reports }: FlagCase) =>
  [...reports.values()].filter((report) => report.round === round)

/** What the reporter of a rule begins with. */
export const BOT = 'bot:'
/** … and an admin who flags as one (MO-14), apart from what they may have reported like anybody. */
export const ADMIN = 'admin:'

export type ReporterKind = 'user' | 'bot' | 'admin'

export function kindOf(reporter: string): ReporterKind {
  if (reporter.startsWith(BOT)) return 'bot'
  return reporter.startsWith(ADMIN) ? 'admin' : 'user'
}

/** The people who have reported it in this round; bots and admins look at the case itself. */
export const peopleOf = ({ round, reports }: FlagCase) =>
  [...reports].flatMap(([reporter, report]) =>
    report.round === round && kindOf(reporter) === 'user' ? [{ flagId: report.flagId, reporter }] : [],
  )

function withReport(state: FlagCase, reporter: string, report: Report): FlagCase {
  return { ...state, reports: new Map([...state.reports, [reporter, report]]) }
}

/** Their newest report; of two of one round that of the account that stays. */
function mergedReports(reports: FlagCase['reports'], from: string, to: string): FlagCase['reports'] {
  const merged = new Map(reports)
  const [given, own] = [merged.get(from), merged.get(to)]
  merged.delete(from)
  if (given && (!own || own.round < given.round)) merged.set(to, given)
  return merged
}

function change(state: FlagCase, { type, data }: FlagCaseEvent): FlagCase {
  switch (type) {
    case 'AssetReported': {
      const { flagId, round, classification, reporter, at } = data
      const opened =
        round > state.round ? { round, openedAt: at, resolved: undefined, instant: undefined } : {}
      return withReport({ ...state, ...opened }, reporter, { flagId, round, classification })
    }
    case 'ReportChanged': {
      const { flagId, reporter, classification } = data
      return withReport(state, reporter, { flagId, round: state.round, classification })
    }
    case 'InstantlySuspended':
      return { ...state, instant: data.suspension }
    case 'CaseResolved':
      return { ...state, resolved: data, last: { by: data.by, at: data.at, what: type } }
    case 'ReporterMerged':
      return { ...state, reports: mergedReports(state.reports, data.from, data.to) }
    case 'DecisionUndone': {
      const { round, by, at, instant } = data
      const again = ([who, report]: [string, Report]) =>
        [who, report.round === state.round ? { ...report, round } : report] as const
      const reports = new Map([...state.reports].map(again))
      const opened = { round, reports, openedAt: at, resolved: undefined, instant: instant ?? undefined }
      return { ...state, ...opened, last: { by, at, what: type } }
    }
  }
}

export function evolve(state: FlagCase, event: FlagCaseEvent): FlagCase {
  return { ...change(state, event), version: state.version + 1 }
}
