import { z } from 'zod'
import {
  addressInput,
  blockchain,
  commaList,
  counted,
  decimalString,
  isoTime,
  objectId,
  page,
  pageAndSize,
  queryFlag,
  queryInteger,
} from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { blocks } from './wallet-nfts.ts'

const service = 'campaign'
const user = { kind: 'user' } as const

type Whole = typeof z.object | typeof z.strictObject

/** GW-15: who triggers for others is told of a field that nobody knows, the public isn't. */
const inputOf = (object: Whole) =>
  object({
    selections: z
      .record(
        z.string().min(1).max(100),
        z.union([
          object({
            blockchain: blockchain.describe('slug of the chain'),
            contractAddress: addressInput.describe('address of the contract'),
            tokenId: decimalString.describe('its id there'),
          }),
          object({
            vitemId: objectId.describe('the item'),
            tokenId: decimalString.describe('its number within the item'),
          }),
        ]),
      )
      .refine((all) => Object.keys(all).length <= 16, 'must have at most 16 tags')
      .optional()
      .describe('by tag the token that is to fill its slot; absent: what fills all of them is found (CA-23)'),
    coupon: object({ code: z.string().min(1).max(64).describe('as it was typed') })
      .optional()
      .describe('where the campaign asks for one'),
  })
const input = inputOf(z.strictObject)
const openInput = inputOf(z.object)

export type TriggerInput = z.output<typeof input>

/** CA-33 */
export const triggerStatuses = [100, 200, 201, 202, 300, 400] as const
const status = z
  .literal(triggerStatuses)
  .describe(
    '100 pending, 200 our fault and nothing spent (the same key may try again), 201 conditions failed, 202 nothing to give, 300 a dry run would succeed, 400 success (CA-33)',
  )

const place = {
  nft: z
    .object({
      blockchain: blockchain.describe('slug of the chain'),
      contract_address: z.string().describe('address of the contract'),
      token_id: decimalString.describe('its id there'),
    })
    .nullable()
    .describe('where it is on chain; null: it is on none'),
  vnft: z
    .object({
      collection_id: objectId.describe('its virtual collection'),
      item_id: objectId.describe('its item'),
      token_id: decimalString.describe('its number within the item'),
    })
    .nullable()
    .describe('what it is of ours; null: it is none of ours'),
}

const slot = z.object({
  slot_id: z.string().describe('id of the slot, the same in all versions'),
  tag: z.string().describe('its tag'),
  required: z.boolean().describe('false: of an alternative that was not taken (CA-21)'),
  state: z
    .enum(['met', 'connect', 'unchecked', 'have'])
    .describe('met; connect a wallet first; could not be checked; have so many of so many'),
  token: z.object(place).nullable().describe('what fills it; null: nothing does'),
  blockchains: z.array(blockchain).describe('on which chains a wallet is missing; empty unless connect'),
  have: z.int().nullable().describe('how many of what it asks for are there; null unless have'),
  need: z.int().nullable().describe('how many are asked for; null unless have'),
})

const reason = z.object({
  code: z.string().describe('what is against it: docs/campaigns.md names each, and what to do'),
  tag: z.string().nullable().describe('which slot or reward it is about; null: none'),
  retry_at: isoTime.nullable().describe('when it is worth another try; null: not by waiting'),
  used: z.int().nullable().describe('how often it was used; null: nothing is counted'),
  limit: z.int().nullable().describe('how often it may be; null: nothing is counted'),
})

export const trigger = z.object({
  triggerId: objectId.describe('id of the trigger'),
  campaignId: objectId.describe('the campaign'),
  projectId: objectId.describe('its project'),
  accountId: objectId.describe('for whom'),
  status,
  dry: z.boolean().describe('nothing was reserved or given; forgotten after a day'),
  soft: z.boolean().describe('what can not be given is left out (CA-37)'),
  input: input.describe('as it was sent'),
  output: z
    .object({
      reasons: z.array(reason).describe('all that is against it, in the order of CA-39'),
      slots: z.array(slot).describe('how each slot stands'),
      rewards: z
        .array(
          z.object({
            tag: z.string().describe('its tag'),
            item_id: objectId.describe('the item'),
            token_id: decimalString.describe('its number within the item'),
            holding_id: objectId.describe('the holding'),
          }),
        )
        .describe('what was given'),
      retry_at: isoTime.nullable().describe('when all of it may be otherwise; null: not by waiting alone'),
      web3_blocks: z
        .record(z.string(), z.int())
        .describe('up to which block each chain was known by which it was decided (CA-30)'),
      versions: z
        .object({
          model: z.int().nullable().describe('of the model'),
          artifacts: z.int().nullable().describe('of what was published'),
        })
        .describe('of the campaign by which it was decided (CA-16); null: it was not decided'),
    })
    .describe('what came of it'),
  created: isoTime.describe('when it was asked for'),
  decided: isoTime.nullable().describe('when it was decided; null: it is pending'),
  released: isoTime.nullable().describe('when it was taken back; null: it was not'),
})
export type TriggerShown = z.input<typeof trigger>

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
    app_user_id: z.string().max(100).optional().describe('a user of an app'),
    account_id: objectId.optional().describe('an account'),
    idp_link_pattern: z
      .string()
      .max(200)
      .optional()
      .describe('a pattern that means exactly one account (CA-3)'),
  })
const answer = z.object({ trigger: trigger.describe('the trigger as it is now') })

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
      input: openInput.prefault({}).describe('what it is triggered with'),
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
    response: answer,
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
  getTriggerOf: endpoint({
    name: 'getTriggerOf',
    service,
    method: 'GET',
    path: `${base.platformAdmin}/campaign/trigger`,
    auth: { kind: 'project', ability: 'project.read', scope: 'campaign.read' },
    summary: 'A trigger of the project',
    query: z.strictObject({ triggerId: objectId.describe('id of the trigger') }),
    status: 200,
    response: answer,
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
    response: z.object({ triggers: page(trigger).describe('one page of the triggers') }),
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
