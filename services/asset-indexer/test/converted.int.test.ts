import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { refreshStats } from '../src/collection/stats.ts'
import { refreshRates } from '../src/jobs/rates.ts'
import { refreshAsset } from '../src/market/refresh.ts'
import { followRate } from '../src/rate/store.ts'
import { addOrder, BIRD, idOf, type Lists, now, startLists } from './lists.ts'

let lists: Lists
beforeAll(async () => {
  lists = await startLists(inject('postgres'))
})
afterAll(() => lists?.close())

const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const told = (rate: string, at = now) => ({ base: 'jfin', quote: 'thb', rate, at })

async function assets(query: Record<string, string>): Promise<number[]> {
  const { body } = await lists.get('/api/public/v1/assets', query)
  return body.list.map(({ _id }: { _id: string }) => Number.parseInt(_id, 16))
}
async function bestOf(n: number, cv?: string) {
  const { body } = await lists.get('/api/public/v1/asset', { id: idOf(n), ...(cv && { cv }) })
  const { best_price: best } = body.dynamic
  return [best.original.value, best.original.symbol, best.converted]
}
const floorOfBirds = async () => (await lists.get('/api/public/v1/collection', { id: BIRD })).body.floor
/** Which jobs are due by what was changed. */
async function due(task: string): Promise<string[]> {
  const { rows } = await lists.db.query<{ key: string }>(
    `delete from kit.job where task = $1 returning key`,
    [task],
  )
  return rows.map(({ key }) => key)
}

test('GW-29 AI-9 OB-37 prices of different families are compared by conversion, told in both units, and come last without a rate of the last 15 minutes', async () => {
  const { db } = lists
  const withoutRate = [1, 3, 2, 5, 4]
  expect(await assets({ sr: 'sp' })).toEqual(withoutRate)
  expect(await bestOf(5)).toEqual(['0.5', 'JFIN', null])
  expect(await floorOfBirds()).toBeNull()

  await followRate(db, told('100'), now)
  expect(await assets({ sr: 'sp' })).toEqual([1, 3, 5, 2, 4])
  expect(await assets({ sr: 'sp', sd: 'd' })).toEqual([2, 5, 3, 1, 4])
  expect(await assets({ sr: 'lp', cv: 'jfin' })).toEqual([1, 5, 2, 4, 3])
  expect((await assets({ vf: '40', vt: '50' })).sort()).toEqual([5])
  expect((await assets({ vf: '0.2', vt: '0.5', cv: 'jfin' })).sort()).toEqual([1, 3, 5])
  expect(await assets({ cu: 'jfin', vf: '50', vt: '50', cv: 'thb' })).toEqual([5])
  expect(await assets({ cu: 'jfin', vf: '0.5' })).toEqual([5]) // without cv in the currency's own unit
  expect(await bestOf(5)).toEqual(['0.5', 'JFIN', '50'])
  expect(await bestOf(1)).toEqual(['20', 'THBK', '20'])
  expect(await bestOf(1, 'jfin')).toEqual(['20', 'THBK', '0.2'])
  const price = async (query: object) => {
    const { body } = await lists.get('/api/public/v1/assets/facets', { ...query })
    return body.price
  }
  expect(await price({})).toEqual({ family: 'thb', min: '20', max: '100' })
  expect(await price({ cv: 'jfin' })).toEqual({ family: 'jfin', min: '0.2', max: '1' })
  expect(await due('collection.stats')).toContain(BIRD)
  await refreshStats(db, BIRD, now)
  expect(await floorOfBirds()).toBe('50')

  await followRate(db, undefined, later(15))
  expect(await assets({ sr: 'sp' })).toEqual([1, 3, 5, 2, 4])
  await followRate(db, undefined, later(16)) // the exchange has said nothing since
  expect(await assets({ sr: 'sp' })).toEqual(withoutRate)
  await followRate(db, told('9', later(-60)), now) // an answer that comes late
  expect(await assets({ sr: 'sp' })).toEqual([1, 3, 5, 2, 4])
})

