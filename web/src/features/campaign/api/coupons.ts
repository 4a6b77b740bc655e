import { couponHttp } from '@talad/proto/http/campaign/coupons'
import { call } from '@talad/ui/client/call'
import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'

export type Revealed = z.output<typeof couponHttp.revealCoupon.response>

/** CA-68, CA-82: the coupon of a token of one's own. Of a pool it gets its code by this, once; again it is the same. */
export function useReveal() {
  return useMutation({
    mutationFn: ({ itemId: nft_item_id, number }: { itemId: string; number: string }) =>
      call(couponHttp.revealCoupon, { body: { nft_item_id, token_id: number } }),
  })
}
