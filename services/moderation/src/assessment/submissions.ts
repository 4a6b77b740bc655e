import type { assessmentAdminHttp } from '@talad/proto/http/moderation/assessment-admin'
import type { Queryable } from '@talad/shared/db'
import { countIf, page } from '@talad/shared/http/page'
import type { z } from 'zod'

type Query = z.output<typeof assessmentAdminHttp.listAssessmentSubmissions.query & {}>
type Item = z.input<typeof assessmentAdminHttp.listAssessmentSubmissions.response>['list'][number]
type Row = Omit<Item, '_id' | 'at' | 'grading'> & {
  id: string
  at: Date
  score: number
  total: number
  percentage: string
}

const WHICH = `from assessment_submission where ($1::text is null or customer_id = $1)
  and ($2::text is null or content_key = $2) and ($3::boolean is null or passed = $3) and ($4::text is null or id = $4)`

/** What was answered, newest first (MO-26). */
export async function submissions(db: Queryable, query: Query) {
  const { id: only, customer_id, content_key, passed, count = false, ps: size, pi: index } = query
  const values = [customer_id ?? null, content_key ?? null, passed ?? null, only ?? null]
  const { rows } = await db.query<Row>(`select * ${WHICH} order by at desc, id desc limit $5 offset $6`, [
    ...[...values, size, size * index],
  ])
  const list = rows.map(({ id, at, score, total: of, percentage, ...row }) => ({
    ...row,
    _id: id,
    at: at.toISOString(),
    grading: { score, total: of, percentage: Number(percentage) },
  }))
  return page(list, query, await countIf(count, db, WHICH, values))
}
