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
import { inputOf, place, trigger, type Whole } from './trigger-shapes.ts'
import { blocks } from './wallet-nfts.ts'

const service = 'campaign'
const user = { kind: 'user' } as const

export const how = z.object({
  wait: queryFlag
    .prefault('0')
    .describe('1: hold the answer until it is decided, for at most 8 seconds (CA-35)'),
  dry: queryFlag.prefault('0').describe('1: say what would come of it, and do nothing (CA-36)'),
  soft: queryFlag.prefault('0').describe('1: leave out rewards that can not be given (CA-37)'),
})
export const campaignId = objectId.describe('the campaign')
export const targetOf = (object: Whole) =>
  object({
    app_user_id: z.string().max(100).optional().describe('an app user of the project (ID-41)'),
    account_id: objectId.optional().describe('an account'),
    idp_link_pattern: z
      .string()
      .max(200)
      .optional()
      .describe('a pattern that means exactly one account (CA-3)'),
  })
export const answer = z.object({ trigger: trigger.describe('the trigger as it is now') })

export const pressErrors = [
  'validation',
  'campaign_not_found',
  'target_forbidden',
  'trigger_in_progress',
  'idempotency_mismatch',
]
export const campaign_id = objectId.describe('id of the campaign')
export const which = {
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

export const whichSlot = {
  campaign_id,
  slot_index: queryInteger(0, 15).describe('number of the slot, from 0, in the order of their tags'),
  web3_blocks: blocks
    .optional()
    .describe('JSON {blockchain: block}: each chain has to be known to there, else 503 (CA-30)'),
  size: queryInteger(1, 100).prefault(100).describe('length of a page'),
  index: queryInteger(0, 1_000_000).prefault(0).describe('number of the page, from 0'),
  count: counted,
}
export const scan = page(scanned).extend({
  web3_blocks: z
    .record(z.string(), z.int())
    .describe('up to which block each chain is known; to be sent with the next page (CA-30)'),
  unchecked: z.boolean().describe('there may be tokens that could not be seen just now'),
})
export const campaign_ids = commaList(objectId, 100).describe('comma list of ids of campaigns, at most 100')
export const latestOf = <T extends z.ZodType>(one: T) =>
  z.object({ triggers: z.array(one).describe('of campaigns that were triggered; the others are left out') })

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
    query: z.object({ campaign_ids }),
    status: 200,
    response: latestOf(trigger),
    errors: ['validation'],
  }),
  scanRequirement: endpoint({
    name: 'scanRequirement',
    service,
    method: 'GET',
    path: `${base.platform}/campaign/requirement/scan`,
    auth: user,
    summary: 'Which tokens of who asks are good for a slot, and why one can not be used (CA-31)',
    query: z.object(whichSlot),
    status: 200,
    response: scan,
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
