import { z } from 'zod'

const by = { by: z.string(), at: z.coerce.date() }

/** What happens to a document: it is drafted, waits, is published. Its contents are kept whole with each. */
export function documentEvents<T>(content: z.ZodType<T>) {
  return z.discriminatedUnion('type', [
    z.object({ type: z.literal('DraftSaved'), data: z.object({ content, ...by }) }),
    z.object({
      type: z.literal('PublishScheduled'),
      data: z.object({ content, due: z.coerce.date(), ...by }),
    }),
    z.object({ type: z.literal('ScheduleDropped'), data: z.object(by) }),
    z.object({
      type: z.literal('Published'),
      data: z.object({ content, revision: z.int(), from: z.enum(['draft', 'schedule', 'history']), ...by }),
    }),
  ])
}
export type DocumentEvent<T> = z.infer<ReturnType<typeof documentEvents<T>>>

type Made = { by: string; at: Date }
export type Revision<T> = Made & { content: T; revision: number }

/** A document; `version` is that of its stream. */
export type Document<T> = {
  version: number
  changed: Made | null
  draft: T | null
  /** what visitors see, then what they saw before; newest first */
  published: readonly Revision<T>[]
  /** `version`: of its own event, by which the job knows it */
  scheduled: (Made & { content: T; due: Date; version: number }) | null
}

/** AW-13: what is published, and the last 10 before it. */
const MOST_KEPT = 11

export const emptyDocument = { version: 0, changed: null, draft: null, published: [], scheduled: null }

export function evolve<T>(before: Document<T>, { type, data }: DocumentEvent<T>): Document<T> {
  const made = { by: data.by, at: data.at }
  const next = { ...before, version: before.version + 1, changed: made }
  if (type === 'DraftSaved') return { ...next, draft: data.content }
  if (type === 'ScheduleDropped') return { ...next, scheduled: null }
  if (type === 'PublishScheduled') {
    const { content, due } = data
    return { ...next, scheduled: { ...made, content, due, version: next.version } }
  }
  const revision = { ...made, content: data.content, revision: data.revision }
  return { ...next, scheduled: null, published: [revision, ...before.published].slice(0, MOST_KEPT) }
}

/** A document as it is kept beside its events, so that long ones are not folded from their beginning. */
export function documentState<T>(content: z.ZodType<T>): z.ZodType<Document<T>> {
  const revision = z.object({ ...by, content, revision: z.number() })
  return z.object({
    version: z.number(),
    changed: z.object(by).nullable(),
    draft: content.nullable(),
    published: z.array(revision),
    scheduled: z.object({ ...by, content, due: z.coerce.date(), version: z.number() }).nullable(),
  })
}
