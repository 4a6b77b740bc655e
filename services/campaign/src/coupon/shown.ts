import type { CouponResult, MetaTimerTerms, metaTimerShown } from '@talad/proto/http/campaign/coupon-shapes'
import type { CouponUseShown } from '@talad/proto/http/campaign/coupons'
import type { z } from 'zod'
import type { CouponChecked, CouponUsed } from './consume.ts'
import type { Counter, FoundCoupon } from './find.ts'
import { counterOf } from './levels.ts'
import type { UseRow } from './uses.ts'

const timeOf = (at: Date | null) => at?.toISOString() ?? null

export const shownTimer = (
  { limit, active_start, active_end, age, cooldown }: MetaTimerTerms,
  counter: Counter,
  ageStart: Date | null,
): z.infer<typeof metaTimerShown> => ({
  limit,
  active_start,
  active_end,
  age,
  cooldown,
  age_start: timeOf(ageStart),
  use_count: counter.use_count,
  last_used: timeOf(counter.last_used),
})

/** What a code is: of a pool as its entry says, else as the payload does. */
function shownCoupon(found: FoundCoupon): Pick<CouponResult, 'coupon' | 'codepool'> {
  const { entry, pool, coupon, poolName, code, ageStart } = found
  const words = entry?.description || (coupon?.description ?? '')
  return {
    coupon: {
      code,
      description: words,
      meta_timer: shownTimer(entry?.meta_timer ?? coupon ?? {}, counterOf(found), ageStart),
    },
    codepool: poolName === null ? null : { pool_name: poolName, description: pool?.description ?? '' },
  }
}

/** CA-73. */
export function shownResult(result: CouponChecked | CouponUsed): CouponResult {
  const about = result.found ? shownCoupon(result.found) : { coupon: null, codepool: null }
  if (result.usable) return { usable: true, ...about }
  const { reason, retryAt } = result
  return { usable: false, reason, ...(retryAt && { retry_at: retryAt.toISOString() }), ...about }
}

export const shownUse = (use: UseRow): CouponUseShown => ({
  use_id: use.id,
  pool_name: use.pool_name,
  nft_item_id: use.item_id,
  token_id: use.token === null || use.token === 0n ? null : use.token.toString(),
  code: use.code,
  state: use.state,
  ends: timeOf(use.ends),
  by: use.by,
  created: use.created.toISOString(),
  updated: use.updated.toISOString(),
})
