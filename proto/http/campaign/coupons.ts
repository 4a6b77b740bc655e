import { z } from 'zod'
import { decimalString, isoTime, objectId, page, queryFlag, sizeAndIndex, words } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import {
  codeInput,
  couponResult,
  nft_item_id,
  numberOfToken,
  numberOfTokenText,
  pool_name,
  space_id,
} from './coupon-shapes.ts'

const service = 'campaign'
const visitor = { kind: 'visitor' } as const
/** CA-72: programs and people who may look; who uses one needs more, which is judged where it is used. */
const looks = { kind: 'project', ability: 'project.read', scope: 'coupon.check', dryRun: true } as const

const checked = z.object({
  nft_item_id,
  token_id: numberOfToken.describe('number of the token within the item, from 1'),
  code: codeInput,
})
const inBody = {
  nft_item_id,
  token_id: numberOfTokenText.describe('number of the token within the item, from 1'),
  code: codeInput,
}
const passiveQuery = queryFlag
  .prefault('1')
  .describe('1, the default: nothing is written; 0: the coupon is used, with an Idempotency-Key')

const use = z.object({
  use_id: objectId.describe('id of the use'),
  pool_name: z.string().nullable().describe('pool that the code is of; null: of none'),
  nft_item_id: objectId.nullable().describe('item that the code was used for; null: for none'),
  token_id: decimalString.nullable().describe('number of the token within the item; null: it was not said'),
  code: z.string().describe('the code'),
  state: z
    .enum(['pending', 'consumed', 'released'])
    .describe('pending: it holds a place until `ends`; released: it was taken back'),
  ends: isoTime.nullable().describe('until when it holds a place; null: it is decided'),
  by: z.string().describe('account, or `key:` and id of the API key, that used it'),
  created: isoTime.describe('when it was used, or a place was held'),
  updated: isoTime.describe('when it was decided or taken back last'),
})
export type CouponUseShown = z.infer<typeof use>

/** CA-72, CA-73, CA-82: coupons for everybody; who has none of it learns nothing by what is answered. */
export const couponHttp = {
  openCheckCoupon: endpoint({
    name: 'openCheckCoupon',
    service,
    method: 'GET',
    path: `${base.platform}/coupon/check`,
    auth: visitor,
    summary:
      'Whether a coupon of a token can be used now; better asked by POST, whose body no log keeps (CA-72)',
    query: checked.extend({
      passive: queryFlag
        .prefault('1')
        .describe('1, the default: nothing is written; 0 is for the people and programs of the project'),
    }),
    status: 200,
    response: couponResult,
    errors: ['validation', 'permission_required'],
    limit: 'coupon',
  }),
  openPostCheckCoupon: endpoint({
    name: 'openPostCheckCoupon',
    service,
    method: 'POST',
    path: `${base.platform}/coupon/check`,
    auth: visitor,
    summary: 'Whether a coupon of a token can be used now; nothing is written (CA-72)',
    body: z.object(inBody),
    status: 200,
    response: couponResult,
    errors: ['validation'],
    limit: 'coupon',
  }),
  revealCoupon: endpoint({
    name: 'revealCoupon',
    service,
    method: 'POST',
    path: `${base.platform}/coupon/reveal`,
    auth: { kind: 'user' },
    summary:
      'The coupon of a token of one’s own; of a pool its oldest free code is the token’s from then on (CA-68, CA-82)',
    body: z.object({ nft_item_id: inBody.nft_item_id, token_id: inBody.token_id }),
    status: 200,
    response: couponResult,
    errors: [
      'validation',
      'holding_not_found',
      'coupon_not_found',
      'code_space_too_small',
      'asset_suspended',
      'project_archived',
      'unavailable',
    ],
    idempotent: true,
    limit: 'coupon',
  }),
}

const consumption = couponResult.extend({
  use_id: objectId.nullable().describe('id of the use, by which it is taken back; null: nothing was used'),
})
export type CouponConsumption = z.infer<typeof consumption>
const useErrors = ['validation', 'required_parameter', 'project_archived']

/** The same for the people and programs of a project, who may also use coupons and take uses back. */
export const couponAdminHttp = {
  checkCoupon: endpoint({
    name: 'checkCoupon',
    service,
    method: 'GET',
    path: `${base.platformAdmin}/coupon/check`,
    auth: looks,
    summary:
      'Whether a coupon can be used now; with passive=0 it is used, which takes coupon.consume or the role minter (CA-72)',
    query: z.strictObject({ ...checked.shape, passive: passiveQuery }),
    status: 200,
    response: consumption,
    errors: useErrors,
    idempotent: true,
    limit: 'coupon',
  }),
  postCheckCoupon: endpoint({
    name: 'postCheckCoupon',
    service,
    method: 'POST',
    path: `${base.platformAdmin}/coupon/check`,
    auth: looks,
    summary: 'As by GET, with nothing in the address: the way to use coupons (CA-72)',
    body: z.strictObject({
      ...inBody,
      passive: z
        .boolean()
        .default(true)
        .describe(
          'true, the default: nothing is written; false: the coupon is used, with an Idempotency-Key',
        ),
    }),
    status: 200,
    response: consumption,
    errors: useErrors,
    idempotent: true,
    limit: 'coupon',
  }),
  listCouponUses: endpoint({
    name: 'listCouponUses',
    service,
    method: 'GET',
    path: `${base.platformAdmin}/coupon/use/list`,
    auth: { kind: 'project', ability: 'project.read' },
    summary: 'What was used of the coupons of a project, the newest first',
    query: z.strictObject({
      space_id,
      pool_name: pool_name.optional().describe('only of this pool'),
      code: codeInput.optional().describe('only of this code'),
      ...sizeAndIndex,
    }),
    status: 200,
    response: z.object({ uses: page(use).describe('one page of the uses') }),
    errors: ['validation'],
  }),
  releaseCoupon: endpoint({
    name: 'releaseCoupon',
    service,
    method: 'POST',
    path: `${base.platformAdmin}/coupon/release`,
    auth: { kind: 'project', ability: 'project.manage' },
    summary: 'Take a use of a coupon back: it counts as never made (CA-74)',
    body: z.strictObject({
      space_id,
      use_id: objectId.describe('id of the use'),
      reason: words(500).min(1).describe('why, for the log'),
    }),
    status: 200,
    response: z.object({ use: use.describe('the use, taken back') }),
    errors: ['validation', 'coupon_use_not_found', 'project_archived'],
    idempotent: true,
    limit: 'write',
  }),
}
