import { Rejection } from '@talad/shared/rejection'
import { transact } from '@talad/shared/stream'
import { until } from '@talad/shared/testing/wait'
import { expect, test } from 'vitest'
import {
  type CouponUse,
  checkCoupon,
  consumeCoupon,
  consumeCoupons,
  releaseCoupon,
} from '../src/coupon/consume.ts'
import { lockTokens } from '../src/coupon/locks.ts'
import { revealCoupon } from '../src/coupon/reveal.ts'
import { openStalls } from './stalls.ts'

const MINUTE_MS = 60_000

async function openTill() {
  const stalls = await openStalls()
  const { db, now, space_id: spaceId } = stalls
  const of = { spaceId, poolName: 'bowls' }
  const useOf = (code: string, key: string, more: Partial<CouponUse> = {}): CouponUse => ({
    code,
    of,
    key,
    by: 'till',
    ...more,
  })
  const use = (code: string, key: string, more: Partial<CouponUse> = {}) =>
    transact({ db }, (tx) => consumeCoupon(tx, useOf(code, key, more), now()))
  const hold = (code: string, key: string) =>
    use(code, key, { pendingUntil: new Date(now().getTime() + MINUTE_MS) })
  const check = (code: string, key?: string) => checkCoupon(db, { code, of, key }, now())
  const giveBack = (key: string) => transact({ db }, (tx) => releaseCoupon(tx, { key }, now()))
  return { ...stalls, of, useOf, use, hold, check, giveBack }
}

test('CA-40 CA-74 a use that is not decided holds its place until its end, against others and never against itself', async () => {
  const { check, giveBack, hold, now, pass, put, use } = await openTill()
  await put('bowls', [{ code: 'BOWL1', meta_timer: { limit: 1 } }])
  expect(await hold('bowl1', 'a')).toMatchObject({ usable: true })
  expect(await hold('bowl1', 'a')).toMatchObject({ usable: true })
  const held = await use('BOWL1', 'b')
  expect(held).toMatchObject({ usable: false, reason: 'pending', retryAt: expect.any(Date) })
  if (held.usable) throw new Error('it is held')
  expect(Math.abs((held.retryAt?.getTime() ?? 0) - now().getTime() - MINUTE_MS)).toBeLessThan(5_000)
  expect(await check('BOWL1')).toMatchObject({ reason: 'pending' })
  expect(await check('BOWL1', 'a')).toMatchObject({ usable: true })
  await giveBack('a')
  expect(await use('BOWL1', 'a')).toEqual({ usable: false, reason: 'released' }) // late, after it was taken back
  expect(await hold('BOWL1', 'c')).toMatchObject({ usable: true })
  expect(await use('BOWL1', 'c')).toMatchObject({ usable: true })
  expect(await use('BOWL1', 'c')).toMatchObject({ usable: true }) // again
  expect(await use('BOWL1', 'd')).toMatchObject({ reason: 'exhausted' })
  await giveBack('c')
  expect(await hold('BOWL1', 'e')).toMatchObject({ usable: true })
  await pass(2 * MINUTE_MS)
  expect(await use('BOWL1', 'f')).toMatchObject({ usable: true })
  expect(await use('BOWL1', 'e')).toMatchObject({ reason: 'exhausted' }) // its place went to another
})

test('CA-74 a key is one use of one code, and a code that was used without a token is never given to one', async () => {
  const { grant, makeItem, put, reveal, use } = await openTill()
  await put('bowls', ['BOWL1', 'BOWL2'])
  expect(await use('BOWL1', 'a')).toMatchObject({ usable: true })
  await expect(use('BOWL2', 'a')).rejects.toThrow(new Rejection('IDEMPOTENCY_MISMATCH'))
  expect(await use('BOWL9', 'b')).toEqual({ usable: false, reason: 'not_found' })
  const token = await grant((await makeItem({ codepool: 'bowls' }))._id)
  expect(await reveal(token)).toMatchObject({ coupon: { code: 'BOWL2' } })
  const owner = { itemId: token.nft_item_id, token: token.token_id }
  const owns = (is: boolean) => ({
    owns: ({ itemId, token: number }: { itemId: string; token: number }) =>
      is && itemId === owner.itemId && number === owner.token,
  })
  expect(await use('BOWL2', 'c', owns(false))).toEqual({ usable: false, reason: 'not_found' })
  expect(await use('BOWL2', 'd', owns(true))).toMatchObject({ usable: true })
  const byItem = { of: { itemId: token.nft_item_id } }
  expect(await use('BOWL2', 'e', { ...owns(true), ...byItem })).toMatchObject({ usable: true })
  expect(await use('BOWL1', 'f', byItem)).toEqual({ usable: false, reason: 'not_found' })
})

