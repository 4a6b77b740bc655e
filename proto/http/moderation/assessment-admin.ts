import { z } from 'zod'
import { customerId, isoTime, objectId, page, pageQuery, queryFlag, words } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { assessmentLanguage, contentKey, grading } from './assessment.ts'

const text = (max: number) => words(max).min(1)

/** MO-20: one variation is the normal case; several ask the same otherwise. */
const variation = z
  .strictObject({
    question: text(1000).describe('what is asked'),
    choices: z.array(text(500)).min(2).max(6).describe('in any order: it is shuffled for each session'),
    correct_index: z.int().min(0).default(0).describe('the right one; absent (old callers only): the first'),
  })
  .refine(({ choices, correct_index }) => correct_index < choices.length, {
    path: ['correct_index'],
    message: 'must be the place of a choice',
  })
const question = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .describe('the same in each language and version'),
  variations: z.array(variation).min(1).max(10).describe('one is asked'),
})
const inLanguage = z.strictObject({
  education: z
    .array(
      z.strictObject({
        title: text(200).describe('heading of the page'),
        body: text(5000).describe('plain text'),
        image: z.string().max(500).nullable().default(null).describe('path of a picture of the site'),
      }),
    )
    .max(20)
    .describe('pages to be read before the questions'),
  questions: z
    .array(question)
    .min(1)
    .max(30)
    .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, 'ids must differ')
    .describe('all are asked'),
})

export const assessmentContent = z.strictObject({
  pass_percentage: z.number().min(1).max(100).default(100).describe('what passes (MO-24)'),
  texts: z
    .strictObject({
      th: inLanguage.describe('needed (MO-28)'),
      en: inLanguage.optional().describe('or none'),
    })
    .describe('by language'),
})
export type AssessmentContent = z.output<typeof assessmentContent>

const contentState = z.object({
  content_id: objectId.nullable().describe('id; null: nothing was ever written'),
  content_key: contentKey.describe('which assessment'),
  version: z.int().describe('of what is here, to be sent back with a change (AW-4); 0: nothing is'),
  draft: assessmentContent.nullable().describe('what would be published'),
  published: assessmentContent.nullable().describe('what is asked now; null: nobody is asked'),
  questions_version: z.int().describe('of what is published; 0: nothing is'),
  counts_from: z.int().describe('passes of older versions do not count (MO-27); 0: nothing is published'),
})
export type ContentState = z.infer<typeof contentState>

const submission = z.object({
  _id: objectId.describe('id of the submission'),
  customer_id: customerId.describe('customer who answered'),
  content_key: contentKey.describe('which assessment'),
  questions_version: z.int().describe('of the questions'),
  language: assessmentLanguage.describe('of the texts'),
  passed: z.boolean().describe('enough was right'),
  grading: grading.describe('how much was right'),
  replay: z
    .array(
      z.object({
        question: z.string().describe('as it was asked'),
        choices: z.array(z.string()).describe('as they were shown'),
        correct_index: z.int().describe('place of the right one'),
        choice_index: z.int().describe('what was chosen'),
      }),
    )
    .describe('what was asked and answered (MO-26)'),
  at: isoTime.describe('when it was sent in'),
})

export type Submission = z.infer<typeof submission>

/** That somebody has passed, by answers or by an admin (MO-30). */
const assessmentPass = z.object({
  customer_id: customerId.describe('customer who has passed'),
  content_key: contentKey.describe('which assessment'),
  questions_version: z.int().describe('of what was passed'),
  counts: z.boolean().describe('false: a later version has to be passed again (MO-27)'),
  passed_at: isoTime.describe('when it was passed'),
  submission_id: objectId.nullable().describe('null: by an admin'),
})
export type AssessmentPass = z.infer<typeof assessmentPass>

