import type { Snapshot } from './snapshot.ts'

/** CA-39, in its order but for those of coupons; `requirement_unchecked` is not "no" (CA-27). */
export const reasonCodes = [
  'campaign_ended',
  'campaign_paused',
  'campaign_hidden',
  'limit_global',
  'limit_per_user',
  'cooldown',
  'requirement_unmet',
  'requirement_unchecked',
  'token_not_owned',
  'token_used',
  'token_suspended',
  'supply_exhausted',
] as const
type Code = (typeof reasonCodes)[number] | `coupon_${string}`

/** Something that is against a trigger. */
export type Reason = {
  code: Code
  tag?: string
  retryAt?: Date | undefined
  used?: number
  limit?: number
}

/** CA-10: whether it is not for who presses. */
export const isHidden = ({ campaign: { internal, public: isPublic }, caller }: Snapshot): boolean =>
  (internal && caller !== 'machine') || (!isPublic && caller === 'user')

/** CA-10: what is said first is what counts most. */
function flagReasons(snapshot: Snapshot): Reason[] {
  const { ended, paused } = snapshot.campaign
  const all: [boolean, Code][] = [
    [ended, 'campaign_ended'],
    [paused, 'campaign_paused'],
    [isHidden(snapshot), 'campaign_hidden'],
  ]
  return all.flatMap(([is, code]) => (is ? [{ code }] : []))
}

/** CA-12, CA-14: at most the limit of successes in any window as long as the cooldown; without one, for ever. */
function accountReasons({ now, campaign, counters: { account } }: Snapshot): Reason[] {
  const { limitPerUser, cooldownSeconds } = campaign
  if (cooldownSeconds === null) {
    if (limitPerUser === null || account.count < limitPerUser) return []
    return [{ code: 'limit_per_user', used: account.count, limit: limitPerUser }]
  }
  const limit = limitPerUser ?? 1
  const freed = account.newest.map((success) => success.getTime() + cooldownSeconds * 1_000)
  const within = freed.filter((at) => at > now.getTime()).sort((a, b) => b - a)
  const at = within[limit - 1]
  return at === undefined ? [] : [{ code: 'cooldown', retryAt: new Date(at), used: within.length, limit }]
}

/** All that is against a trigger before tokens are looked at, in the order of CA-39. */
export function campaignReasons(snapshot: Snapshot): Reason[] {
  const { campaign, counters, coupon } = snapshot
  const { limitGlobal: limit } = campaign
  const reasons = flagReasons(snapshot)
  if (limit !== null && counters.global >= limit)
    reasons.push({ code: 'limit_global', used: counters.global, limit })
  reasons.push(...accountReasons(snapshot))
  if (coupon?.reason !== undefined) reasons.push({ code: `coupon_${coupon.reason}`, retryAt: coupon.retryAt })
  return reasons
}

const NOTHING = { used: 0, limit: 0 }

/**
 * CA-37, CA-49: what can be given, in the order in which it is written; each takes of what those before leave.
 * @returns all or nothing, unless `soft` says that what can't be given is left out
 */
export function rewardsOf({ campaign, supplies, soft }: Snapshot): { rewards: string[]; reasons: Reason[] } {
  const promised = new Map<string, number>()
  const rewards: string[] = []
  const reasons: Reason[] = []
  for (const { tag, takes } of campaign.rewards) {
    const gone = takes
      .map((name) => ({ ...(supplies.get(name) ?? NOTHING), promised: promised.get(name) ?? 0 }))
      .find(({ used, limit, promised: more }) => limit !== null && used + more >= limit)
    if (gone) {
      reasons.push({ code: 'supply_exhausted', tag, used: gone.used, limit: gone.limit ?? 0 })
      continue
    }
    for (const name of takes) promised.set(name, (promised.get(name) ?? 0) + 1)
    rewards.push(tag)
  }
  return { rewards: soft || reasons.length === 0 ? rewards : [], reasons }
}
