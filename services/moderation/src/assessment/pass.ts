import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { AssessmentChangedSchema } from '@talad/proto/moderation/v1/events'
import { outgoing } from '@talad/shared/bus/port'
import type { Tx } from '@talad/shared/db'
import { each } from '@talad/shared/each'
import { type Change, stream } from '@talad/shared/stream'
import { z } from 'zod'
import { ASSESSMENT_TOPIC } from '../../manifest.ts'

/** A customer has passed an assessment: by a submission, or because an admin says so (MO-30). */
const passEvent = z.object({
  type: z.literal('AssessmentPassed'),
  data: z.object({
    questionsVersion: z.int(),
    submissionId: z.string().nullable(),
    by: z.string(),
    at: z.coerce.date(),
  }),
})
type PassEvent = z.infer<typeof passEvent>
type Pass = PassEvent['data'] | undefined
type PassCommand = {
  type: 'Pass'
  questionsVersion: number
  submissionId: string | null
  by: string
  now: Date
}

/** What was passed in the same version, or a newer one, is passed. */
function decide({ now: at, type: _type, ...data }: PassCommand, state: Pass): PassEvent[] {
  if (state && state.questionsVersion >= data.questionsVersion) return []
  return [{ type: 'AssessmentPassed', data: { ...data, at } }]
}

/** Of the stream of one customer and one assessment. */
export const passId = (key: string, customerId: string) => `${key}:${customerId}`
const partsOf = (id: string) => {
  const at = id.indexOf(':')
  return { contentKey: id.slice(0, at), customerId: id.slice(at + 1) }
}

async function save(tx: Tx, { id, state }: Change<Pass, PassEvent>): Promise<void> {
  const { contentKey, customerId } = partsOf(id)
  if (!state) return
  await tx.query(
    `insert into assessment_pass (customer_id, content_key, questions_version, passed_at, submission_id)
     values ($1, $2, $3, $4, $5) on conflict (customer_id, content_key) do update set
       questions_version = excluded.questions_version, passed_at = excluded.passed_at,
       submission_id = excluded.submission_id`,
    [customerId, contentKey, state.questionsVersion, state.at, state.submissionId],
  )
}

/** Which version of an assessment a customer has passed. */
export const passes = stream({
  name: 'assessment',
  event: passEvent,
  initial: undefined as Pass,
  evolve: (_state: Pass, { data }: PassEvent): Pass => data,
  decide,
  save: each(save),
  publish({ id, version, event: { data } }) {
    const about = { ...partsOf(id), questionsVersion: data.questionsVersion, revision: version }
    const at = timestampFromDate(data.at)
    return [outgoing(ASSESSMENT_TOPIC, id, AssessmentChangedSchema, { ...about, at })]
  },
})
