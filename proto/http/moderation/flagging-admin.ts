import { z } from 'zod'
import { commaList, objectId, page, pageQuery, queryFlag, words } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { FLAG_NOTES_MAX, flagClassification } from './flagging.ts'
import { flagCase, flagCaseDetail, flagDisposition, flagScope, reporterKind } from './flagging-case.ts'
import { flagFigures } from './flagging-figures.ts'

const service = 'moderation'
const path = `${base.admin}/moderation/flagging`
const read = { kind: 'admin', permission: 'flag.read' } as const
const resolve = { kind: 'admin', permission: 'flag.resolve' } as const

const version = z.int().min(1).describe('of the case as it was read (AW-4)')
const caseId = objectId.describe('id of the case')
const byCase = z.strictObject({ case_id: caseId.describe('id of the case') })
const whole = z.object({ case: flagCaseDetail.describe('the case as it stands now') })

const verdict = {
  review_disposition: flagDisposition.describe('suspend: what was reported, or its whole collection'),
  scope: flagScope.optional().describe('needed for suspend; collection needs suspension.write too (MO-12)'),
  notes: words(FLAG_NOTES_MAX).default('').describe('why, for the audit log; needed for suspend'),
}
const deciding = ['version_conflict', 'case_not_found', 'already_resolved']

const MAX_BULK = 100
const item = z.strictObject({
  case_id: caseId.describe('id of the case'),
  version: version.describe('as it was read'),
})
const outcome = z.object({
  case_id: objectId.describe('id of the case'),
  ok: z.boolean().describe('it was done'),
  code: z.string().nullable().describe('why not; null: it was done'),
  version: z.int().nullable().describe('of the case now; null: it was refused'),
})
const outcomes = z.object({ results: z.array(outcome).describe('of each, in the order of the request') })
export type BulkOutcome = z.infer<typeof outcome>

export const flaggingAdminHttp = {
  /** MO-9, MO-16, AW-5: what waits longer than 72 hours first, then by score, then the oldest. */
  listFlagCases: endpoint({
    name: 'listFlagCases',
    service,
    method: 'GET',
    auth: read,
    path: `${path}/list`,
    summary: 'Cases, one an asset: what waits for more than 72 hours, then what the most trusted report',
    query: z.object({
      st: z
        .enum(['flagged', 'resolved', 'all'])
        .default('flagged')
        .describe('how the cases stand; all: either way'),
      cl: flagClassification.optional().describe('with a report that says this'),
      by: reporterKind.optional().describe('with a report of a person, of a bot, or of an admin'),
      rp: words(200).min(1).optional().describe('reported by this customer, account or rule'),
      age: z.coerce
        .number()
        .int()
        .min(0)
        .max(10_000)
        .optional()
        .describe('opened at least so many hours ago'),
      ids: commaList(objectId, MAX_BULK).optional().describe('only these cases, by commas'),
      sr: z
        .enum(['score', 'oldest'])
        .default('score')
        .describe('order of open cases: as they are to be decided (MO-16), or the oldest first (AW-5)'),
      count: queryFlag.optional().describe('1: total and pages are counted (GW-20)'),
      ...pageQuery,
    }),
    status: 200,
    response: page(flagCase),
  }),
  /** AW-6 */
  pickFlagCase: endpoint({
    name: 'pickFlagCase',
    service,
    method: 'GET',
    auth: read,
    path: `${path}/pick/:case_id`,
    summary: 'One case with its reports of all rounds, what was decided before, and what has changed since',
    params: byCase,
    status: 200,
    response: whole,
    errors: ['case_not_found'],
  }),
  flagFigures: endpoint({
    name: 'flagFigures',
    service,
    method: 'GET',
    auth: read,
    path: `${path}/figures`,
    summary: 'How old the queue is, how long decisions took, and how often others took them back, of 30 days',
    status: 200,
    response: flagFigures,
  }),
  /** MO-14: the asset is suspended at once; to ignore the case ends that. */
  flagAsset: endpoint({
    name: 'flagAsset',
    service,
    method: 'POST',
    auth: resolve,
    path: `${path}/flag`,
    summary: 'Flag an asset as an admin: it is suspended at once, and its case opened or joined',
    body: z.strictObject({
      asset_id: objectId.describe('what is flagged'),
      flag_classification: flagClassification.describe('what is wrong with it'),
      notes: words(FLAG_NOTES_MAX).min(1).describe('why; kept with the report and the suspension'),
    }),
    status: 200,
    response: whole,
    idempotent: true,
    errors: ['asset_not_found', 'validation'],
  }),
  claimFlagCase: endpoint({
    name: 'claimFlagCase',
    service,
    method: 'POST',
    auth: resolve,
    path: `${path}/claim`,
    summary: 'Tells others for 10 minutes that the caller looks at it; takes it over from whoever did (AW-5)',
    body: byCase,
    status: 200,
    response: whole,
    errors: ['case_not_found'],
  }),
  releaseFlagCase: endpoint({
    name: 'releaseFlagCase',
    service,
    method: 'POST',
    auth: resolve,
    path: `${path}/release`,
    summary: "Ends the caller's claim, if it is theirs (AW-5)",
    body: byCase,
    status: 200,
    response: whole,
    errors: ['case_not_found'],
  }),
  /** MO-11, MO-12: closes every report of the case; a suspension is made in the same transaction. */
  resolveFlagCase: endpoint({
    name: 'resolveFlagCase',
    service,
    method: 'POST',
    auth: resolve,
    path: `${path}/resolve`,
    summary: 'Decide on a case: ignore it, or suspend the asset or its collection',
    body: z.strictObject({
      case_id: caseId.optional().describe('the case; or:'),
      flag_id: objectId.optional().describe('a report of the case'),
      ...verdict,
      version: version.describe('as it was read'),
    }),
    status: 200,
    response: whole,
    idempotent: true,
    errors: [...deciding, 'permission_required', 'scope_required', 'flag_notes_required'],
  }),
  /** MO-19: one transaction a case; the same key gets the same answers. */
  resolveFlagCases: endpoint({
    name: 'resolveFlagCases',
    service,
    method: 'POST',
    auth: resolve,
    path: `${path}/resolve/bulk`,
    summary: 'Decide on up to 100 cases alike; each gets its own answer',
    body: z.strictObject({
      cases: z.array(item).min(1).max(MAX_BULK).describe('which, as they were read; each once'),
      ...verdict,
    }),
    status: 200,
    response: outcomes,
    idempotent: true,
    slow: true,
    errors: ['permission_required', 'scope_required', 'flag_notes_required'],
  }),
  /** MO-19: a new round with the same reports; what the decision suspended and nobody touched since is free again. */
  undoFlagCases: endpoint({
    name: 'undoFlagCases',
    service,
    method: 'POST',
    auth: resolve,
    path: `${path}/undo`,
    summary: 'Take decisions of the last 24 hours back, where nothing came after them',
    body: z.strictObject({
      cases: z.array(item).min(1).max(MAX_BULK).describe('which, with the version after the decision'),
    }),
    status: 200,
    response: outcomes,
    idempotent: true,
    slow: true,
  }),
}
