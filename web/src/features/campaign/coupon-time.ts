import type { Revealed } from './api/coupons.ts'

type Timer = NonNullable<Revealed['coupon']>['meta_timer']

/** CA-69: until when a coupon can be used: the end of its window or of its life, whichever comes first; undefined: for ever. */
export function endOf({ active_end: end, age, age_start: start }: Timer): string | undefined {
  const ends = [
    ...(end === undefined ? [] : [Date.parse(end)]),
    ...(age === undefined || start === null ? [] : [Date.parse(start) + age * 1_000]),
  ]
  return ends.length === 0 ? undefined : new Date(Math.min(...ends)).toISOString()
}

/** CA-69: how many uses are left; undefined: without a bound. */
export const usesLeft = ({ limit, use_count: used }: Timer): number | undefined =>
  limit === undefined ? undefined : Math.max(0, limit - used)
