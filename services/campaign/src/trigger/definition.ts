import { arrayText, type Queryable } from '@talad/shared/db'
import { namesIn } from '../campaign/compile.ts'
import { couponIn } from '../campaign/coupon.ts'
import { judge } from '../campaign/decide.ts'
import { campaignOf } from '../campaign/live.ts'
import { type CampaignRow, findCampaigns, findModel } from '../campaign/rows.ts'
import { knownOf } from '../campaign/uses.ts'
import { type Slot, slotsOf } from '../requirement/slots.ts'
import type { Campaign, Reward } from '../requirement/snapshot.ts'

/** A reward with what is granted. */
export type Giving = Reward & {
  itemId: string
  collectionId: string
  /** of a token that exists in several copies; undefined: the next one */
  itemTokenId: number | undefined
}

/** What triggers go by: of a campaign as it is live (CA-16). */
export type Definition = Omit<Campaign, 'rewards'> & {
  id: string
  projectId: string
  groupId: string
  /** CA-14: one of its group limits an account, so that each success of the group counts */
  isCounted: boolean
  versions: { model: number; artifacts: number }
  rewards: readonly Giving[]
  /** where rewards are minted; undefined: they stay virtual until their holder asks */
  mintsOn: string | undefined
  /** CA-39: of which pool or item a code is asked for; undefined: none is */
  coupon: { spaceId: string; poolName: string } | { spaceId: string; itemId: string } | undefined
}

/** A supply that is there, and without a limit, where a collection can mint on a chain. @param copies of one token */
export const supplyOfContract = (collectionId: string, blockchain: string, copies: boolean) =>
  `contract:${collectionId} ${blockchain} ${copies ? 'erc1155' : 'any'}`

/** A supply that is there, and without a limit, where there may be copies of a token (CA-48). */
export const supplyOfCopies = (itemId: string, itemTokenId: number) => `vitem:${itemId}/${itemTokenId}`

function couponOf({ metadata, project_id: spaceId }: CampaignRow): Definition['coupon'] {
  const coupon = couponIn(metadata)
  if (coupon === undefined) return undefined
  if (coupon === 'unclear') return { spaceId, itemId: '' } // of no item: saved before it was looked at, no code is good
  return 'pool_name' in coupon
    ? { spaceId, poolName: coupon.pool_name }
    : { spaceId, itemId: coupon.nft_item_id }
}

function definitionOf(row: CampaignRow, counted: ReadonlySet<string>, slots?: readonly Slot[]): Definition {
  const { enabled, blockchain } = row.automint_config
  const mintsOn = enabled ? (blockchain ?? undefined) : undefined
  const live = campaignOf(row, slots)
  const rewards = row.artifacts.rewards.map(({ nftItemId, collectionId, tokenId }, at): Giving => {
    const { tag = '', takes = [] } = live.rewards[at] ?? {}
    const itemTokenId = tokenId === undefined ? undefined : Number(tokenId)
    const copies = itemTokenId !== undefined
    // CA-43: what can't be minted though it should, or is another one's for good, is a bad reward
    const more = [
      ...(mintsOn === undefined ? [] : [supplyOfContract(collectionId, mintsOn, copies)]),
      ...(copies ? [supplyOfCopies(nftItemId, itemTokenId)] : []),
    ]
    return { tag, takes: [...takes, ...more], itemId: nftItemId, collectionId, itemTokenId }
  })
  return {
    ...live,
    id: row.id,
    projectId: row.project_id,
    groupId: row.group_id,
    isCounted: counted.has(row.group_id),
    versions: { model: row.published_model, artifacts: row.artifacts_version },
    rewards,
    mintsOn,
    coupon: couponOf(row),
  }
}

/** Campaigns by their ids; those that aren't there are left out. */
export async function definitionsOf(
  db: Queryable,
  campaignIds: readonly string[],
): Promise<Map<string, Definition>> {
  const rows = await findCampaigns(db, [...new Set(campaignIds)])
  const groups = await countedGroups(db, rows)
  return new Map(rows.map((row) => [row.id, definitionOf(row, groups)]))
}

/**
 * AW-8: a campaign as its model that was saved last would make it, to be tried out; where none was, as it is.
 * @throws Rejection CAMPAIGN_INVALID where it could not be published
 */
export async function draftOf(db: Queryable, campaignId: string): Promise<Definition | undefined> {
  const [row] = await findCampaigns(db, [campaignId])
  if (!row) return undefined
  const groups = await countedGroups(db, [row])
  const saved = await findModel(db, campaignId)
  if (!saved) return definitionOf(row, groups)
  const known = await knownOf(db, row.project_id, namesIn(saved.model))
  const { artifacts } = judge({ model: saved.model, known, slotIds: [] }, [])
  const versions = { artifacts_version: row.artifacts_version + 1, published_model: saved.version }
  const published = { ...row, artifacts: { tags: [], ...artifacts }, ...versions }
  return definitionOf(published, groups, slotsOf(artifacts.requirements))
}

async function countedGroups(db: Queryable, rows: readonly CampaignRow[]): Promise<Set<string>> {
  const { rows: counted } = await db.query<{ group_id: string }>({
    name: 'campaign.counted_groups',
    text: `select distinct group_id from campaign where group_id = any($1::text[])
      and (limit_per_user is not null or limit_per_user_cooldown is not null)`,
    values: [arrayText([...new Set(rows.map(({ group_id }) => group_id))])],
  })
  return new Set(counted.map(({ group_id }) => group_id))
}
