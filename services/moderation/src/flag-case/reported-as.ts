import type { FlagClassification } from '@talad/proto/http/moderation/flagging'
import { type FlagCase, kindOf, type ReporterKind } from './state.ts'

type Said = { kind: ReporterKind; classification: FlagClassification }

const KINDS: readonly ReporterKind[] = ['user', 'bot', 'admin']
const CLASSIFICATIONS: readonly FlagClassification[] = ['inappropriate', 'spam', 'other']
/** What each bit of a row's `reported_as` stands for: rows are stored, so the order stays. */
const BITS = KINDS.flatMap((kind) =>
  CLASSIFICATIONS.map((classification): Said => ({ kind, classification })),
)

const bitsOf = (isMeant: (said: Said) => boolean): number =>
  BITS.reduce((bits, said, place) => (isMeant(said) ? bits | (1 << place) : bits), 0)

/** What the reports of a case's round say, and what kind of reporter says so. */
export function reportedAs({ round, reports }: FlagCase): number {
  const said = [...reports].filter(([, report]) => report.round === round)
  return bitsOf(({ kind, classification }) =>
    said.some(([reporter, report]) => kindOf(reporter) === kind && report.classification === classification),
  )
}

/** The bits of reports that say this, or anything, by this kind of reporter, or any. */
export function bitsFor(wanted: {
  kind: ReporterKind | undefined
  classification: FlagClassification | undefined
}): number {
  return bitsOf(
    ({ kind, classification }) =>
      kind === (wanted.kind ?? kind) && classification === (wanted.classification ?? classification),
  )
}
