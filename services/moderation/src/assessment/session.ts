import { randomInt } from 'node:crypto'
import type { AssessmentSession, ContentKey } from '@talad/proto/http/moderation/assessment'
import { assessmentContent } from '@talad/proto/http/moderation/assessment-admin'
import type { Tx } from '@talad/shared/db'
import { toJson } from '@talad/shared/json'
import { lockKey } from '@talad/shared/lock-key'
import { Rejection } from '@talad/shared/rejection'
import { transact } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { type Issued, issue } from './grade.ts'

/** MO-21 */
const LIFE_MS = 30 * 60 * 1_000

export type SessionRow = {
  content_key: ContentKey
  content_id: string
  questions_version: number
  language: 'th' | 'en'
  education: AssessmentSession['education']
  issued: Issued[]
  pass_percentage: string
}

/** MO-21: what is shown; never which choice is right. */
const shown = (row: SessionRow): AssessmentSession => ({
  content_id: row.content_id,
  content_key: row.content_key,
  language: row.language,
  questions_version: row.questions_version,
  education: row.education,
  questions: row.issued.map(({ variation_index, question, choices }) => ({
    variation_index,
    question,
    choices,
  })),
})

/** Of what one customer begins and answers, one thing is done at a time. */
export const lockCustomer = (tx: Tx, customerId: string) => lockKey(tx, `assessment-of-${customerId}`)

type Published = { content_id: string; published: unknown; questions_version: number }

async function make(
  tx: Tx,
  asked: Asked,
  { content_id, published, questions_version }: Published,
  now: Date,
) {
  const { customerId, key, language } = asked
  const content = assessmentContent.parse(published)
  const seen = await tx.query<{ variation: string }>(
    `select question_id || ':' || variation as variation from assessment_seen where customer_id = $1 and content_key = $2`,
    [customerId, key],
  )
  const told = content.texts[language] ? language : 'th' // MO-28
  const text = content.texts[told] ?? content.texts.th
  const issued = issue(text, new Set(seen.rows.map(({ variation }) => variation)), randomInt)
  const { rows } = await tx.query<SessionRow>(
    `insert into assessment_session (customer_id, content_key, content_id, questions_version, language, education,
       issued, pass_percentage, expires_at)
     values ($1, $2, $3, $4, $5, $6::text::jsonb, $7::text::jsonb, $8, $9)
     on conflict (customer_id, content_key) do update set content_id = excluded.content_id,
       questions_version = excluded.questions_version, language = excluded.language, education = excluded.education,
       issued = excluded.issued, pass_percentage = excluded.pass_percentage, expires_at = excluded.expires_at
     returning *`,
    [
      ...[customerId, key, content_id, questions_version, told, toJson(text.education), toJson(issued)],
      ...[content.pass_percentage, new Date(now.getTime() + LIFE_MS)],
    ],
  )
  await tx.query(
    `insert into assessment_seen (customer_id, content_key, question_id, variation)
     select $1, $2, q, v from unnest($3::text[], $4::int[]) as s (q, v) on conflict do nothing`,
    [customerId, key, issued.map(({ question_id }) => question_id), issued.map((one) => one.variation_index)],
  )
  return rows[0]
}

export type Asked = { customerId: string; key: ContentKey; language: 'th' | 'en' }

/** MO-21, MO-22: the live session as it is; a new one where there is none, or a newer version. @throws Rejection CONTENT_NOT_FOUND */
export function sessionFor(deps: Deps, asked: Asked): Promise<AssessmentSession> {
  const { customerId, key } = asked
  return transact(deps, async (tx) => {
    const now = deps.now()
    const found = await tx.query<Published>(
      'select content_id, published, questions_version from assessment_content where content_key = $1 and published is not null',
      [key],
    )
    const [content] = found.rows
    if (!content) throw new Rejection('CONTENT_NOT_FOUND', { field: 'content_key' })
    await lockCustomer(tx, customerId)
    const live = await tx.query<SessionRow>(
      `select * from assessment_session where customer_id = $1 and content_key = $2 and expires_at > $3
         and questions_version = $4`,
      [customerId, key, now, content.questions_version],
    )
    const session = live.rows[0] ?? (await make(tx, asked, content, now))
    if (!session) throw new Error('a session was made and is not there')
    return shown(session)
  })
}
