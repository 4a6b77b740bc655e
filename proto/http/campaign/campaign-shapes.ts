import { z } from 'zod'
import { blockchain, decimalString, isoTime, objectId, plainWords, slug, words } from '../common.ts'
import { MOST_METADATA } from './virtual-shapes.ts'

/** What a column of whole numbers holds. */
const LARGEST_LIMIT = 2_147_483_647
const limit = z.int().min(1).max(LARGEST_LIMIT).nullable()

/** CA-29 */
const tokenReuse = z
  .enum(['never', 'window', 'always'])
  .describe(
    'whether a token is good for it again: never, after limit_per_user_cooldown (window), or always (CA-29)',
  )

const automint = z
  .strictObject({
    enabled: z.boolean().describe('true: what is given is minted to the wallet of who gets it (CA-50)'),
    blockchain: blockchain.nullable().default(null).describe('slug of the chain; null: none'),
  })
  .describe('whether rewards go onto a chain at once')

/** What is said of a campaign. */
export const campaignTerms = {
  slug: slug
    .refine((text) => !/^[0-9a-f]{24}$/.test(text), 'must not look like an id')
    .describe('its name in addresses, of no other campaign of its project (CA-9)'),
  name: plainWords(500).min(3).describe('its name for people'),
  description: words(5_000).optional().describe('in words of its maker; usually none'),
  paused: z.boolean().optional().describe('true: nothing is given meanwhile, reads go on (CA-10)'),
  ended: z.boolean().optional().describe('true: nothing is given any more; never opened again (CA-10)'),
  internal: z
    .boolean()
    .optional()
    .describe('true: only an API key triggers it, and no public list has it (CA-10)'),
  public: z
    .boolean()
    .optional()
    .describe('false: only who has a role in the project reads it (CA-10); usually true'),
  automint_config: automint.optional(),
  limit_global: limit.optional().describe('how often it gives in all; null: without a limit (CA-11)'),
  limit_per_user: limit
    .optional()
    .describe('how often it gives to an account; null: without a limit (CA-11, CA-13)'),
  limit_per_user_cooldown: limit
    .optional()
    .describe('seconds in which limit_per_user counts, 1 where that is null; null: for ever (CA-12)'),
  token_reuse: tokenReuse.optional(),
  linked_campaigns: z
    .array(objectId)
    .max(20)
    .optional()
    .describe(
      'campaigns of the project that share used tokens and the count of an account with it: it joins them and all that they are linked with; empty: it is alone (CA-14)',
    ),
  metadata: z
    .record(z.string(), z.unknown())
    .refine(
      (data) => JSON.stringify(data).length <= MOST_METADATA,
      `must have at most ${MOST_METADATA} characters`,
    )
    .optional()
    .describe(
      'free data for programs, which everybody may read; `coupon` with pool_name or nft_item_id asks who triggers it for a code',
    ),
  archived: z.boolean().optional().describe('true: it gives nothing, and no public list has it (CA-17)'),
}

const tokenRange = z.array(decimalString).length(2)

/** A§3 Requirement, as it was saved. */
const requirementShape = z.object({
  slotId: z.string().describe('id of the slot that it fills, which a new version keeps'),
  tag: z.string().describe('name of that slot; entries that share it are alternatives (CA-21)'),
  displayName: z.string().optional().describe('what is asked for, for people'),
  displayTokenId: z.string().optional().describe('the number that people are shown'),
  group: z
    .object({
      id: z.string().describe('of which exactly one alternative must be complete'),
      alternative: z.string().describe('to which of them the slot belongs'),
    })
    .optional()
    .describe('alternatives of several slots each (CA-21)'),
  type: z.enum(['nft', 'vnft']).describe('nft: a token on a chain; vnft: one of a virtual collection'),
  blockchain: z.string().optional().describe('slug of the chain'),
  contractAddress: z.string().optional().describe('address of the contract'),
  nftType: z.enum(['ERC721', 'ERC1155', 'VIRTUAL']).optional().describe('absent: whichever (CA-24)'),
  vcollectionId: z.string().optional().describe('the virtual collection'),
  vitemId: z.string().optional().describe('the virtual item'),
  tokenId: z.string().optional().describe('its id on chain; of a virtual token its number within the item'),
  tokenRanges: z.array(tokenRange).optional().describe('[from, to], both included (CA-25)'),
  traitCondition: z.unknown().optional().describe('what its traits must be (CA-26)'),
})

/** A§3 Reward, as a model has it. */
export const draftReward = z.object({
  type: z.literal('vnft').describe('a token of a virtual item'),
  tag: z.string().describe('its name in the campaign, of no other reward'),
  nftItemId: objectId.describe('the item'),
  tokenId: z.string().optional().describe('number of the token within the item; absent: the next one'),
})
/** … and as it is live. */
const rewardShape = draftReward.extend({
  collectionId: objectId.describe('the collection that the item is in'),
})

