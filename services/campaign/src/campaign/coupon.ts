import { nft_item_id, pool_name } from '@talad/proto/http/campaign/coupon-shapes'
import { z } from 'zod'
import type { Known } from './compile.ts'
import type { Terms } from './events.ts'

const asked = z.union([z.object({ pool_name }), z.object({ nft_item_id })])

/** CA-39: of which pool or item a code is asked for; undefined: none is. `unclear`: whatever is meant, it isn't nothing. */
export function couponIn({ coupon }: Terms['metadata']): z.infer<typeof asked> | 'unclear' | undefined {
  if (coupon === undefined || coupon === null) return undefined
  return asked.safeParse(coupon).data ?? 'unclear'
}

/** The items that it names, to look them up before it is judged. */
export function itemsIn(metadata: Terms['metadata']): string[] {
  const coupon = couponIn(metadata)
  return typeof coupon === 'object' && 'nft_item_id' in coupon ? [coupon.nft_item_id] : []
}

/** What is wrong with it: a code of another project's item would be used up by those of this one. */
export function checkCouponIn(metadata: Terms['metadata'], items: Known['items'] | undefined) {
  if (couponIn(metadata) === 'unclear')
    return [{ path: 'metadata.coupon', message: 'must have the pool_name or the nft_item_id of its codes' }]
  if (itemsIn(metadata).every((id) => items?.has(id))) return []
  return [{ path: 'metadata.coupon.nft_item_id', message: 'must be an item of this project' }]
}
