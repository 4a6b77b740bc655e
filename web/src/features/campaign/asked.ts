import type { Campaign } from './api/campaigns.ts'

/** One way to fill a slot. */
export type Way = Campaign['artifacts']['requirements'][number]
/** CA-21: one place that a token of its own must fill, in one of its ways. */
export type Slot = {
  id: string
  tag: string
  /** CA-31: by which its tokens are looked for */
  index: number
  ways: readonly [Way, ...Way[]]
}
/** What is asked: a slot, or alternatives of which exactly one has to be complete. */
export type Asked = { slot: Slot } | { choice: string; alternatives: readonly (readonly Slot[])[] }

type Grouped = Slot & { group?: Way['group'] }

function slotsOf(requirements: readonly Way[]): Grouped[] {
  const byTag = Map.groupBy(requirements, ({ tag }) => tag)
  return [...byTag].flatMap(([tag, [first, ...others]], index) => {
    if (!first) return []
    const { slotId: id, group } = first
    return [{ id, tag, index, ways: [first, ...others] as const, group }]
  })
}

/** CA-21: what a campaign asks for, in the order in which it is written; a group stands where its first slot does. */
export function askedOf(requirements: readonly Way[]): Asked[] {
  const groups = new Map<string, Map<string, Slot[]>>()
  const asked: (Slot | string)[] = []
  for (const { group, ...slot } of slotsOf(requirements)) {
    if (!group) {
      asked.push(slot)
      continue
    }
    const alternatives = groups.get(group.id) ?? new Map<string, Slot[]>()
    if (!groups.has(group.id)) asked.push(group.id)
    groups.set(group.id, alternatives)
    alternatives.set(group.alternative, [...(alternatives.get(group.alternative) ?? []), slot])
  }
  return asked.map((one) =>
    typeof one === 'string'
      ? { choice: one, alternatives: [...(groups.get(one)?.values() ?? [])] }
      : { slot: one },
  )
}

export const slotsIn = (asked: readonly Asked[]): Slot[] =>
  asked.flatMap((one) => ('slot' in one ? [one.slot] : one.alternatives.flat()))

/** CA-10: what is the case with a campaign, the first that holds; `open`: whoever has what it asks for may claim. */
export type CampaignState = 'ended' | 'paused' | 'internal' | 'hidden' | 'draft' | 'open'

type Flags = Pick<Campaign, 'ended' | 'archived' | 'paused' | 'internal' | 'public' | 'artifacts_version'>

export function stateOf({
  ended,
  archived,
  paused,
  internal,
  public: isPublic,
  artifacts_version,
}: Flags): CampaignState {
  if (ended || archived) return 'ended'
  if (paused) return 'paused'
  if (internal) return 'internal'
  if (!isPublic) return 'hidden'
  return artifacts_version === 0 ? 'draft' : 'open'
}

/** CA-39: whether who claims has to type a code. */
export function asksForCode({ metadata }: Pick<Campaign, 'metadata'>): boolean {
  const { coupon } = metadata
  return typeof coupon === 'object' && coupon !== null && ('pool_name' in coupon || 'nft_item_id' in coupon)
}

/** CA-16: of what is given, how many of each item. */
export function givenOf(
  rewards: Campaign['artifacts']['rewards'],
): { itemId: string; collectionId: string; count: number }[] {
  const byItem = Map.groupBy(rewards, ({ nftItemId }) => nftItemId)
  return [...byItem].map(([itemId, all]) => ({
    itemId,
    collectionId: all[0]?.collectionId ?? '',
    count: all.length,
  }))
}
