import { canonicalJson } from '@talad/shared/json'
import { Rejection } from '@talad/shared/rejection'
import { requireVersion } from '@talad/shared/version'
import type { Document, DocumentEvent } from './events.ts'

type By = { by: string; now: Date }
/** AW-4: `version`: the one that was read. */
type OnVersion = By & { version: number }

export type DocumentCommand<T> =
  /** `base`: the draft as it was at that version */
  | (OnVersion & { type: 'Save'; content: T; base: T | null })
  | (OnVersion & { type: 'Publish'; at: Date | null })
  | (OnVersion & { type: 'Unschedule' })
  | (OnVersion & { type: 'RollBack'; revision: number })
  /** of the job: `scheduled` is the version of what it is about */
  | (By & { type: 'PublishDue'; scheduled: number })

/** Brings two changes of one thing together; undefined where they are about the same. */
export type Merge<T> = (base: T, mine: T, theirs: T) => T | undefined

export const isSame = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b)

function requireRead<T>({ version, changed }: Document<T>, read: number): void {
  requireVersion({ version, changedBy: changed?.by ?? null, changedAt: changed?.at ?? null }, read)
}

/** AW-13: what is to be kept of a draft that was changed by two: both, or a conflict is told. */
function mergedDraft<T>(
  document: Document<T>,
  { content, base, version }: { content: T; base: T | null; version: number },
  merge: Merge<T>,
): T {
  if (version === document.version || isSame(base, document.draft)) return content
  const merged =
    version < document.version && base !== null && document.draft !== null
      ? merge(base, content, document.draft)
      : undefined
  if (merged === undefined) requireRead(document, version)
  return merged ?? content
}

/** @throws Rejection VERSION_CONFLICT, NOTHING_TO_PUBLISH, NOT_AHEAD, REVISION_NOT_FOUND */
export function decideDocument<T>(
  command: DocumentCommand<T>,
  document: Document<T>,
  merge: Merge<T>,
): readonly DocumentEvent<T>[] {
  const by = { by: command.by, at: command.now }
  const publish = (content: T, from: 'draft' | 'schedule' | 'history') => [
    {
      type: 'Published' as const,
      data: { content, revision: (document.published[0]?.revision ?? 0) + 1, from, ...by },
    },
  ]
  if (command.type === 'PublishDue') {
    const { scheduled } = document
    return scheduled?.version === command.scheduled ? publish(scheduled.content, 'schedule') : []
  }
  if (command.type === 'Save') {
    if (command.version > document.version) requireRead(document, command.version)
    const content = mergedDraft(document, command, merge)
    return isSame(content, document.draft) ? [] : [{ type: 'DraftSaved', data: { content, ...by } }]
  }
  requireRead(document, command.version)
  if (command.type === 'Unschedule') return document.scheduled ? [{ type: 'ScheduleDropped', data: by }] : []
  if (command.type === 'RollBack') {
    const found = document.published.slice(1).find(({ revision }) => revision === command.revision)
    if (!found) throw new Rejection('REVISION_NOT_FOUND', { field: 'revision' }) // AW-13
    return publish(found.content, 'history')
  }
  const { draft } = document
  if (draft === null) throw new Rejection('NOTHING_TO_PUBLISH', { field: 'document' })
  if (command.at === null) return publish(draft, 'draft')
  if (command.at <= command.now) throw new Rejection('NOT_AHEAD', { field: 'at' })
  return [{ type: 'PublishScheduled', data: { content: draft, due: command.at, ...by } }]
}
