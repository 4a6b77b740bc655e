import { couponHttp } from '@talad/proto/http/campaign/coupons'
import { tokenHttp } from '@talad/proto/http/campaign/tokens'
import type { z } from 'zod'
import { buyer, type Scene, type Step } from '../scene.ts'
import { all, answered, at, changed, click, first, inDialog, refused, the } from '../steps.ts'

/** A moment at which something is otherwise. */
const SOON = new Date('2027-01-15T09:30:00Z').toISOString()
const openUse = all(at('/account/wallet'), click(first(the.button('mint.use'))))
const couponOf = (about: Pick<z.input<typeof couponHttp.revealCoupon.response>, 'usable' | 'reason'>): Step =>
  answered(couponHttp.revealCoupon, () => ({
    ...about,
    coupon: {
      code: 'NOODLE-7Q2F',
      description: 'ก๋วยเตี๋ยวหนึ่งชาม · A bowl of noodles',
      meta_timer: {
        limit: 1,
        active_end: SOON,
        age_start: null,
        use_count: about.usable ? 0 : 1,
        last_used: null,
      },
    },
    codepool: null,
  }))

/** What a token of one's own is good for, and its coupon. */
export const useScenes: readonly Scene[] = [
  buyer(
    'coupon.shown',
    couponOf({ usable: true }),
    openUse,
    click(the.button('coupon.show')),
    the.text('coupon.usable'),
  ),
  buyer(
    'coupon.used',
    couponOf({ usable: false, reason: 'exhausted' }),
    ...[openUse, click(the.button('coupon.show')), the.text('refused.codeUsed')],
  ),
  buyer(
    'coupon.none',
    refused(couponHttp.revealCoupon, 404, 'coupon_not_found'),
    ...[openUse, click(the.button('coupon.show')), inDialog(the.alert())],
  ),
  buyer(
    'use.dialog',
    at('/account/wallet'),
    click(first(the.button('mint.use'))),
    inDialog(the.heading('use.title')),
  ),
  buyer(
    'use.none',
    changed(tokenHttp.openVirtualToken, (answer) => ({ ...answer, campaigns: [] })),
    ...[at('/account/wallet'), click(first(the.button('mint.use'))), inDialog(the.text('use.none'))],
  ),
]
