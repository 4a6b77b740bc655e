import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { type ContentKey, contentKey } from '@talad/proto/http/moderation/assessment'
import type { AssessmentContent } from '@talad/proto/http/moderation/assessment-admin'
import { AssessmentChangedSchema } from '@talad/proto/moderation/v1/events'
import { outgoing } from '@talad/shared/bus/port'
import type { Tx } from '@talad/shared/db'
import { each } from '@talad/shared/each'
import { toJson } from '@talad/shared/json'
import { type Change, stream } from '@talad/shared/stream'
import { ASSESSMENT_TOPIC } from '../../manifest.ts'
import { type ContentEvent, contentEvent } from './content-events.ts'
import { type Content, evolve, nothing } from './content-state.ts'
import { decideContent } from './decide-content.ts'

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
  save: each(save),
  publish({ id, version, event }) {
    if (event.type === 'ContentDrafted') return []
    const { countsFrom, at } = event.data
    const about = { contentKey: contentKey.parse(id) satisfies ContentKey, questionsVersion: countsFrom }
    return [
      outgoing(ASSESSMENT_TOPIC, `${id}:`, AssessmentChangedSchema, {
        ...about,
        customerId: '',
        revision: version,
        at: timestampFromDate(at),
      }),
    ]
  },
})
