import { type ContentKey, contentKeys } from '@talad/proto/http/moderation/assessment'
import { AssessmentChangedSchema } from '@talad/proto/moderation/v1/events'
import type { Queryable } from '@talad/shared/db'
import { Rejection } from '@talad/shared/rejection'
import { replica } from '@talad/shared/replica'

/**
 * Who has passed which assessment, as each service whose calls ask for one keeps it: a table `assessment_replica`. The row
 * without a customer says from which version on passes count; an older revision that comes late is passed over.
 */
export const assessments = replica({
  name: 'assessment',
  tables: ['assessment_replica'],
  topic: 'moderation.assessment.v1',
  event: AssessmentChangedSchema,
  key: ['content_key', 'customer_id'],
  revision: 'revision',
  columns: ({ contentKey, customerId, questionsVersion, revision }) => ({
    content_key: contentKey,
    customer_id: customerId,
    questions_version: questionsVersion,
    revision,
  }),
})

/** OB-36: the assessments that a customer has still to pass; what isn't published blocks nobody (MO-29). */
export async function missingAssessments(
  db: Queryable,
  customerId: string,
): Promise<ReadonlySet<ContentKey>> {
  const { rows } = await db.query<{ content_key: ContentKey }>(
    `select content_key from assessment_replica needed
     where needed.content_key = any($2) and needed.customer_id = ''
       and not exists (select 1 from assessment_replica passed where passed.content_key = needed.content_key
         and passed.customer_id = $1 and passed.questions_version >= needed.questions_version)`,
    [customerId, contentKeys],
  )
  return new Set(rows.map(({ content_key }) => content_key))
}

/** OB-36. @throws Rejection ASSESSMENT_REQUIRED, with its `content_key` */
export async function requireAssessment(db: Queryable, customerId: string, key: ContentKey): Promise<void> {
  if ((await missingAssessments(db, customerId)).has(key))
    throw new Rejection('ASSESSMENT_REQUIRED', { details: { content_key: key } })
}
