import { getAssetHistory, getCollectionHistory } from '@talad/proto/http/asset-indexer/history'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { refreshStats } from '../src/collection/stats.ts'
import { BIRD, FISH, idOf, type Lists, now, startLists } from './lists.ts'

let own: Lists
const contract = `0x${'f1'.repeat(20)}`
const DAY_MS = 86_400_000

/** A sale of asset 1 by its order 1 (฿20), or of another. */
async function sold(block: number, log: number, at: Date, order = 1): Promise<void> {
  await own.db.query(
    `insert into activity (id, type, at, asset_id, contract, token_id, from_address, to_address, amount, order_hash,
       block_number, log_index, item, tx_hash)
     values ($1, 'sale', $2, $3, $4, 10, $5, $5, 2, $6, $7, $8, 0, $9)`,
    [
      ...[`${block}-${log}-0`, at, idOf(1), contract, `0x${'0a'.repeat(20)}`],
      ...[`0x${order.toString(16).padStart(64, '0')}`, block, log, `0x${'9'.repeat(64)}`],
    ],
  )
}

const refresh = (id: string, at: Date) => refreshStats(own.db, id, at)

async function history(query: Record<string, string> = {}, of = 'fish') {
  const { status, body } = await own.get(`/api/public/v1/collection/${of}/history`, query)
  expect([status, body.message]).toEqual([200, undefined])
  return getCollectionHistory.response.parse(body)
}

beforeAll(async () => {
  own = await startLists(inject('postgres'))
  // 2026-05-30 in UTC is the 31st in Bangkok
  await sold(801, 1, new Date('2026-05-30T18:00:00Z'))
  await sold(801, 2, new Date('2026-05-30T18:00:00Z'), 3)
  await sold(802, 1, new Date('2026-05-31T16:00:00Z'))
  await refresh(FISH, now)
})
afterAll(() => own.close())

test('OB-37 a collection tells its days in Thai time and in one family', async () => {
  const told = await history({ days: '7' })
  expect([told.from, told.to, told.family]).toEqual(['2026-05-26', '2026-06-01', 'thb'])
  expect(told.days).toEqual([
    { day: '2026-05-31', sales: 3, units: '6', volume: '280', low: '20', high: '100' },
  ])
  expect((await history({ cv: 'jfin' })).days).toEqual([])
  expect((await history({ days: '1' })).days).toEqual([])
})

test('the volume of a collection is the sum of its days', async () => {
  const { body } = await own.get('/api/public/v1/collection', { id: 'fish' })
  expect(body.volume).toBe('400')
})

test('a sale that a reorganisation took back leaves its day', async () => {
  await sold(900, 1, now)
  await refresh(FISH, now)
  expect((await history({ days: '7' })).days).toHaveLength(2)
  await own.db.query('delete from activity where block_number = 900')
  await refresh(FISH, now)
  expect((await history({ days: '7' })).days).toHaveLength(1)
})

test('the floor is noted when it changes, stands until then, and is told from the first day of the range', async () => {
  const later = (days: number) => new Date(now.getTime() + days * DAY_MS)
  expect((await history()).floors).toEqual([{ day: '2026-06-01', floor: '20' }])
  await refresh(FISH, later(1))
  await own.db.query(`update asset set lp_thb = 45 where id = $1`, [idOf(1)])
  await refresh(FISH, later(2))
  const rows = await own.db.query(
    `select to_char(day, 'MM-DD') as day, trim_scale(floor)::text as floor from collection_floor
     where collection_id = $1 order by day`,
    [FISH],
  )
  expect(rows.rows).toEqual([
    { day: '06-01', floor: '20' },
    { day: '06-03', floor: '45' },
  ])
  expect((await history({ cv: 'jfin' }, 'bird')).floors).toEqual([{ day: '2026-06-01', floor: '0.5' }])
})

test('GW-21 sales come newest first, page after page, none twice and none missed', async () => {
  const all = await history({ lm: '100' })
  expect(all.sales.list).toHaveLength(5)
  expect(all.sales.nextCursor).toBeNull()
  const seen: string[] = []
  let cs: string | null = null
  do {
    const { sales } = await history({ lm: '2', ...(cs === null ? {} : { cs }) })
    seen.push(...sales.list.map(({ transaction }) => `${transaction.block}/${transaction.log_index}`))
    cs = sales.nextCursor
  } while (cs !== null)
  expect(seen).toEqual(['802/1', '801/2', '801/1', '700/1', '600/2'])
})

test('an asset tells its own sales with the price of one unit', async () => {
  const { status, body } = await own.get(`/api/public/v1/asset/${idOf(1)}/history`, { lm: '2' })
  expect(status).toBe(200)
  const { list, nextCursor } = getAssetHistory.response.parse(body)
  expect(list.map(({ price, amount }) => [price.value, amount])).toEqual([
    ['20', '2'],
    ['100', '2'],
  ])
  expect(nextCursor).toHaveLength(27)
  expect(list[0]?.asset).toMatchObject({ id: idOf(1), name: 'Asset 1' })
})

test('GW-7 GW-21 what is not there, closed, or no cursor of ours is refused', async () => {
  const status = async (path: string, query: Record<string, string> = {}) =>
    (await own.get(`/api/public/v1/${path}/history`, query)).status
  expect(await status(`asset/${idOf(77)}`)).toBe(404)
  expect(await status('collection/none')).toBe(404)
  expect(await status('collection/fish', { cs: 'x' })).toBe(400)
  expect(await status('collection/fish', { lm: '101' })).toBe(400)
  expect(await status('collection/fish', { days: '366' })).toBe(400)
  await own.db.query('update collection set suspended = true where id = $1', [BIRD])
  expect(await status('collection/bird')).toBe(403)
})
