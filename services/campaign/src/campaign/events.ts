import { z } from 'zod'
import { requirement } from '../requirement/definition.ts'

const limit = z.int().nullable()

/** What its makers say of a campaign, and may say anew (CA-10 to CA-12). */
const terms = z.object({
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  paused: z.boolean(),
  ended: z.boolean(),
  internal: z.boolean(),
  public: z.boolean(),
  /** whether rewards are minted to the holder at once, and where */
  automint: z.object({ enabled: z.boolean(), blockchain: z.string().nullable() }),
  /** null: without a limit (CA-11) */
  limitGlobal: limit,
  limitPerUser: limit,
  cooldownSeconds: limit,
  tokenReuse: z.enum(['never', 'window', 'always']),
  /** paths of pictures that we have made (CA-20) */
  assets: z.record(z.string(), z.string()),
  metadata: z.record(z.string(), z.unknown()),
  /** CA-17: it gives nothing any more */
  archived: z.boolean(),
})
export type Terms = z.infer<typeof terms>

/** One thing that a trigger gives; an item stays in its collection, so that is noted with it. */
export const storedReward = z.object({
  type: z.literal('vnft'),
  tag: z.string(),
  nftItemId: z.string(),
  collectionId: z.string(),
  /** of a token that exists in several copies (CA-48); absent: the next one */
  tokenId: z.string().optional(),
})

/** CA-16: what a model was compiled to, and the only thing that triggers read. */
export const artifacts = z.object({
  requirements: z.array(requirement.extend({ slotId: z.string() })),
  rewards: z.array(storedReward),
})
export type Artifacts = z.infer<typeof artifacts>

const model = z.record(z.string(), z.unknown())
/** What a designer draws: `requirements` and `rewards`, and whatever else it needs for the drawing. */
export type Model = z.infer<typeof model>

const done = z.object({ by: z.string(), at: z.coerce.date() })
const version = z.int().positive()

export const campaignEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('CampaignCreated'),
    data: done.extend({ projectId: z.string(), groupId: z.string(), terms }),
  }),
  z.object({ type: z.literal('CampaignChanged'), data: done.extend({ terms }) }),
  z.object({ type: z.literal('CampaignRegrouped'), data: done.extend({ groupId: z.string() }) }),
  z.object({ type: z.literal('CampaignModelSaved'), data: done.extend({ version, model }) }),
  z.object({
    type: z.literal('CampaignPublished'),
    data: done.extend({ version, modelVersion: version, artifacts }),
  }),
  z.object({ type: z.literal('CampaignDeleted'), data: done }),
])
export type CampaignEvent = z.infer<typeof campaignEvent>

const count = z.int().min(0)

export const campaignState = z.object({
  projectId: z.string(),
  /** CA-14: the smallest id of the campaigns that it is linked with, its own where it is alone */
  groupId: z.string(),
  terms,
  /** all that it has or had (CA-9) */
  slugs: z.array(z.string()),
  /** of the model that was saved last; 0: there is none */
  modelVersion: count,
  /** what is live, how often something was published, and from which model; 0: nothing was */
  artifacts,
  artifactsVersion: count,
  publishedModel: count,
  created: z.coerce.date(),
  /** when its terms were changed last */
  updated: z.coerce.date(),
  updatedBy: z.string(),
  deleted: z.boolean(),
})
export type CampaignState = z.infer<typeof campaignState>
