import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { type ContentKey, contentKey } from '@talad/proto/http/assessment'
import { type AssessmentContent, assessmentContent } from '@talad/proto/http/assessment-admin'
import { AssessmentChangedSchema } from '@talad/proto/moderation/v1/events'
import { outgoing } from '@talad/shared/bus/port'
import type { Tx } from '@talad/shared/db'
import { toJson } from '@talad/shared/json'
import { type Change, stream } from '@talad/shared/stream'
import { z } from 'zod'
import { ASSESSMENT_TOPIC } from '../../manifest.ts'
import { decideContent } from './decide-content.ts'

/** `id`: of the call; the same one that comes again changes nothing */
const said = { id: z.string(), by: z.string(), at: z.coerce.date() }

export const contentEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('ContentDrafted'),
    data: z.object({ contentId: z.string(), content: assessmentContent, ...said }),
  }),
  /** the draft is asked from now on; passes count from this version on */
  z.object({
    type: z.literal('ContentPublished'),
    data: z.object({ questionsVersion: z.int(), countsFrom: z.int(), note: z.string(), ...said }),
  }),
])
export type ContentEvent = z.infer<typeof contentEvent>

/** One assessment as its authors see it. */
export type Content = {
  version: number
  contentId: string | undefined
  draft: AssessmentContent | undefined
  published: AssessmentContent | undefined
  questionsVersion: number
  countsFrom: number
  last: { id: string; by: string; at: Date } | undefined
}

export const nothing: Content = {
  ...{ version: 0, contentId: undefined, draft: undefined, published: undefined },
  ...{ questionsVersion: 0, countsFrom: 0, last: undefined },
}

function evolve(state: Content, { type, data }: ContentEvent): Content {
  const known = { ...state, version: state.version + 1, last: { id: data.id, by: data.by, at: data.at } }
  if (type === 'ContentDrafted')
    return { ...known, contentId: state.contentId ?? data.contentId, draft: data.content }
  const { questionsVersion, countsFrom } = data
  return { ...known, published: state.draft, questionsVersion, countsFrom }
}

async function save(tx: Tx, { id, state }: Change<Content, ContentEvent>): Promise<void> {
  const json = (content: AssessmentContent | undefined) => (content ? toJson(content) : null)
  await tx.query(
    `insert into assessment_content (content_key, content_id, version, draft, published, questions_version, counts_from)
     values ($1, $2, $3, $4::text::jsonb, $5::text::jsonb, $6, $7)
     on conflict (content_key) do update set version = excluded.version, draft = excluded.draft,
       published = excluded.published, questions_version = excluded.questions_version,
       counts_from = excluded.counts_from`,
    [
      ...[id, state.contentId, state.version, json(state.draft), json(state.published)],
      ...[state.questionsVersion, state.countsFrom],
    ],
  )
}

/** What is asked, by content key; drafts are for their authors alone. */
export const contents = stream({
  name: 'assessment-content',
  event: contentEvent,
  initial: nothing,
  evolve,
  decide: decideContent,
  save,
  publish({ id, version, event }) {
    if (event.type === 'ContentDrafted') return []
    const { countsFrom, at } = event.data
    const about = { contentKey: contentKey.parse(id) satisfies ContentKey, questionsVersion: countsFrom }
    return [
      outgoing(ASSESSMENT_TOPIC, `${id}:`, AssessmentChangedSchema, {
        ...{ ...about, customerId: '', revision: version, at: timestampFromDate(at) },
      }),
    ]
  },
})
