import { couponPoolSettingAdminHttp as settings } from '@talad/proto/http/campaign/coupon-pool-settings-admin'
import { couponPoolAdminHttp as pools } from '@talad/proto/http/campaign/coupon-pools-admin'
import { couponAdminHttp as coupons, couponHttp as open } from '@talad/proto/http/campaign/coupons'
import { mintAdminHttp as mints } from '@talad/proto/http/campaign/mints-admin'
import { virtualItemAdminHttp as items } from '@talad/proto/http/campaign/virtual-admin'
import { collection } from './campaign-virtual.ts'
import { accountIdOf } from './people.ts'
import { type Row, row } from './row.ts'
import type { World } from './world.ts'

const theirs = { owns: 'permission_required' }
const CODE = 'NOODLE2026'
const pool_name = 'noodles'

/** A token of an item with a coupon, and whoever has it. */
async function couponed(world: World, coupon: object = { code: CODE, limit: 3 }) {
  const { by, project_id: space_id, collection_id } = await collection(world)
  const payload = { version: '3.0', 'coupon-code': coupon }
  const body = { item: { collection_id, slug: `stall_${world.next()}`, name: 'Noodle stall', payload } }
  const { item } = await by.call(items.createVirtualItem, { body })
  const holder = await world.seller()
  const nft = { automint_id: `coupon-${world.next()}`, item_id: item._id }
  await by.call(mints.mintItem, { body: { nft, target: { account_id: accountIdOf(holder) } } })
  return { by, space_id, holder, nft_item_id: item._id, token_id: '1' }
}

/** A pool with a free code. */
async function pooled(world: World) {
  const made = await couponed(world, { codepool: pool_name })
  const codepool = { space_id: made.space_id, pool_name, code: `BOWL-${world.next()}` }
  const { codepool: code } = await made.by.call(pools.createPoolCode, { body: { codepool } })
  return { ...made, code }
}

const settingOf = (space_id: string, description: string, name = pool_name) => ({
  setting: { space_id, pool_name: name, description, meta_timer: { limit: 100 } },
})

/** A pool that no payload uses, of which something is set. */
async function set(world: World) {
  const { by, project_id: space_id } = await collection(world)
  await by.call(settings.setPoolSetting, { body: settingOf(space_id, 'Noodles of the fair') })
  return { by, space_id }
}

/** A coupon that was used. */
async function used(world: World) {
  const made = await couponed(world)
  const { by, space_id, nft_item_id, token_id } = made
  const body = { nft_item_id, token_id, code: CODE, passive: false }
  await by.call(coupons.postCheckCoupon, { body }, { idempotencyKey: `use-${world.next()}` })
  const { uses } = await by.call(coupons.listCouponUses, { query: { space_id } })
  const use_id = uses.list[0]?.use_id ?? ''
  return { by, space_id, use_id }
}

