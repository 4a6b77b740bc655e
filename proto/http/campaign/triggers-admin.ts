import { z } from 'zod'
import { isoTime, objectId, page, queryFlag } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { appUserId } from './app-users.ts'
import { input, place, trigger } from './trigger-shapes.ts'
import {
  answer,
  campaign_id,
  campaign_ids,
  campaignId,
  how,
  latestOf,
  pressErrors,
  scan,
  targetOf,
  which,
  whichSlot,
} from './triggers.ts'

const service = 'campaign'
const tries = { kind: 'project', ability: 'project.trigger', scope: 'campaign.trigger' } as const

/** AW-8 */
const of = z
  .enum(['draft', 'live'])
  .prefault('live')
  .describe('the model that was saved last, which only dry runs may be of, or the one that is live')
/** CA-38: exactly one of them. */
const whose = targetOf(z.strictObject).shape
const targetErrors = ['account_unknown', 'app_user_unknown', 'target_unclear', 'unavailable']

/** ID-41: as the project sees it */
const ofProject = trigger.extend({
  projectId: objectId.describe('the project'),
  appUserId: appUserId.describe('for whom, as an app user of the project'),
})
const answerToProject = z.object({ trigger: ofProject.describe('the trigger as it is now') })

const looked = z.object({
  ...place,
  state: z
    .enum(['usable', 'unfit', 'unchecked', 'not_owned', 'suspended', 'minting', 'used'])
    .describe('as of a scan; unfit: another token than the slot asks for; not_owned: held no more'),
  failure: z
    .object({
      path: z.string().describe('where the requirement says so, as in a refusal of the model'),
      wanted: z.string().describe('what is wanted there, as JSON'),
      found: z.string().describe('what the token has, as JSON'),
    })
    .nullable()
    .describe('of one that is unfit the first thing that is otherwise; else null'),
  retry_at: isoTime.nullable().describe('of one that is used: when it is free again; null: not by waiting'),
})

/** CA-38, CA-42: for others, by people of the project and its keys. */
export const triggerAdminHttp = {
  triggerCampaignFor: endpoint({
    name: 'triggerCampaignFor',
    service,
    method: 'POST',
    path: `${base.platformAdmin}/campaign/trigger`,
    auth: { kind: 'project', ability: 'project.trigger', scope: 'campaign.trigger', dryRun: true },
    summary:
      'Trigger a campaign for somebody; who may not mint, and a test key, only try it out with dry=1 (CA-36, CA-38)',
    query: z.strictObject({ ...how.shape, of }).refine(({ dry, of: one }) => dry || one === 'live', {
      error: 'must be live, or a dry run',
      path: ['of'],
    }),
    body: z.strictObject({
      campaignId,
      input: input.prefault({}).describe('what it is triggered with'),
      target: targetOf(z.strictObject).describe('for whom: exactly one of its fields'),
    }),
    status: 201,
    response: answerToProject,
    errors: [...pressErrors, ...targetErrors, 'trigger_forbidden', 'campaign_invalid', 'test_key'],
    idempotent: true,
    keepsKeys: true,
    slow: true,
  }),
  explainRequirement: endpoint({
    name: 'explainRequirement',
    service,
    method: 'GET',
    path: `${base.platformAdmin}/campaign/requirement/explain`,
    auth: tries,
    summary:
      'Of each slot the tokens of an account that it is about, and what came of looking at them (AW-8)',
    query: z.strictObject({ campaign_id, account_id: objectId.describe('account that is looked at'), of }),
    status: 200,
    response: z.object({
      slots: z
        .array(
          z.object({
            slot_id: z.string().describe('id of the slot'),
            tag: z.string().describe('its tag'),
            tokens: z.array(looked).describe('lowest number first, at most 20'),
            total: z.int().describe('how many were looked at'),
            unchecked: z.boolean().describe('there may be tokens that could not be seen just now'),
          }),
        )
        .describe('in the order of their tags'),
    }),
    errors: ['validation', 'campaign_not_found', 'campaign_invalid', 'account_unknown', 'unavailable'],
    slow: true,
  }),
  scanRequirementOf: endpoint({
    name: 'scanRequirementOf',
    service,
    method: 'GET',
    path: `${base.platformAdmin}/campaign/requirement/scan`,
    auth: tries,
    summary: 'Which tokens of somebody are good for a slot, and why one can not be used (CA-31, CA-38)',
    query: z.strictObject({ ...whichSlot, ...whose }),
    status: 200,
    response: scan,
    errors: ['validation', 'campaign_not_found', ...targetErrors],
    slow: true,
  }),
  latestTriggersOf: endpoint({
    name: 'latestTriggersOf',
    service,
    method: 'GET',
    path: `${base.platformAdmin}/campaign/latest`,
    auth: tries,
    summary: 'The latest trigger of somebody in each of some campaigns of a project (CA-38, CA-45)',
    query: z.strictObject({
      project_id: objectId.describe('id of the project'),
      campaign_ids,
      ...whose,
    }),
    status: 200,
    response: latestOf(ofProject),
    errors: ['validation', ...targetErrors],
  }),
  getTriggerOf: endpoint({
    name: 'getTriggerOf',
    service,
    method: 'GET',
    path: `${base.platformAdmin}/campaign/trigger`,
    auth: { kind: 'project', ability: 'project.read', scope: 'campaign.read' },
    summary: 'A trigger of the project',
    query: z.strictObject({ triggerId: objectId.describe('id of the trigger') }),
    status: 200,
    response: answerToProject,
    errors: ['validation', 'trigger_not_found'],
  }),
  listTriggers: endpoint({
    name: 'listTriggers',
    service,
    method: 'GET',
    path: `${base.platformAdmin}/campaign/trigger/list`,
    auth: { kind: 'project', ability: 'project.read', scope: 'campaign.read' },
    summary: 'The triggers of a project, the newest first (CA-45)',
    query: z.strictObject({
      project_id: objectId.describe('id of the project'),
      account_id: objectId.optional().describe('only for this account'),
      dry: queryFlag.prefault('0').describe('1: with dry runs'),
      released: queryFlag
        .optional()
        .describe('1: only what was taken back, 0: nothing of that; absent: both'),
      ...which,
    }),
    status: 200,
    response: z.object({ triggers: page(ofProject).describe('one page of the triggers') }),
    errors: ['validation'],
  }),
  releaseTrigger: endpoint({
    name: 'releaseTrigger',
    service,
    method: 'POST',
    path: `${base.platformAdmin}/campaign/trigger/release`,
    auth: { kind: 'project', ability: 'project.manage' },
    summary:
      'Take a success back while nothing was done with what it gave: counters and tokens are free again (CA-42)',
    body: z.strictObject({
      triggerId: objectId.describe('id of the trigger'),
      reason: z.string().trim().min(1).max(500).describe('why, for whoever had it and the audit log'),
    }),
    status: 200,
    response: answer,
    errors: ['validation', 'trigger_not_found', 'trigger_not_won', 'reward_touched'],
    idempotent: true,
  }),
}