test('GW-29 OB-37 the best of several listings is the cheapest as converted, and follows the rate', async () => {
  const { db } = lists
  await followRate(db, told('100', later(0.1)), now)
  await addOrder(db, { n: 50, asset: 1, type: 'list', value: '0.1', family: 'jfin', day: 2 })
  await addOrder(db, { n: 51, asset: 4, type: 'offer', value: '0.3', family: 'jfin', day: 2 })
  await addOrder(db, { n: 52, asset: 4, type: 'offer', value: '29', day: 2 })
  for (const n of [1, 4]) await refreshAsset(db, idOf(n), now)
  expect(await bestOf(1)).toEqual(['0.1', 'JFIN', '10'])
  expect(await bestOf(4)).toEqual(['0.3', 'JFIN', '30']) // of offers the highest
  await due('asset.market')

  await followRate(db, told('250.5', later(1)), later(1))
  expect((await due('asset.market')).sort()).toEqual([idOf(1), idOf(4)]) // what else there is can't change places
  for (const n of [1, 4]) await refreshAsset(db, idOf(n), later(1))
  expect(await bestOf(1)).toEqual(['20', 'THBK', '20'])
  expect(await bestOf(4)).toEqual(['0.3', 'JFIN', '75.15'])
  await followRate(db, told('250.5', later(2)), later(2))
  expect(await due('asset.market')).toEqual([]) // the same again changes nothing
})

test('OB-37 a listing that can’t be converted is not worth what somebody offers for the asset', async () => {
  const { db } = lists
  await addOrder(db, { n: 60, asset: 5, type: 'offer', value: '1', day: 2 })
  await followRate(db, undefined, later(60))
  await refreshAsset(db, idOf(5), later(60))
  expect((await assets({ sr: 'sp' })).at(-1)).toBe(5)
})

test('OB-37 an exchange that does not answer is told of, after prices have followed the time', async () => {
  const { db } = lists
  await followRate(db, told('100', later(120)), later(120))
  const rateSource = { read: () => Promise.reject(new Error('the exchange answers 500')) }
  const about = { deps: { db, rateSource }, now: later(140), attempt: 1 }
  await expect(refreshRates.run({}, about)).rejects.toThrow('500')
  const { rows } = await db.query('select lp_baht from asset where id = $1', [idOf(5)])
  expect(rows).toEqual([{ lp_baht: null }])
})

test('OB-37 of more assets than one transaction takes all follow the rate', async () => {
  const { db } = lists
  const { rows } = await db.query<{ names: string }>(
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
     where table_name = 'asset' and is_generated = 'NEVER' and column_name not in ('id', 'token_id')`,
  )
  const others = rows[0]?.names
  await db.query(
    `insert into asset (id, token_id, ${others}) select 'x' || n, 1000000 + n, ${others}
     from asset, generate_series(1, 2100) n where id = $1`,
    [idOf(5)],
  )
  await followRate(db, told('7', later(200)), later(200))
  const priced = await db.query(
    `select count(*)::int as n, count(*) filter (where lp_baht = lp_jfin * 7)::int as followed
     from asset where id like 'x%'`,
  )
  expect(priced.rows).toEqual([{ n: 2100, followed: 2100 }])
})

test('OB-37 events are filtered by price in baht as converted, in another family or in a currency’s own unit, and tell when what was listed ends', async () => {
  const { db, get } = lists
  await followRate(db, told('100', later(300)), now)
  await addOrder(db, { n: 70, asset: 3, type: 'list', value: '50', day: 1, live: false })
  await db.query(
    `insert into activity (id, type, at, asset_id, contract, token_id, from_address, to_address, amount, order_hash, item)
     select 'put-' || o.order_id, 'list', o.created_at, a.id, a.contract, a.token_id, o.offerer, o.offerer, 1, o.hash, 0
     from order_replica o join asset a on a.id = o.asset_id where o.order_id = any($1)`,
    [[2, 7, 70].map(idOf)],
  )
  const put = async (query: Record<string, string>) => {
    const { body } = await get('/api/public/v1/events', { tp: 'li', ...query })
    return body.list.map(({ order }: { order: { id: string } }) => Number.parseInt(order.id, 16)).sort()
  }
  expect(await put({ vf: '40', vt: '50' })).toEqual([7, 70])
  expect(await put({ vf: '0.2', vt: '0.4', cv: 'jfin' })).toEqual([2])
  expect(await put({ cu: 'jfin' })).toEqual([7])
  expect(await put({ cu: 'jfin', vf: '0.5', vt: '0.5' })).toEqual([7])
  expect(await put({ cu: 'THBK', cv: 'jfin', vf: '0.5' })).toEqual([70])
  const { body } = await get('/api/public/v1/events', { tp: 'li' })
  const told70 = body.list.find(({ order }: { order: { id: string } }) => order.id === idOf(70))
  expect(told70.order).toMatchObject({ ends: now.toISOString(), open: false })
  expect(body.list.filter(({ order }: { order: { open: boolean } }) => order.open)).toHaveLength(2)
})
