import type { ContentKey } from '@talad/proto/http/moderation/assessment'
import type { Queryable } from '@talad/shared/db'
import { issuersOf } from '../issuer/read-model.ts'

type Row = { content_key: ContentKey; passed: boolean; passed_at: Date | null; submission_id: string | null }

/** What is published, and whether the customer has passed it in a version that counts (MO-27). */
async function standing(db: Queryable, customerId: string): Promise<Row[]> {
  const { rows } = await db.query<Row>(
    `select c.content_key, p.passed_at, p.submission_id,
       coalesce(p.questions_version >= c.counts_from, false) as passed
     from assessment_content c left join assessment_pass p on p.content_key = c.content_key and p.customer_id = $1
     where c.published is not null order by c.content_key`,
    [customerId],
  )
  return rows
}

/** MO-29: nobody is blocked by what isn't published, and new_issuer is for who has an active issuer. */
export async function statusOf(db: Queryable, customerId: string) {
  const rows = await standing(db, customerId)
  const keys = (passed: boolean) =>
    rows.filter((row) => row.passed === passed).map(({ content_key }) => content_key)
  const todo = keys(false)
  const issues = todo.includes('new_issuer') && (await issuersOf(db, customerId)).length > 0
  return { todo: todo.filter((key) => issues || key !== 'new_issuer'), passed: keys(true) }
}

/** MO-30 */
export async function passedOf(db: Queryable, customerId: string, key: ContentKey) {
  const row = (await standing(db, customerId)).find(({ content_key }) => content_key === key)
  if (!row?.passed) return { passed: false, passed_at: null, submission_id: null }
  return { passed: true, passed_at: row.passed_at?.toISOString() ?? null, submission_id: row.submission_id }
}
