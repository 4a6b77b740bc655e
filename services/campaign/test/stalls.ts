import { couponAdminHttp, couponHttp } from '@talad/proto/http/campaign/coupons'
import { expect } from 'vitest'
import { z } from 'zod'
import { ADMIN, begin, owner } from './fair.ts'
import { admin } from './harness.ts'

export const OPEN_COUPON = '/api/v1/coupon'
export const COUPON = `${admin}/coupon`
export const POOL = `${COUPON}/codepool`
let made = 0
export const person = () => `c${String(made++).padStart(23, '0')}`

/** A fair whose stalls have items with coupons. */
export async function openStalls() {
  const fair = await begin()
  const { collection } = await fair.makeCollection({ payload: null })
  const space_id = fair.project_id

  const makeItem = (coupon: object, more: object = {}) =>
    fair.makeItem(collection._id, {
      payload: {
        version: '3.0',
        name: 'Stall',
        assets: { image: 'ipfs://stall' },
        attributes: { power: { value: 1 } },
        'coupon-code': coupon,
      },
      ...more,
    })
  async function grant(item_id: string, account_id = person()) {
    const nft = { automint_id: `gift-${made++}`, item_id }
    const answer = await fair.ask('POST', `${ADMIN}/item/nft/mint`, { nft, target: { account_id } }, owner)
    expect(answer).toMatchObject({ status: 201 })
    const { vnft } = z
      .object({ vnft: z.object({ vnft: z.object({ token_id: z.string() }) }) })
      .parse(answer.body)
    return { holder: account_id, nft_item_id: item_id, token_id: Number(vnft.vnft.token_id) }
  }
  /** A token of a new item with a coupon. */
  const stall = async (coupon: object, more: object = {}) => grant((await makeItem(coupon, more))._id)

  const check = async (body: { nft_item_id: string; token_id: number; code: string }) => {
    const { nft_item_id, token_id, code } = body
    const sent = { nft_item_id, token_id: String(token_id), code }
    const answer = await fair.call('POST', `${OPEN_COUPON}/check`, { body: sent })
    expect(answer).toMatchObject({ status: 200 })
    return couponHttp.openPostCheckCoupon.response.parse(answer.body)
  }
  const use = async (
    { nft_item_id, token_id }: { nft_item_id: string; token_id: number },
    code: string,
    key = `use-${made++}`,
  ) => {
    const body = { nft_item_id, token_id: String(token_id), code, passive: false }
    const answer = await fair.call('POST', `${COUPON}/check`, { as: owner, body, key })
    expect(answer).toMatchObject({ status: 200 })
    return couponAdminHttp.postCheckCoupon.response.parse(answer.body)
  }
  const revealBy = (as: string, { nft_item_id, token_id }: { nft_item_id: string; token_id: number }) =>
    fair.call('POST', `${OPEN_COUPON}/reveal`, { as, body: { nft_item_id, token_id: String(token_id) } })
  const reveal = async (token: { holder: string; nft_item_id: string; token_id: number }) => {
    const answer = await revealBy(token.holder, token)
    expect(answer).toMatchObject({ status: 200 })
    return couponHttp.revealCoupon.response.parse(answer.body)
  }
  const put = (pool_name: string, codes: readonly unknown[]) =>
    fair.ask('POST', `${POOL}/batch`, { batch: { space_id, pool_name, codes } })
  const set = (pool_name: string, meta_timer: object, description = 'Noodles') =>
    fair.ask('POST', `${POOL}/setting`, { setting: { space_id, pool_name, description, meta_timer } })
  const release = (use_id: string | null, as = owner) =>
    fair.call('POST', `${COUPON}/release`, { as, body: { space_id, use_id, reason: 'The stall was closed' } })
  return { ...fair, space_id, makeItem, grant, stall, check, use, reveal, revealBy, put, set, release }
}