const poolRows: readonly Row[] = [
  row(
    pools.countPoolCodes,
    async (world) => {
      const { by, space_id } = await pooled(world)
      return { by, query: { space_id, pool_name } }
    },
    theirs,
  ),
  row(
    pools.getPoolCode,
    async (world) => {
      const { by, code } = await pooled(world)
      return { by, query: { _id: code._id } }
    },
    theirs,
  ),
  row(
    pools.listPoolCodes,
    async (world) => {
      const { by, space_id } = await pooled(world)
      return { by, query: { space_id, pool_name, count: '1' as const } }
    },
    theirs,
  ),
  row(
    pools.listPoolNames,
    async (world) => {
      const { by, space_id } = await pooled(world)
      return { by, query: { space_id } }
    },
    theirs,
  ),
  row(
    pools.createPoolCode,
    async (world) => {
      const { by, space_id } = await set(world)
      const make = () => ({ body: { codepool: { space_id, pool_name, code: `BOWL-${world.next()}` } } })
      return { by, ...make(), other: make() }
    },
    theirs,
  ),
  row(
    pools.changePoolCode,
    async (world) => {
      const { by, code } = await pooled(world)
      const change = (description: string) => ({ body: { codepool: { _id: code._id, description } } })
      return { by, ...change('A bowl of noodles'), other: change('Two bowls') }
    },
    theirs,
  ),
  row(
    pools.deletePoolCode,
    async (world) => {
      const { by, code } = await pooled(world)
      return { by, query: { _id: code._id }, other: { query: { _id: (await pooled(world)).code._id } } }
    },
    theirs,
  ),
  row(
    pools.batchPoolCodes,
    async (world) => {
      const { by, space_id } = await set(world)
      const put = (...codes: string[]) => ({ body: { batch: { space_id, pool_name, codes } } })
      return { by, ...put('BOWL-A', 'BOWL-B'), other: put('BOWL-C') }
    },
    theirs,
  ),
  row(
    pools.importPoolCodes,
    async (world) => {
      const { by, space_id } = await set(world)
      const send = (text: string) => ({
        body: { space_id, pool_name, file: new File([text], 'codes.csv', { type: 'text/csv' }) },
      })
      return { by, ...send('code,description\nBOWL-A,A bowl\nno\n'), other: send('BOWL-B') }
    },
    theirs,
  ),
  row(
    settings.getPoolSetting,
    async (world) => {
      const { by, space_id } = await set(world)
      return { by, query: { space_id, pool_name } }
    },
    theirs,
  ),
  row(
    settings.setPoolSetting,
    async (world) => {
      const { by, space_id } = await set(world)
      return {
        by,
        body: settingOf(space_id, 'Noodles, and tea'),
        other: { body: settingOf(space_id, 'Tea') },
      }
    },
    theirs,
  ),
  row(
    settings.deletePoolSetting,
    async (world) => {
      const { by, space_id } = await set(world)
      return { by, query: { space_id, pool_name }, other: { query: { space_id, pool_name: 'tea' } } }
    },
    theirs,
  ),
]

const useRows: readonly Row[] = [
  row(open.openCheckCoupon, async (world) => {
    const { nft_item_id, token_id } = await couponed(world)
    return { query: { nft_item_id, token_id, code: CODE } }
  }),
  row(open.openPostCheckCoupon, async (world) => {
    const { nft_item_id, token_id } = await couponed(world)
    return { body: { nft_item_id, token_id, code: CODE } }
  }),
  row(
    open.revealCoupon,
    async (world) => {
      const { holder, nft_item_id, token_id } = await pooled(world)
      const effect = {
        sql: 'select count(*) as n from coupon_code where assigned_to = $1',
        values: [`${nft_item_id}:${token_id}`],
      }
      const other = { body: { nft_item_id, token_id: '2' } }
      return { by: holder, body: { nft_item_id, token_id }, other, effect }
    },
    { owns: 'holding_not_found' },
  ),
  row(
    coupons.checkCoupon,
    async (world) => {
      const { by, nft_item_id, token_id } = await couponed(world)
      const use = (code: string) => ({ query: { nft_item_id, token_id, code, passive: '0' as const } })
      return { by, ...use(CODE), other: use('ANOTHER') }
    },
    theirs,
  ),
  row(
    coupons.postCheckCoupon,
    async (world) => {
      const { by, nft_item_id, token_id } = await couponed(world)
      const use = (code: string) => ({ body: { nft_item_id, token_id, code, passive: false } })
      return { by, ...use(CODE), other: use('ANOTHER') }
    },
    theirs,
  ),
  row(
    coupons.listCouponUses,
    async (world) => {
      const { by, space_id } = await used(world)
      return { by, query: { space_id } }
    },
    theirs,
  ),
  row(
    coupons.releaseCoupon,
    async (world) => {
      const { by, space_id, use_id } = await used(world)
      const release = (reason: string) => ({ body: { space_id, use_id, reason } })
      return { by, ...release('The stall was closed'), other: release('Rain') }
    },
    theirs,
  ),
]

/** Pools of codes, and the coupons of tokens. */
export const couponRows: readonly Row[] = [...poolRows, ...useRows]
