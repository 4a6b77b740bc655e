import { inTx, openDb } from '@talad/shared/db'
import { newId } from '@talad/shared/ids'
import { transact } from '@talad/shared/stream'
import { expect, onTestFinished, test } from 'vitest'
import { consumeCoupon } from '../src/coupon/consume.ts'
import { revealCoupon } from '../src/coupon/reveal.ts'
import { openStalls } from './stalls.ts'

const REDEEMERS = 64
const CODES = 1_000
/** A loaded machine tells nothing: the best of some measurements counts. */
const MEASUREMENTS = 5

/** @returns how long 64 take who do a thousand things one after the other */
async function timeOf(work: (at: number) => Promise<unknown>, from: number): Promise<number> {
  let next = from
  const started = performance.now()
  const redeem = async () => {
    while (next < from + CODES) {
      const at = next
      next += 1
      await work(at)
    }
  }
  await Promise.all(Array.from({ length: REDEEMERS }, redeem))
  return performance.now() - started
}

test('CA-68 CA-74 64 redeemers reveal and use at least 0.6 times as fast as bare "for update skip locked"', async () => {
  const { databaseUrl, makeItem, now, owner, put, space_id: spaceId } = await openStalls()
  const db = openDb(databaseUrl, { max: REDEEMERS })
  onTestFinished(() => db.end())
  const { _id: itemId, collection_id } = await makeItem({ codepool: 'revealed' })
  const codes = Array.from({ length: CODES * MEASUREMENTS }, (_, at) => `BOWL${at}`)
  for (const pool of ['bare', 'revealed', 'used']) await put(pool, codes)
  await owner.query(
    `insert into holding (id, project_id, collection_id, item_id, number, item_token_id, holder_id, origin, amount, created)
     select $1 || '-' || n, $2, $3, $1, 1, n, 'h', 'mint', 1, $4 from generate_series(1, ${codes.length}) n`,
    [itemId, spaceId, collection_id, now()],
  )
  await owner.query('analyze')
  const bare = () =>
    inTx(db, async (tx) => {
      const { rows } = await tx.query<{ id: string; code: string }>({
        name: 'bare.take',
        text: `update coupon_code set taken = true, use_count = 1, last_used = $2 where id = (select id from coupon_code
          where space_id = $1 and pool_name = 'bare' and not taken order by seq limit 1 for update skip locked) returning id, code`,
        values: [spaceId, now()],
      })
      await tx.query({
        name: 'bare.use',
        text: `insert into coupon_use (id, space_id, use_key, pool_name, code_id, code, state, used_at, by, created, updated)
          values ($1, $2, $1, 'bare', $3, $4, 'consumed', $5, 'till', $5, $5)`,
        values: [newId(now()), spaceId, rows[0]?.id, rows[0]?.code, now()],
      })
    })
  const reveal = (at: number) =>
    transact({ db }, (tx) => revealCoupon(tx, new Uint8Array(32), { itemId, token: at + 1 }, now()))
  const use = (at: number) =>
    transact({ db }, (tx) => {
      const of = { spaceId, poolName: 'used' }
      return consumeCoupon(tx, { code: `BOWL${at}`, of, key: `key-${at}`, by: 'till' }, now())
    })
  const best = { reveal: 0, use: 0 }
  for (let from = 0; from < codes.length && Math.min(best.reveal, best.use) < 0.6; from += CODES) {
    const yardstick = await timeOf(bare, from)
    best.reveal = Math.max(best.reveal, yardstick / (await timeOf(reveal, from)))
    best.use = Math.max(best.use, yardstick / (await timeOf(use, from)))
  }
  expect(best.reveal).toBeGreaterThanOrEqual(0.6)
  expect(best.use).toBeGreaterThanOrEqual(0.6)
})
