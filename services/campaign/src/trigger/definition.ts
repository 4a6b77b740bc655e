import { arrayText, type Queryable } from '@talad/shared/db'
import { z } from 'zod'
import { requirement } from '../requirement/definition.ts'
import { type Slot, slotsOf } from '../requirement/slots.ts'
import type { Campaign } from '../requirement/snapshot.ts'

const reward = z.object({
  tag: z.string(),
  nftItemId: z.string(),
  collectionId: z.string(),
  tokenId: z.string().optional(),
})
type StoredReward = z.infer<typeof reward>

const row = z.object({
  id: z.string(),
  project_id: z.string(),
  group_id: z.string(),
  paused: z.boolean(),
  ended: z.boolean(),
  internal: z.boolean(),
  public: z.boolean(),
  archived: z.boolean(),
  limit_global: z.int().nullable(),
  limit_per_user: z.int().nullable(),
  limit_per_user_cooldown: z.int().nullable(),
  token_reuse: z.enum(['never', 'window', 'always']),
  automint_config: z.object({ enabled: z.boolean(), blockchain: z.string().nullable().optional() }),
  metadata: z.record(z.string(), z.unknown()),
  artifacts: z.object({
    requirements: z.array(requirement.extend({ slotId: z.string() })),
    rewards: z.array(reward),
  }),
  artifacts_version: z.int(),
  published_model: z.int(),
  is_counted: z.boolean(),
})

/** What triggers go by: of a campaign as it is live (CA-16). */
export type Definition = Omit<Campaign, 'rewards'> & {
  id: string
  projectId: string
  groupId: string
  /** CA-14: one of its group limits an account, so that each success of the group counts */
  isCounted: boolean
  versions: { model: number; artifacts: number }
  rewards: readonly (Campaign['rewards'][number] & {
    itemId: string
    collectionId: string
    itemTokenId: number | undefined
  })[]
  /** where rewards are minted; undefined: they stay virtual until their holder asks */
  mintsOn: string | undefined
  metadata: Record<string, unknown>
}

/** Names of what giving a reward takes one of (CA-49). */
export const supplyOf = {
  item: (id: string) => `item ${id}`,
  collection: (id: string) => `collection ${id}`,
  /** there, where the collection can mint on the chain */
  contract: (collectionId: string, blockchain: string) => `contract ${collectionId} ${blockchain}`,
}

function rewardOf({ tag, nftItemId, collectionId, tokenId }: StoredReward, mintsOn: string | undefined) {
  const takes = [supplyOf.item(nftItemId), supplyOf.collection(collectionId)]
  if (mintsOn !== undefined) takes.push(supplyOf.contract(collectionId, mintsOn))
  return {
    tag,
    takes,
    itemId: nftItemId,
    collectionId,
    itemTokenId: tokenId === undefined ? undefined : Number(tokenId),
  }
}

const MOST_KEPT = 500
const kept = new Map<string, Slot[]>()

/** The slots of a version of a campaign, which doesn't change: worked out once. */
function slotsFor({ id, artifacts_version, artifacts }: z.infer<typeof row>): Slot[] {
  const name = `${id} ${artifacts_version}`
  const known = kept.get(name)
  if (known) return known
  if (kept.size >= MOST_KEPT) kept.clear()
  const slots = slotsOf(artifacts.requirements)
  kept.set(name, slots)
  return slots
}

function definitionOf(given: z.infer<typeof row>): Definition {
  const { blockchain } = given.automint_config
  const mintsOn = given.automint_config.enabled ? (blockchain ?? undefined) : undefined
  return {
    id: given.id,
    projectId: given.project_id,
    groupId: given.group_id,
    isCounted: given.is_counted,
    versions: { model: given.published_model, artifacts: given.artifacts_version },
    ended: given.ended || given.archived, // CA-17: what is archived gives nothing any more
    paused: given.paused || given.artifacts_version === 0, // CA-16: a draft is nothing to trigger
    internal: given.internal,
    public: given.public,
    limitGlobal: given.limit_global,
    limitPerUser: given.limit_per_user,
    cooldownSeconds: given.limit_per_user_cooldown,
    tokenReuse: given.token_reuse,
    slots: slotsFor(given),
    rewards: given.artifacts.rewards.map((one) => rewardOf(one, mintsOn)),
    mintsOn,
    metadata: given.metadata,
  }
}

/** Campaigns by their ids; those that aren't there are left out. */
export async function definitionsOf(
  db: Queryable,
  campaignIds: readonly string[],
): Promise<Map<string, Definition>> {
  const { rows } = await db.query({
    name: 'campaign.definitions',
    text: `select c.*, exists (select 1 from campaign g where g.group_id = c.group_id
        and (g.limit_per_user is not null or g.limit_per_user_cooldown is not null)) as is_counted
      from campaign c where c.id = any($1::text[])`,
    values: [arrayText([...new Set(campaignIds)])],
  })
  return new Map(rows.map((one) => [String(one.id), definitionOf(row.parse(one))]))
}