const service = 'moderation'
const path = `${base.admin}/assessment`
const read = { kind: 'admin', permission: 'assessment.read' } as const
const write = { kind: 'admin', permission: 'assessment.write' } as const
const note = words(1000).min(1).describe('why, for the audit log')
const version = z.int().min(0).describe('as it was read (AW-4)')
const ofKey = z.strictObject({ content_key: contentKey.describe('which assessment') })
const whose = ofKey.extend({ customer_id: customerId.max(100).describe('customer that it is about') })
const passed = z.object({
  passed: z.boolean().describe('in a version that counts'),
  passed_at: isoTime.nullable().describe('when; null: never'),
  submission_id: objectId.nullable().describe('null: never, or by an admin'),
})

export const assessmentAdminHttp = {
  getAssessmentContent: endpoint({
    name: 'getAssessmentContent',
    service,
    method: 'GET',
    auth: read,
    path: `${path}/content`,
    summary: 'The draft of an assessment and what is published, with the right answers',
    query: ofKey,
    status: 200,
    response: contentState,
  }),
  /** MO-20, AW-12. */
  setAssessmentContent: endpoint({
    name: 'setAssessmentContent',
    service,
    method: 'POST',
    auth: write,
    path: `${path}/content/set`,
    summary: 'Write the draft of an assessment; nobody sees it before it is published',
    body: ofKey.extend({
      content: assessmentContent.describe('all of it'),
      version: version.describe('the version that was read'),
    }),
    status: 200,
    response: contentState,
    errors: ['version_conflict'],
    idempotent: true,
  }),
  /** MO-27, AW-12. */
  publishAssessmentContent: endpoint({
    name: 'publishAssessmentContent',
    service,
    method: 'POST',
    auth: write,
    path: `${path}/content/publish`,
    summary: 'Ask the draft from now on, with or without asking those again who have passed',
    body: ofKey.extend({
      require_repass: z.boolean().describe('true: passes of older versions no longer count'),
      version: version.describe('the version that was read'),
      note: note.describe('why it is published'),
    }),
    status: 200,
    response: contentState,
    errors: ['version_conflict', 'nothing_to_publish'],
    idempotent: true,
  }),
  listAssessmentSubmissions: endpoint({
    name: 'listAssessmentSubmissions',
    service,
    method: 'GET',
    auth: read,
    path: `${path}/submission/list`,
    summary: 'What was answered, newest first',
    query: z.object({
      id: objectId.optional().describe('this one alone'),
      customer_id: customerId.max(100).optional().describe('of this customer'),
      content_key: contentKey.optional().describe('of this assessment'),
      passed: queryFlag.optional().describe('1: passed, 0: not passed'),
      count: queryFlag.optional().describe('1: total and pages are counted (GW-20)'),
      ...pageQuery,
    }),
    status: 200,
    response: page(submission),
  }),
  /** MO-30 */
  listAssessmentPasses: endpoint({
    name: 'listAssessmentPasses',
    service,
    method: 'GET',
    auth: read,
    path: `${path}/passed/list`,
    summary: 'Who has passed an assessment, newest first',
    query: z.object({
      customer_id: customerId.max(100).optional().describe('this customer'),
      content_key: contentKey.optional().describe('this assessment'),
      count: queryFlag.optional().describe('1: total and pages are counted (GW-20)'),
      ...pageQuery,
    }),
    status: 200,
    response: page(assessmentPass),
  }),
  /** MO-30 */
  assessmentPassed: endpoint({
    name: 'assessmentPassed',
    service,
    method: 'GET',
    auth: read,
    path: `${path}/passed`,
    summary: 'Whether a customer has passed an assessment',
    query: whose,
    status: 200,
    response: passed,
  }),
  /** MO-30 */
  passAssessment: endpoint({
    name: 'passAssessment',
    service,
    method: 'POST',
    auth: write,
    path: `${path}/pass`,
    summary: 'Count a customer as having passed what is published now',
    body: whose.extend({ note: note.describe('why it is passed by hand') }),
    status: 200,
    response: passed,
    errors: ['content_not_found'],
    idempotent: true,
  }),
}