/** CA-16 */
const artifactsShape = z.object({
  tags: z.array(z.string()).describe('of the requirements, in the order in which they are first named'),
  requirements: z.array(requirementShape).describe('what is asked for'),
  rewards: z.array(rewardShape).describe('what is given'),
})

/** What everybody may know of one. */
export const openCampaign = z.object({
  _id: objectId.describe('its id'),
  project_id: objectId.describe('its project'),
  slug: z.string().describe('its name in addresses now'),
  name: z.string().describe('its name for people'),
  description: z.string().describe('in words of its maker'),
  paused: z.boolean().describe('true: nothing is given meanwhile'),
  ended: z.boolean().describe('true: nothing is given any more'),
  internal: z.boolean().describe('true: only an API key triggers it'),
  public: z.boolean().describe('false: only who has a role in the project reads it'),
  archived: z.boolean().describe('true: it gives nothing any more (CA-17)'),
  automint_config: z
    .object({
      enabled: z.boolean().describe('true: what is given is minted'),
      blockchain: z.string().nullable().describe('slug of the chain; null: none'),
    })
    .describe('whether rewards go onto a chain at once'),
  limit_global: z.int().nullable().describe('how often it gives in all; null: without a limit'),
  left: z.int().nullable().describe('how often it gives still; null: without a limit (CA-11)'),
  limit_per_user: z.int().nullable().describe('how often it gives to an account; null: without a limit'),
  limit_per_user_cooldown: z
    .int()
    .nullable()
    .describe('seconds in which limit_per_user counts; null: for ever'),
  token_reuse: tokenReuse,
  assets: z.record(z.string(), z.string()).describe('its pictures by their names: paths on the site'),
  metadata: z.record(z.string(), z.unknown()).describe('free data for programs'),
  artifacts: artifactsShape.describe('what is live'),
  artifacts_version: z.int().describe('grows with each version that is made live; 0: none was'),
  created: isoTime.describe('when it was made'),
  updated: isoTime.describe('when it was changed last; to be sent back with a change (CA-15)'),
})

/** … and what its project's people do. */
export const campaign = openCampaign.extend({
  linked_campaigns: z.array(objectId).describe('all that it is linked with, without itself (CA-14)'),
  model_version: z.int().describe('of the model that was saved last; 0: none was'),
  published_model: z.int().describe('of the model that is live; 0: none is'),
})

/** CA-16: a designer's graph. */
const model = z.record(z.string(), z.unknown())

export const campaignModel = z.object({
  _id: objectId.describe('its id, which is that of its campaign'),
  campaign_id: objectId.describe('its campaign'),
  model: model.describe('`requirements` with the ids of their slots, `rewards`, and whatever else was saved'),
  version: z.int().describe('grows with each change; to be sent back with one; 0: nothing was saved yet'),
})

/** CA-16: what making the model live would change. */
export const difference = z.object({
  slots: z
    .array(
      z.object({
        slotId: z.string().describe('id of the slot'),
        live: z.array(requirementShape).describe('what fills it now; empty: it is new'),
        draft: z.array(requirementShape).describe('what would fill it; empty: it is gone'),
      }),
    )
    .describe('slots that would be others'),
  rewards: z
    .array(
      z.object({
        tag: z.string().describe('name of the reward'),
        live: draftReward.nullable().describe('what is given now; null: it is new'),
        draft: draftReward.nullable().describe('what would be given; null: it is gone'),
      }),
    )
    .describe('rewards that would be others'),
})

/** What may be sent as a model; it is judged by its own rules, all at once (CA-16, CA-24). */
export const sentModel = model.describe(
  'a JSON object of at most 256 kB: `requirements` and `rewards` are judged, everything else is kept as it is (CA-16)',
)

const counted = {
  accounts: z.int().nullable().describe('how many; null: nothing could be looked at'),
  kind: z
    .enum(['exact', 'at_least', 'unknown'])
    .describe('at_least: some tokens could not be looked at, so there may be more; unknown: none could'),
}

/** Who could claim a campaign. */
export const reach = z.object({
  version: z.int().describe('of the model that it is about'),
  slots: z
    .array(
      z.object({
        slotId: z.string().describe('id of the slot'),
        tag: z.string().describe('name of the slot'),
        ...counted,
      }),
    )
    .describe('accounts that have a token for the slot, used or not'),
  union: z.object(counted).describe('accounts that have a token for any of the slots'),
  progress: z
    .object({
      seen: z.int().describe('how many of them were looked at, with all pages before'),
      total: z.int().describe('accounts with a wallet; 0: no wallet had to be looked at'),
    })
    .describe('how far the wallets of accounts are looked at'),
  nextCursor: z
    .string()
    .nullable()
    .describe(
      '`cs` of the next page, whose counts are added to those of this one; null: this is the last one',
    ),
})
