import { z } from 'zod'
import {
  commaList,
  counted,
  isoTime,
  objectId,
  page,
  pageAndSize,
  queryFlag,
  queryInteger,
} from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { appUserId } from './app-users.ts'
import { input, inputOf, place, trigger, type Whole } from './trigger-shapes.ts'
import { blocks } from './wallet-nfts.ts'

const service = 'campaign'
const user = { kind: 'user' } as const

const how = z.object({
  wait: queryFlag
    .prefault('0')
    .describe('1: hold the answer until it is decided, for at most 8 seconds (CA-35)'),
  dry: queryFlag.prefault('0').describe('1: say what would come of it, and do nothing (CA-36)'),
  soft: queryFlag.prefault('0').describe('1: leave out rewards that can not be given (CA-37)'),
})
const campaignId = objectId.describe('the campaign')
const targetOf = (object: Whole) =>
  object({
    app_user_id: z.string().max(100).optional().describe('an app user of the project (ID-41)'),
    account_id: objectId.optional().describe('an account'),
    idp_link_pattern: z
      .string()
      .max(200)
      .optional()
      .describe('a pattern that means exactly one account (CA-3)'),
  })
const answer = z.object({ trigger: trigger.describe('the trigger as it is now') })

/** ID-41: as the project sees it */
const ofProject = trigger.extend({ appUserId: appUserId.describe('for whom, as an app user of the project') })
const answerToProject = z.object({ trigger: ofProject.describe('the trigger as it is now') })

const pressErrors = [
  'validation',
  'campaign_not_found',
  'target_forbidden',
  'trigger_in_progress',
  'idempotency_mismatch',
]
const campaign_id = objectId.describe('id of the campaign')
const which = {
  campaign_id: objectId.optional().describe('only of this campaign'),
  status: queryInteger(100, 400).optional().describe('only with this status'),
  ...pageAndSize,
  count: counted,
}

const scanned = z.object({
  ...place,
  standard: z.enum(['ERC721', 'ERC1155', 'VIRTUAL']).describe('what it is'),
  state: z
    .enum(['usable', 'unchecked', 'suspended', 'minting', 'used'])
    .describe('usable; could not be checked; suspended; on its way to the chain; used up'),
  used: z.boolean().describe('whether it was used, and is not free again'),
  retry_at: isoTime.nullable().describe('when it is free again; null: not by waiting'),
})

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

/** CA-31 to CA-45, for everybody: of who asks alone (CA-38). */
export const triggerHttp = {
  triggerCampaign: endpoint({
    name: 'triggerCampaign',
    service,
    method: 'POST',
    path: `${base.platform}/campaign/trigger`,
    auth: user,
    summary:
      'Trigger a campaign for oneself: what came of it is in the body, also what is against it (CA-33 to CA-39)',
    query: how,
    body: z.object({
      campaignId,
      input: inputOf(z.object).prefault({}).describe('what it is triggered with'),
      target: targetOf(z.object).optional().describe('oneself; anybody else is refused (CA-38)'),
    }),
    status: 201,
    response: answer,
    errors: pressErrors,
    idempotent: true,
    keepsKeys: true,
    limit: 'trigger',
    slow: true,
  }),
  getTrigger: endpoint({
    name: 'getTrigger',
    service,
    method: 'GET',
    path: `${base.platform}/campaign/trigger`,
    auth: user,
    summary: 'A trigger of one’s own',
    query: z.object({ triggerId: objectId.describe('id of the trigger') }),
    status: 200,
    response: answer,
    errors: ['validation', 'trigger_not_found'],
  }),
  listOwnTriggers: endpoint({
    name: 'listOwnTriggers',
    service,
    method: 'GET',
    path: `${base.platform}/campaign/trigger/list`,
    auth: user,
    summary: 'One’s own triggers, the newest first (CA-45)',
    query: z.object(which),
    status: 200,
    response: page(trigger),
    errors: ['validation'],
  }),
  latestTriggers: endpoint({
    name: 'latestTriggers',
    service,
    method: 'GET',
    path: `${base.platform}/campaign/latest`,
    auth: user,
    summary: 'The latest trigger of who asks in each of some campaigns; no dry runs (CA-45)',
    query: z.object({
      campaign_ids: commaList(objectId, 100).describe('comma list of ids of campaigns, at most 100'),
    }),
    status: 200,
    response: z.object({
      triggers: z.array(trigger).describe('of campaigns that were triggered; the others are left out'),
    }),
    errors: ['validation'],
  }),
  scanRequirement: endpoint({
    name: 'scanRequirement',
    service,
    method: 'GET',
    path: `${base.platform}/campaign/requirement/scan`,
    auth: user,
    summary: 'Which tokens of who asks are good for a slot, and why one can not be used (CA-31)',
    query: z.object({
      campaign_id,
      slot_index: queryInteger(0, 15).describe('number of the slot, from 0, in the order of their tags'),
      web3_blocks: blocks
        .optional()
        .describe('JSON {blockchain: block}: each chain has to be known to there, else 503 (CA-30)'),
      size: queryInteger(1, 100).prefault(100).describe('length of a page'),
      index: queryInteger(0, 1_000_000).prefault(0).describe('number of the page, from 0'),
      count: counted,
    }),
    status: 200,
    response: page(scanned).extend({
      web3_blocks: z
        .record(z.string(), z.int())
        .describe('up to which block each chain is known; to be sent with the next page (CA-30)'),
      unchecked: z.boolean().describe('there may be tokens that could not be seen just now'),
    }),
    errors: ['validation', 'campaign_not_found', 'unavailable'],
    slow: true,
  }),
  clearUserData: endpoint({
    name: 'clearUserData',
    service,
    method: 'DELETE',
    path: `${base.platform}/devtool/clear-data/user`,
    auth: { kind: 'dev' },
    summary: 'Forget the triggers and uses of an account, in development alone',
    query: z.object({ account_id: objectId.describe('account whose triggers are forgotten') }),
    status: 200,
    response: z.object({ triggers: z.int().describe('how many were forgotten') }),
    errors: ['validation'],
  }),
}

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
    query: z.strictObject(how.shape),
    body: z.strictObject({
      campaignId,
      input: input.prefault({}).describe('what it is triggered with'),
      target: targetOf(z.strictObject).describe('for whom: exactly one of its fields'),
    }),
    status: 201,
    response: answerToProject,
    errors: [
      ...pressErrors,
      'account_unknown',
      'app_user_unknown',
      'target_unclear',
      'trigger_forbidden',
      'test_key',
      'unavailable',
    ],
    idempotent: true,
    keepsKeys: true,
    slow: true,
  }),
  explainRequirement: endpoint({
    name: 'explainRequirement',
    service,
    method: 'GET',
    path: `${base.platformAdmin}/campaign/requirement/explain`,
    auth: { kind: 'project', ability: 'project.trigger', scope: 'campaign.trigger' },
    summary:
      'Of each slot the tokens of an account that it is about, and what came of looking at them (AW-8)',
    query: z.strictObject({ campaign_id, account_id: objectId.describe('account that is looked at') }),
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
    errors: ['validation', 'campaign_not_found', 'account_unknown', 'unavailable'],
    slow: true,
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
      reason: z.string().trim().min(1).max(500).describe('why, for the audit log'),
    }),
    status: 200,
    response: answer,
    errors: ['validation', 'trigger_not_found', 'trigger_not_won', 'reward_touched'],
    idempotent: true,
  }),
}
