import { z } from 'zod'
import { address, blockchain, customerId, decimalString, isoTime, objectId } from '../common.ts'
import { flagClassification } from './flagging.ts'
import { sinceDecision } from './flagging-changes.ts'
import { botFinding } from './flagging-finding.ts'
import { issuerShown } from './issuer.ts'

export const flagDisposition = z.enum(['ignore', 'suspend'])
export const flagScope = z.enum(['individual', 'collection'])
export const reporterKind = z.enum(['user', 'bot', 'admin'])
const count = z.int().min(0)

/** AW-5: somebody looks at it; told to others, hinders nobody. */
const claim = z.object({
  account_id: z.string().describe('account id of the admin'),
  customer_id: customerId.nullable().describe('customer id of the admin; null: taken before this was kept'),
  is_me: z.boolean().describe('it is the caller'),
  until: isoTime.describe('10 minutes after it was taken'),
})

const flaggedAsset = z.object({
  _id: objectId.describe('id of the asset'),
  blockchain: blockchain.describe('name of the blockchain'),
  contract_address: address.describe('its contract'),
  token_id: decimalString.describe('token within the contract'),
  collection_id: objectId.describe('its collection'),
  name: z.string().describe('name, text of a stranger'),
  image: z.string().describe('path of its picture; empty until there is one'),
  suspended: z.boolean().describe('suspended at present, for whatever reason'),
  abstract: z
    .object({
      kind: z.string().describe('what it stands for'),
      collection_id: z.string().describe('the virtual collection'),
      item_id: z.string().describe('the item of it'),
    })
    .nullable()
    .describe(
      'within a shared contract (AI-7): scope collection suspends this one then (MO-12); null: only for itself',
    ),
})

/** One case of the queue: all that was reported about one asset (MO-9). */
export const flagCase = z.object({
  _id: objectId.describe('id of the case: that of its asset'),
  version: z.int().describe('send it back with a decision: a stale one is a version_conflict (AW-4)'),
  resolution: z.enum(['flagged', 'resolved']).describe('how the case stands (MO-13)'),
  round: z.int().min(1).describe('how often it was opened (MO-10)'),
  asset: flaggedAsset.describe('what was reported'),
  reports: count.describe('reports of this round'),
  classifications: z
    .object({
      inappropriate: count.describe('so many'),
      spam: count.describe('so many'),
      other: count.describe('so many'),
    })
    .describe('reports of this round by what they say'),
  reporters: z
    .object({
      user: count.describe('reports of people'),
      bot: count.describe('rules of bots'),
      admin: count.describe('admins, by their own call (MO-14)'),
    })
    .describe('reports of this round by who made them'),
  score: z.number().describe('sum of the weights of its reporters (MO-16)'),
  overdue: z.boolean().describe('open for more than 72 hours: first in the queue (AW-5)'),
  opened: isoTime.describe('when this round began'),
  claim: claim.nullable().describe('who looks at it; null: nobody'),
  review_disposition: flagDisposition.nullable().describe('what was decided; null: open'),
  scope: flagScope.nullable().describe('of a suspension; null without one'),
  resolved: isoTime.nullable().describe('when it was decided'),
  resolved_by: z.string().nullable().describe('customer id of who decided'),
})
export type FlagCase = z.infer<typeof flagCase>

/** One report with what its reporter said before (MO-16). */
const report = z.object({
  _id: objectId.describe('id of the report'),
  round: z.int().min(1).describe('of which round it is'),
  outcome: z
    .enum(['agreed', 'ignored'])
    .nullable()
    .describe('what became of it: the item was suspended, or the report ignored; null: undecided'),
  kind: reporterKind.describe('a person, a rule of a bot, or an admin by their own call (MO-14)'),
  reporter: z
    .string()
    .describe('customer or account id, `bot:` with the rule, or `admin:` with the customer id'),
  classification: flagClassification.describe('what is wrong, they say'),
  notes: z.string().nullable().describe('their words; null: none, or erased'),
  agreed: count.describe('earlier reports of theirs that led to a suspension'),
  ignored: count.describe('earlier reports of theirs that were ignored'),
  weight: z.number().describe('what their report counts in the score'),
  bot: botFinding.nullable().describe('what a rule has found (MO-15); null: a report of a person'),
  created: isoTime.describe('when it was made'),
})

/** A decision of an earlier round. */
const decision = z.object({
  round: z.int().describe('which round'),
  action: z.enum(['ignore', 'suspend', 'undo']).describe('what was decided'),
  scope: flagScope.nullable().describe('of a suspension'),
  by: z.string().describe('customer id of the admin'),
  note: z.string().describe('what they noted'),
  reports: count.describe('how many reports it closed'),
  at: isoTime.describe('when it was decided'),
})

export const flagCaseDetail = flagCase.extend({
  list: z.array(report).describe('the reports of this round, newest first, at most 200'),
  earlier: z
    .array(report)
    .describe(
      'the reports of earlier rounds, the last round first, at most 200; those that an undone decision opened again are of this round',
    ),
  since_decision: sinceDecision
    .nullable()
    .describe('what of the item has changed since the last decision (AW-6); null: none is known'),
  decisions: z.array(decision).describe('what was decided before, newest first, at most 100'),
  issuer: issuerShown.nullable().describe('whose token it is (MO-32); null: no active issuer has it'),
  instant_suspension: objectId
    .nullable()
    .describe(
      'the suspension that came with a report of this round, by a rule or an admin (MO-14): ignoring the case ends it; null: none did',
    ),
  undo_until: isoTime.nullable().describe('until when the last decision can be undone (MO-19)'),
})
export type FlagCaseDetail = z.infer<typeof flagCaseDetail>
