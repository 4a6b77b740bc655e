import { type Db, openDb } from '@talad/shared/db'
import { transact } from '@talad/shared/stream'
import { expect, onTestFinished } from 'vitest'
import { consumeCoupon, releaseCoupon } from '../src/coupon/consume.ts'
import type { CouponOf } from '../src/coupon/find.ts'
import { revealCoupon } from '../src/coupon/reveal.ts'
import { openStalls } from './stalls.ts'

const REDEEMERS = 64
const KEY = new Uint8Array(32).fill(7)
const each = <T>(work: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: REDEEMERS }, (_, at) => work(at)))

/** 64 who use and reveal at once, on connections of their own, and what must come of it each time. */
export async function openRaces() {
  const stalls = await openStalls()
  const db: Db = openDb(stalls.databaseUrl, { max: 24 })
  onTestFinished(() => db.end())
  const { now, owner, space_id } = stalls
  let round = 0
  const name = (what: string) => `${what}${round}`
  const use = (code: string, of: CouponOf, key: string) =>
    transact({ db }, (tx) => consumeCoupon(tx, { code, of, key, by: 'till' }, now()))
  const release = (key: string) => transact({ db }, (tx) => releaseCoupon(tx, { key }, now()))
  const usable = (all: readonly { usable: boolean }[]) => all.filter((one) => one.usable).length
  const countOf = async (table: string, where: string, value: string) => {
    const { rows } = await owner.query<{ n: bigint }>(
      `select coalesce(sum(use_count), 0)::bigint as n from ${table} where ${where} = $1`,
      [value],
    )
    return Number(rows[0]?.n)
  }

  /** One code, which may be used three times. */
  async function code() {
    round += 1
    const pool = name('code')
    await stalls.put(pool, [{ code: name('BOWL'), meta_timer: { limit: 3 } }])
    const all = await each((at) => use(name('BOWL'), { spaceId: space_id, poolName: pool }, `${pool}-${at}`))
    expect([usable(all), await countOf('coupon_code', 'pool_name', pool)]).toEqual([3, 3])
  }

  /** A code that is no pool's, used for the first time. */
  async function own() {
    round += 1
    const { nft_item_id: itemId, token_id: token } = await stalls.stall({ code: name('BOWL'), limit: 3 })
    const all = await each((at) => use(name('BOWL'), { itemId, token }, `own${round}-${at}`))
    expect([usable(all), await countOf('coupon_token_code', 'item_id', itemId)]).toEqual([3, 3])
  }

  /** One use under one key. */
  async function key() {
    round += 1
    const pool = name('key')
    await stalls.put(pool, [name('BOWL')])
    const all = await each(() => use(name('BOWL'), { spaceId: space_id, poolName: pool }, pool))
    expect([usable(all), await countOf('coupon_code', 'pool_name', pool)]).toEqual([REDEEMERS, 1])
  }

  /** A limit that 64 codes share; some are taken back meanwhile. */
  async function limit() {
    round += 1
    const pool = name('limit')
    const codes = Array.from({ length: REDEEMERS }, (_, at) => `${name('BOWL')}-${at}`)
    await stalls.put(pool, codes)
    await stalls.set(pool, { limit: 10 })
    const of = { spaceId: space_id, poolName: pool }
    const all = await each((at) => use(codes[at] ?? '', of, `${pool}-${at}`))
    expect([usable(all), await countOf('coupon_pool_setting', 'pool_name', pool)]).toEqual([10, 10])
    const mixed = await each(async (at) => {
      if (all[at]?.usable) await release(`${pool}-${at}`)
      return all[at]?.usable ? { usable: false } : use(codes[at] ?? '', of, `${pool}-again-${at}`)
    })
    expect(usable(mixed)).toBeLessThanOrEqual(10)
    expect(await countOf('coupon_pool_setting', 'pool_name', pool)).toBe(usable(mixed))
    expect(await countOf('coupon_code', 'pool_name', pool)).toBe(usable(mixed))
  }

  /** 40 codes for 64 tokens, each of which asks twice. */
  async function pool() {
    round += 1
    const poolName = name('pool')
    const codes = Array.from({ length: 40 }, (_, at) => `${name('BOWL')}-${at}`)
    await stalls.put(poolName, codes)
    const item = await stalls.makeItem({ codepool: poolName })
    await owner.query(
      `insert into holding (id, project_id, collection_id, item_id, number, item_token_id, holder_id, origin, amount, created)
       select $1 || '-' || n, $2, $3, $1, 1, n, 'h', 'mint', 1, $4 from generate_series(1, ${REDEEMERS}) n`,
      [item._id, space_id, item.collection_id, now()],
    )
    const reveal = async (token: number) => {
      const told = await transact({ db }, (tx) => revealCoupon(tx, KEY, { itemId: item._id, token }, now()))
      return told.found?.code
    }
    const [first, again] = await Promise.all([each((at) => reveal(at + 1)), each((at) => reveal(at + 1))])
    expect(again).toEqual(first)
    const given = first.filter((one) => one !== undefined)
    expect([given.length, new Set(given).size]).toEqual([40, 40])
  }

  return { code, own, key, limit, pool }
}
