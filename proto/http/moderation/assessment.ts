import { z } from 'zod'
import { objectId } from '../common.ts'
import { base, endpoint } from '../contract.ts'

/** A§3 */
export const contentKeys = ['new_issuer', 'new_seller', 'new_buyer'] as const
export const contentKey = z.enum(contentKeys)
export type ContentKey = z.infer<typeof contentKey>

export const assessmentLanguage = z.enum(['th', 'en'])

export const educationPage = z.object({
  title: z.string().describe('heading of the page'),
  body: z.string().describe('plain text'),
  image: z.string().nullable().describe('address of a picture; null: none'),
})

/** A question as it is shown: which choice is right is not in it (MO-21). */
const shownQuestion = z.object({
  variation_index: z.int().min(0).describe('to be sent back with the answer'),
  question: z.string().describe('what is asked'),
  choices: z.array(z.string()).describe('2 to 6, in the order in which they are shown'),
})
export type ShownQuestion = z.infer<typeof shownQuestion>

export const assessmentSession = z.object({
  content_id: objectId.describe('to be sent back with the answers'),
  content_key: contentKey.describe('which assessment'),
  questions_version: z.int().describe('to be sent back with the answers'),
  language: assessmentLanguage.describe('of the texts: the one that was asked for, or th (MO-28)'),
  education: z.array(educationPage).describe('to be read first'),
  questions: z.array(shownQuestion).describe('in the order in which they are answered'),
})
export type AssessmentSession = z.infer<typeof assessmentSession>

export const grading = z.object({
  score: z.int().describe('right answers'),
  total: z.int().describe('how many questions there were'),
  percentage: z.number().describe('100 × score / total, to two decimals (MO-24)'),
})

const service = 'moderation'
const path = `${base.user}/assessment`
const auth = { kind: 'customer' } as const

export const assessmentHttp = {
  /** MO-21, MO-22: the live session, or a new one. */
  assessmentSession: endpoint({
    name: 'assessmentSession',
    service,
    method: 'GET',
    auth,
    path: `${path}/content/session`,
    summary: 'The questions of an assessment for the caller; the same until they are answered wrongly or end',
    query: z.object({
      content_key: contentKey.describe('which assessment'),
      language: assessmentLanguage.default('th').describe('language of the texts, where there are such'),
    }),
    status: 200,
    response: assessmentSession,
    errors: ['content_not_found'],
  }),
  /** MO-23 to MO-25. */
  submitAssessment: endpoint({
    name: 'submitAssessment',
    service,
    method: 'POST',
    auth,
    path: `${path}/submission/submit`,
    summary: 'Answer the questions of the session; wrong answers end it',
    body: z.strictObject({
      language: assessmentLanguage.default('th').describe('of the session'),
      content_id: objectId.describe('of the session'),
      questions_version: z.int().describe('of the session'),
      answers: z
        .array(
          z.strictObject({
            variation_index: z.int().describe('of the question at this place'),
            choice_index: z.int().describe('place of the choice, as it was shown'),
          }),
        )
        .max(100)
        .describe('one a question, in the order in which they were shown'),
    }),
    status: 200,
    response: z.object({
      submission_id: objectId.describe('id of the submission'),
      passed: z.boolean().describe('enough was right; otherwise a new session begins'),
      grading: grading.describe('how much was right, not what (MO-25)'),
    }),
    errors: [
      'session_not_loaded',
      'questions_not_loaded',
      'not_all_questions_answered',
      'invalid_question_order',
      'invalid_choice_index',
      'too_many_submissions',
    ],
    idempotent: true,
    limit: 'write',
  }),
  /** MO-29. */
  assessmentStatus: endpoint({
    name: 'assessmentStatus',
    service,
    method: 'GET',
    auth,
    path: `${path}/submission/status`,
    summary: 'Which assessments the caller has passed, and which are to do',
    status: 200,
    response: z.object({
      todo: z.array(contentKey).describe('published, and not passed in a version that counts'),
      passed: z.array(contentKey).describe('passed in a version that counts'),
    }),
  }),
}
