import type { MetaTimerTerms } from '@talad/proto/http/campaign/coupon-shapes'
import type { MetaTimer } from './decide.ts'
import type { Counter, FoundCoupon } from './find.ts'

const momentOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text))

/** What holds a place of a code and of its whole pool, until when. */
export type Held = { code: readonly Date[]; pool: readonly Date[] }

export const NOTHING_HELD: Held = { code: [], pool: [] }

/** Whether it matters what holds a place: nothing is in the way of a code without limit and rest. */
export const isBounded = ({ coupon, pool, entry }: FoundCoupon): boolean =>
  [coupon, pool?.meta_timer, entry?.meta_timer].some(
    (timer) => timer?.limit !== undefined || timer?.cooldown !== undefined,
  )

function levelOf(
  { limit, active_start, active_end, age, cooldown }: MetaTimerTerms,
  { use_count: useCount, last_used }: Counter,
  ageStart: Date | null,
  pending: readonly Date[],
): MetaTimer {
  return {
    limit,
    activeStart: momentOf(active_start),
    activeEnd: momentOf(active_end),
    age,
    cooldown,
    ageStart: ageStart ?? undefined,
    useCount,
    lastUsed: last_used ?? undefined,
    pending,
  }
}

const UNUSED: Counter = { use_count: 0, last_used: null }

/** What counts of a code itself, of whichever kind it is. */
export const counterOf = ({ entry, own }: FoundCoupon): Counter => entry ?? own ?? UNUSED

/** CA-71: payload, pool and entry, as far as there are any. */
export function levelsOf(found: FoundCoupon, held: Held): MetaTimer[] {
  const { coupon, pool, entry, ageStart } = found
  const counter = counterOf(found)
  return [
    ...(coupon ? [levelOf(coupon, counter, ageStart, held.code)] : []),
    ...(pool ? [levelOf(pool.meta_timer, pool, ageStart, held.pool)] : []),
    ...(entry ? [levelOf(entry.meta_timer, entry, ageStart, held.code)] : []),
  ]
}

/** The limit of a code itself; null: none. */
export function limitOf({ coupon, entry }: FoundCoupon): number | null {
  const limits = [coupon?.limit, entry?.meta_timer.limit].filter((one) => one !== undefined)
  return limits.length === 0 ? null : Math.min(...limits)
}
