import type { assessmentAdminHttp } from '@talad/proto/http/moderation/assessment-admin'
import type { Queryable } from '@talad/shared/db'
import { countIf, page } from '@talad/shared/http/page'
import type { z } from 'zod'

type Query = z.output<typeof assessmentAdminHttp.listAssessmentPasses.query & {}>
type Item = z.input<typeof assessmentAdminHttp.listAssessmentPasses.response>['list'][number]
type Row = Omit<Item, 'passed_at'> & { passed_at: Date }

const WHICH = `from assessment_pass p join assessment_content c using (content_key)
  where ($1::text is null or p.customer_id = $1) and ($2::text is null or p.content_key = $2)`

/** MO-30: who has passed, newest first; what has to be passed again is told apart (MO-27). */
export async function passList(db: Queryable, query: Query) {
  const { customer_id, content_key, count = false, ps: size, pi: index } = query
  const values = [customer_id ?? null, content_key ?? null]
  const { rows } = await db.query<Row>(
    `select p.customer_id, p.content_key, p.questions_version, p.passed_at, p.submission_id,
       p.questions_version >= c.counts_from as counts
     ${WHICH} order by p.passed_at desc, p.customer_id, p.content_key limit $3 offset $4`,
    [...values, size, size * index],
  )
  const list = rows.map((row) => ({ ...row, passed_at: row.passed_at.toISOString() }))
  return page(list, query, await countIf(count, db, WHICH, values))
}
