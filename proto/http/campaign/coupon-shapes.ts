import { z } from 'zod'
import { decimalString, isoTime, objectId, queryInteger, words } from '../common.ts'
import { code, timer } from './payload/modules.ts'

/** A moment, or how many seconds. */
const fields = {
  limit: timer.limit.describe('uses that are allowed; absent: no bound'),
  active_start: timer.active_start.describe('usable from this moment on; absent: no bound'),
  active_end: timer.active_end.describe('usable before this moment; absent: no bound'),
  age: timer.age.describe('seconds of life from `age_start` on; absent: no bound'),
  cooldown: timer.cooldown.describe('seconds of rest after each use; absent: none'),
}

/** CA-69: as it is set. */
export const metaTimer = z
  .strictObject(fields)
  .refine(
    ({ active_start: start, active_end: end }) =>
      start === undefined || end === undefined || Date.parse(start) < Date.parse(end),
    { error: 'must be after active_start', path: ['active_end'] },
  )
export type MetaTimerTerms = z.infer<typeof metaTimer>

/** CA-69: with what has become of it. */
export const metaTimerShown = z.object({
  ...fields,
  age_start: isoTime
    .nullable()
    .describe('when the code was assigned, or the token granted; null: not yet, or not of one'),
  use_count: z.int().describe('how often it was used'),
  last_used: isoTime.nullable().describe('when it was used last; null: never'),
})

/** CA-75. */
export const codeInput = code.describe('the code: trimmed, case does not matter')
export const space_id = objectId.describe('id of the project (CA-7)')
export const pool_name = words(100).min(1).describe('name of the pool in the project')
export const poolQuery = z.strictObject({ space_id, pool_name })
export const poolDescription = words(5_000).describe('what it is good for, for who uses it')
/** What is said of a code, or of a whole pool. */
export const poolTerms = {
  description: poolDescription.default(''),
  meta_timer: metaTimer.default({}).describe('when it may be used (CA-69)'),
}
export const nft_item_id = objectId.describe('id of the item')
const MOST_TOKENS = 4_294_967_295
/** GW-16: a decimal string in a body. */
export const numberOfTokenText = decimalString
  .refine((text) => Number(text) >= 1 && Number(text) <= MOST_TOKENS, 'must be a number from 1 to 4294967295')
  .transform(Number)
  .describe('its number within the item, from 1')
export const numberOfToken = queryInteger(1, MOST_TOKENS).describe('its number within the item, from 1')

/** CA-70, CA-73; `pool_empty` (CA-68) is only of a code that is asked for. */
export const couponReasons = [
  'not_found',
  'not_started',
  'ended',
  'aged',
  'exhausted',
  'pending',
  'cooling_down',
  'released',
  'pool_empty',
] as const
export type CouponReason = (typeof couponReasons)[number]

/** CA-73. */
export const couponResult = z.object({
  usable: z.boolean().describe('whether it can be used now; of a use: whether it was used'),
  reason: z
    .enum(couponReasons)
    .optional()
    .describe(
      'why not: of an unknown code, a code of another token and a token that is not there alike not_found; pending: a use that is not decided yet holds it; released: this use was taken back; absent where it is usable',
    ),
  retry_at: isoTime.optional().describe('when it may be usable; absent: now, or never'),
  coupon: z
    .object({
      code: z.string().describe('the code'),
      description: z.string().describe('what it is good for'),
      meta_timer: metaTimerShown.describe('when it may be used, and what was used of it (CA-69)'),
    })
    .nullable()
    .describe('the coupon; null: there is none'),
  codepool: z
    .object({
      pool_name: z.string().describe('name of the pool'),
      description: z.string().describe('what its people say of it'),
    })
    .nullable()
    .describe('the pool that the code is of; null: of none'),
})
export type CouponResult = z.infer<typeof couponResult>