test('CA-71 what the payload of its token says of a code of a pool holds also where the pool is asked for', async () => {
  const { now, put, reveal, stall, use } = await openTill()
  await put('bowls', ['BOWL1', 'BOWL2'])
  const once = await stall({ codepool: 'bowls', limit: 1 })
  await reveal(once)
  const byToken = { of: { itemId: once.nft_item_id, token: once.token_id } }
  expect(await use('BOWL1', 'a', byToken)).toMatchObject({ usable: true })
  expect(await use('BOWL1', 'b')).toMatchObject({ usable: false, reason: 'exhausted' })
  await reveal(await stall({ codepool: 'bowls', active_end: new Date(now().getTime() - 1).toISOString() }))
  expect(await use('BOWL2', 'c')).toMatchObject({ usable: false, reason: 'ended' })
})

test('CA-69 a code that was made for a token is as old as the token, also where its item is asked for', async () => {
  const { pass, reveal, stall, use } = await openTill()
  const token = await stall({ codegen: true, age: 60 })
  const { coupon } = await reveal(token)
  const of = { itemId: token.nft_item_id }
  expect(await use(coupon?.code ?? '', 'a', { of })).toMatchObject({ usable: true })
  await pass(2 * MINUTE_MS)
  expect(await use(coupon?.code ?? '', 'b', { of })).toMatchObject({ usable: false, reason: 'aged' })
})

test('CA-42 many codes are used in one transaction, all or none, whatever their order', async () => {
  const { db, now, owner, put, set, useOf } = await openTill()
  const codes = Array.from({ length: 8 }, (_, at) => `BOWL${at}`)
  await put('bowls', codes)
  await set('bowls', { limit: 60 })
  const both = (round: number) =>
    [codes, codes.toReversed()].map((some, side) =>
      transact({ db }, (tx) =>
        consumeCoupons(
          tx,
          some.map((code) => useOf(code, `${round}-${side}-${code}`)),
          now(),
        ),
      ),
    )
  const all = await Promise.all([0, 1, 2, 3].flatMap(both))
  expect(all.flat().filter(({ usable }) => usable)).toHaveLength(60)
  expect(all.flat().filter((one) => !one.usable && one.reason === 'exhausted')).toHaveLength(4)
  const undone = transact({ db }, async (tx) => {
    await consumeCoupon(tx, useOf('BOWL1', 'late'), now())
    throw new Error('its trigger failed')
  })
  await expect(undone).rejects.toThrow('its trigger failed')
  const { rows } = await owner.query('select use_count from coupon_pool_setting')
  expect(rows).toEqual([{ use_count: 60n }])
})

test.for(['asked for', 'used'] as const)(
  'CA-42 CA-68 CA-74 of a token that is taken back while its code is %s there is none any more',
  async (how) => {
    const { db, now, owner, put, stall, use } = await openTill()
    await put('bowls', ['BOWL'])
    const coupon = how === 'used' ? { code: 'BOWL' } : { codepool: 'bowls' }
    const { nft_item_id: itemId, token_id: token } = await stall(coupon)
    const of = { itemId, token }
    const late = () =>
      how === 'used'
        ? use('BOWL', 'late', { of })
        : transact({ db }, (tx) => revealCoupon(tx, new Uint8Array(32), of, now()))
    const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const { answer } = await transact({ db }, async (tx) => {
      await lockTokens(tx, [of])
      const answer = late().catch((error: unknown) => error)
      await until('who wants it waits', async () => (await owner.query(waits)).rowCount !== 0)
      await owner.query('delete from holding where item_id = $1', [itemId])
      return { answer }
    })
    const refused = how === 'used' ? { usable: false, reason: 'not_found' } : { code: 'COUPON_NOT_FOUND' }
    expect(await answer).toMatchObject(refused)
  },
)
