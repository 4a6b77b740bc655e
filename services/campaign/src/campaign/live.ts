import { z } from 'zod'
import { type Requirement, requirement } from '../requirement/definition.ts'
import { type Slot, slotsOf } from '../requirement/slots.ts'
import type { Campaign, Reward } from '../requirement/snapshot.ts'
import { supplyOfCollection, supplyOfItem } from './asks.ts'
import type { CampaignRow } from './rows.ts'

type StoredReward = CampaignRow['artifacts']['rewards'][number]

const MOST_KEPT = 1_000
/** What follows from the id and the version of what is live alone, so that it is read once. */
const kept = new Map<string, { version: number; slots: readonly Slot[] }>()
const stored = z.array(requirement.extend({ slotId: z.string() }))

/** Requirements that were saved, read back. */
export const savedRequirements = (saved: unknown): Requirement[] => stored.parse(saved ?? [])

/** CA-21: the slots of what is live, read once for a version. */
export function liveSlots({ id, artifacts, artifacts_version: version }: CampaignRow): readonly Slot[] {
  const known = kept.get(id)
  if (known?.version === version) return known.slots
  const slots = slotsOf(savedRequirements(artifacts.requirements))
  kept.delete(id)
  const [oldest] = kept.keys()
  if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest)
  kept.set(id, { version, slots })
  return slots
}

const rewardOf = ({ tag, nftItemId, collectionId }: StoredReward): Reward => ({
  tag,
  takes: [supplyOfItem(nftItemId), supplyOfCollection(collectionId)],
})

/**
 * What a trigger reads of a campaign. What was archived, with its project or alone, gives as little as what has ended
 * (CA-17); what was never published is as if it were paused (CA-16), and hidden (CA-10).
 * @param slots of what is live, unless a draft is looked at
 */
export const campaignOf = (row: CampaignRow, slots: readonly Slot[] = liveSlots(row)): Campaign => ({
  ended: row.ended || row.archived || row.project_archived,
  paused: row.paused || row.artifacts_version === 0,
  internal: row.internal,
  public: row.public && row.artifacts_version > 0,
  limitGlobal: row.limit_global,
  limitPerUser: row.limit_per_user,
  cooldownSeconds: row.limit_per_user_cooldown,
  tokenReuse: row.token_reuse,
  slots,
  rewards: row.artifacts.rewards.map(rewardOf),
})
