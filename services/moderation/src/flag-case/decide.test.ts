import { decider } from '@talad/shared/testing/decider'
import { expect, test } from 'vitest'
import { type FlagCaseCommand, type NoteInstant, REPORTS_A_DAY, type Report, type Resolve } from './decide.ts'
import { reportsOf } from './state.ts'
import { flagCases } from './stream.ts'

const { given } = decider(flagCases)
const START = new Date('2026-11-23T00:00:00Z').getTime()
const HOUR = 60 * 60 * 1_000
const DAY = 24 * HOUR
const at = (ms: number) => new Date(START + ms)

const place = { blockchain: 'jfin', contract: `0x${'ab'.repeat(20)}`, token: '7' }
const report = (reporter: string, more: Partial<Report> = {}): Report => ({
  type: 'Report',
  flagId: `flag-${reporter}`,
  kind: 'user',
  reporter,
  classification: 'spam',
  notes: { given: false, differ: false },
  contentHash: 'a',
  recent: 0,
  now: at(0),
  ...more,
})
const resolve = (version: number, more: Partial<Resolve> = {}): Resolve => ({
  type: 'Resolve',
  disposition: 'ignore',
  scope: null,
  note: '',
  contentHash: 'a',
  suspension: null,
  by: 'join-boss',
  version,
  now: at(HOUR),
  place,
  ...more,
})
const undo = (version: number, now = at(2 * HOUR)): FlagCaseCommand => ({
  type: 'Undo',
  version,
  by: 'join-second',
  instant: null,
  now,
})

test('MO-9 all that is reported about an asset is one open case, and each person has one report in it', () => {
  const rude = report('chai', { classification: 'inappropriate', now: at(HOUR) })
  const { state } = given(report('mali'), rude, report('mali'))
  expect(state).toMatchObject({ round: 1, version: 2, openedAt: at(0) })
  expect(reportsOf(state).map(({ flagId }) => flagId)).toEqual(['flag-mali', 'flag-chai'])
})

test('MO-10 who reports an open case again changes their own report, and makes nothing of what they said already', () => {
  const open = given(report('mali'))
  open.when(report('mali', { flagId: 'other' })).makes()
  open.when(report('mali', { classification: 'inappropriate' })).makes('ReportChanged')
  const words = { given: true, differ: true }
  open.when(report('mali', { notes: words, flagId: 'other' })).makes('ReportChanged')
  const changed = given(report('mali'), report('mali', { classification: 'inappropriate', flagId: 'other' }))
  expect(changed.state.reports.get('mali')).toMatchObject({
    flagId: 'flag-mali',
    classification: 'inappropriate',
  })
})

test('MO-10 a resolved case is reopened as a new round but for the same person with the same words of an unchanged asset within 30 days', () => {
  const resolved = given(report('mali'), report('chai'), resolve(2))
  const later = at(HOUR + 30 * DAY - 1)
  resolved.when(report('mali', { now: later, recent: REPORTS_A_DAY })).makes()
  for (const other of [
    report('mali', { now: at(HOUR + 30 * DAY), flagId: 'new' }),
    report('mali', { now: later, flagId: 'new', classification: 'inappropriate' }),
    report('mali', { now: later, flagId: 'new', contentHash: 'b' }),
    report('dao', { now: later }),
  ]) {
    resolved.when(other).makes('AssetReported')
    const { state } = given(report('mali'), report('chai'), resolve(2), other)
    expect(state).toMatchObject({ round: 2, resolved: undefined, openedAt: other.now })
    expect(reportsOf(state).map(({ flagId }) => flagId)).toEqual([other.flagId])
  }
})

test('MO-11 a decision closes every report of the case; a stale one is told who decided, and when', () => {
  const open = given(report('mali'), report('chai'))
  expect(open.when(resolve(2)).events()).toMatchObject([
    { data: { round: 1, reports: 2, disposition: 'ignore' } },
  ])
  const resolved = given(report('mali'), report('chai'), resolve(2))
  for (const version of [1, 2, 4])
    resolved.when(resolve(version)).rejects('VERSION_CONFLICT', {
      field: 'version',
      details: { version: 3, by: 'join-boss', at: at(HOUR).toISOString(), what: 'CaseResolved' },
    })
  open.when(resolve(1)).rejects('VERSION_CONFLICT', {
    details: { version: 2, by: null, at: null, what: 'AssetReported' },
  })
  open.when(resolve(2, { disposition: 'suspend', note: 'n' })).rejects('SCOPE_REQUIRED', { field: 'scope' })
  open
    .when(resolve(2, { disposition: 'suspend', scope: 'individual' }))
    .rejects('FLAG_NOTES_REQUIRED', { field: 'notes' })
  open.when(resolve(2, { disposition: 'suspend', scope: 'collection', note: 'n' })).makes('CaseResolved')
  given().when(resolve(0)).rejects('CASE_NOT_FOUND', { field: 'case_id' })
})

