import type { Tx } from '@talad/shared/db'
import type { Attempt } from '@talad/shared/http/idempotency'
import { toJson } from '@talad/shared/json'
import { Rejection } from '@talad/shared/rejection'
import { changeIn, transact } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { type Answer, type Grading, grade } from './grade.ts'
import { passes, passId } from './pass.ts'
import { lockCustomer, type SessionRow } from './session.ts'

/** MO-25 */
const SUBMISSIONS_AN_HOUR = 10

export type Submitted = {
  customerId: string
  contentId: string
  questionsVersion: number
  answers: readonly Answer[]
}
export type Outcome = { submission_id: string; passed: boolean; grading: Grading }

type Row = { passed: boolean; score: number; total: number; percentage: string }

/** The outcome of a submission that was graded already: its answer was lost. */
async function outcomeOf(tx: Tx, id: string): Promise<Outcome | undefined> {
  const { rows } = await tx.query<Row>(
    'select passed, score, total, percentage from assessment_submission where id = $1',
    [id],
  )
  const [row] = rows
  if (!row) return undefined
  const { passed, score, total, percentage } = row
  return { submission_id: id, passed, grading: { score, total, percentage: Number(percentage) } }
}

async function checkPace(tx: Tx, customerId: string, now: Date): Promise<void> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count from assessment_submission where customer_id = $1
       and at > $2::timestamptz - interval '1 hour'`,
    [customerId, now],
  )
  if ((rows[0]?.count ?? 0) >= SUBMISSIONS_AN_HOUR)
    throw new Rejection('TOO_MANY_SUBMISSIONS', { details: { limit: SUBMISSIONS_AN_HOUR } }) // MO-25
}

async function findSession(tx: Tx, { customerId, contentId, questionsVersion }: Submitted, now: Date) {
  const { rows } = await tx.query<SessionRow>(
    'select * from assessment_session where customer_id = $1 and content_id = $2 and expires_at > $3',
    [customerId, contentId, now],
  )
  const [session] = rows
  if (!session) throw new Rejection('SESSION_NOT_LOADED') // MO-23
  if (session.questions_version !== questionsVersion)
    throw new Rejection('QUESTIONS_NOT_LOADED', { field: 'questions_version' }) // MO-23
  return session
}

/** MO-26: what was asked, in the order in which it was shown, and what was answered. */
const replayOf = ({ issued }: SessionRow, answers: readonly Answer[]) =>
  issued.map(({ question, choices, correct_index }, at) => ({
    question,
    choices,
    correct_index,
    choice_index: answers[at]?.choice_index ?? -1,
  }))

/**
 * MO-23 to MO-26: grades the answers to the live session, and ends it whatever came of it. The same call that comes again
 * gets the same outcome.
 * @throws Rejection as MO-23 says, and TOO_MANY_SUBMISSIONS
 */
export function submitAnswers(deps: Deps, given: Submitted, { id }: Attempt): Promise<Outcome> {
  const { customerId, answers } = given
  return transact(deps, async (tx) => {
    const now = deps.now()
    await lockCustomer(tx, customerId)
    const known = await outcomeOf(tx, id)
    if (known) return known
    const session = await findSession(tx, given, now)
    await checkPace(tx, customerId, now)
    const { grading, passed } = grade(session.issued, answers, Number(session.pass_percentage))
    const { content_key: key, questions_version: questionsVersion, language } = session
    await tx.query(
      `insert into assessment_submission (id, customer_id, content_key, questions_version, language, score, total,
         percentage, passed, replay, at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::text::jsonb, $11)`,
      [
        ...[
          id,
          customerId,
          key,
          questionsVersion,
          language,
          grading.score,
          grading.total,
          grading.percentage,
        ],
        ...[passed, toJson(replayOf(session, answers)), now],
      ],
    )
    await tx.query('delete from assessment_session where customer_id = $1 and content_key = $2', [
      customerId,
      key,
    ])
    const pass = { type: 'Pass' as const, questionsVersion, submissionId: id, by: customerId, now }
    if (passed) await changeIn(tx, passes, passId(key, customerId), pass, now)
    return { submission_id: id, passed, grading }
  })
}