test('MO-11 the people whose reports a decision closes are told, bots are not', () => {
  const bot = report('bot:markup', { kind: 'bot', bot: undefined })
  const [resolved] = given(report('mali'), resolve(1), report('chai'), bot).when(resolve(4)).events()
  expect(resolved).toMatchObject({ data: { told: { place, reporters: [{ reporter: 'chai' }] } } })
})

test('MO-13 a case is flagged or resolved; resolved becomes flagged only by a new round', () => {
  const resolved = given(report('mali'), resolve(1))
  resolved.when(resolve(2)).rejects('ALREADY_RESOLVED')
  expect(given(report('mali'), resolve(1), report('chai')).state).toMatchObject({
    round: 2,
    resolved: undefined,
  })
  expect(given(report('mali'), resolve(1), undo(2)).state).toMatchObject({ round: 2, resolved: undefined })
})

test('MO-14 an admin who flags opens a case anew whatever was said before, is none of those who are told, and what was suspended first stays what ends with it', () => {
  const flag = report('admin:join-boss', { kind: 'admin' })
  given(flag, resolve(1)).when(flag).makes('AssetReported')
  expect(given(flag).when(resolve(1)).events()).toMatchObject([{ data: { told: { reporters: [] } } }])
  const note = (made: boolean): NoteInstant => ({
    type: 'NoteInstant',
    suspension: { id: 's1', version: 1, made },
    by: 'join-boss',
    now: at(0),
  })
  given(flag, note(true)).when(note(false)).makes()
  given(flag).when(note(false)).makes('InstantlySuspended')
  given(flag, note(false)).when(note(true)).makes('InstantlySuspended')
  expect(given(flag, note(true), note(false)).state.instant).toMatchObject({ made: true })
})

test('MO-17 words are needed for other alone, and the 21st report of 24 hours is refused', () => {
  given()
    .when(report('mali', { classification: 'other' }))
    .rejects('FLAG_NOTES_REQUIRED', { field: 'flag_user_notes' })
  const words = { given: true, differ: true }
  given()
    .when(report('mali', { classification: 'other', notes: words }))
    .makes('AssetReported')
  for (const classification of ['spam', 'inappropriate'] as const)
    given().when(report('mali', { classification })).makes('AssetReported')
  given()
    .when(report('mali', { recent: REPORTS_A_DAY - 1 }))
    .makes('AssetReported')
  given()
    .when(report('mali', { recent: REPORTS_A_DAY }))
    .rejects('TOO_MANY_FLAGS', { details: { limit: REPORTS_A_DAY, hours: 24 } })
  for (const kind of ['bot', 'admin'] as const)
    given()
      .when(report(`${kind}:one`, { kind, recent: REPORTS_A_DAY }))
      .makes('AssetReported')
  // it is a report that is there already
  given(report('mali'))
    .when(report('mali', { recent: REPORTS_A_DAY, classification: 'inappropriate' }))
    .makes('ReportChanged')
})

test('MO-19 a decision is undone for 24 hours, as long as nothing came after it: the same reports are open again', () => {
  const resolved = given(report('mali'), report('chai'), resolve(2))
  const { state } = given(report('mali'), report('chai'), resolve(2), undo(3))
  expect(state).toMatchObject({ round: 2, version: 4, openedAt: at(2 * HOUR), resolved: undefined })
  expect(reportsOf(state).map(({ flagId }) => flagId)).toEqual(['flag-mali', 'flag-chai'])
  resolved.when(undo(3, at(HOUR + DAY - 1))).makes('DecisionUndone')
  resolved.when(undo(3, at(HOUR + DAY))).rejects('UNDO_TOO_LATE')
  resolved.when(undo(2)).rejects('VERSION_CONFLICT')
  const reopened = given(report('mali'), resolve(1), report('chai'))
  reopened.when(undo(2)).rejects('VERSION_CONFLICT')
  reopened.when(undo(3)).rejects('NOTHING_TO_UNDO')
  given(report('mali'), resolve(1), undo(2))
    .when(resolve(2))
    .rejects('VERSION_CONFLICT', {
      details: { version: 3, by: 'join-second', at: at(2 * HOUR).toISOString(), what: 'DecisionUndone' },
    })
  const instant = { id: 's1', version: 3, made: true }
  const inForce = given(report('mali'), resolve(1), { ...undo(2), instant } as FlagCaseCommand)
  expect(inForce.state.instant).toEqual(instant)
  // an earlier report of theirs stays in its round
  const twice = given(report('mali'), resolve(1), report('chai'), resolve(3), undo(4))
  expect(reportsOf(twice.state).map(({ flagId }) => flagId)).toEqual(['flag-chai'])
})
