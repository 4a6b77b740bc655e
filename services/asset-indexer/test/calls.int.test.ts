import { listAssets, listEvents } from '@talad/proto/http/asset-indexer/assets'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { addAsset, alice, BIRD, birdAddress, bob, idOf, type Lists, startLists } from './lists.ts'

let own: Lists
beforeAll(async () => {
  own = await startLists(inject('postgres'))
})
afterAll(() => own.close())

const get: Lists['get'] = (path, query) => own.get(path, query)

/** Numbers of the assets that a query finds, in order. */
async function assets(query: Record<string, string>): Promise<number[]> {
  const { status, body } = await get('/api/public/v1/assets', query)
  expect([status, body.message]).toEqual([200, undefined])
  return listAssets.response.parse(body).list.map((one) => Number.parseInt(one._id, 16))
}

const sorted = async (query: Record<string, string>) => (await assets(query)).sort()

describe('pages', () => {
  test('GW-18 GW-20 a page is flat, and is counted only when asked', async () => {
    const { body } = await get('/api/public/v1/assets', { ps: '2', pi: '1' })
    expect(body).toMatchObject({ size: 2, index: 1, total: null, pages: null })
    expect(body.list).toHaveLength(2)
    const counted = await get('/api/public/v1/assets', { ps: '2', pi: '9', count: '1' })
    expect(counted.body).toMatchObject({ list: [], total: 5, pages: 3 })
  })

  test.each(['101', '0', '-1', '1.5', 'x'])('GW-19 a page size of %s is a 400', async (ps) => {
    for (const path of ['assets', 'collections', 'events']) {
      expect((await get(`/api/public/v1/${path}`, { ps })).status).toBe(400)
    }
  })

  test('GW-19 a page size of 100 is served', async () => {
    expect((await get('/api/public/v1/assets', { ps: '100' })).status).toBe(200)
  })

  test('GW-23 anonymous answers may be cached for ten seconds', async () => {
    const { headers } = await get('/api/public/v1/assets', {})
    expect(headers['cache-control']).toBe('public, s-maxage=10, stale-while-revalidate=30')
  })
})

describe('one asset', () => {
  test('is found by id or by place, with what wl holds', async () => {
    const byId = await get('/api/public/v1/asset', { id: idOf(1), wl: `${alice},${bob}` })
    expect(byId.body.internal).toMatchObject({
      holders_count: 1,
      holders: [{ address: alice, quantity: '1' }],
    })
    expect(byId.body.internal.last_sale ?? byId.body.internal.orders.last_sale).toMatchObject({
      block: '700',
    })
    expect((await get('/api/public/v1/asset', { id: idOf(77) })).status).toBe(404)
    expect((await get('/api/public/v1/asset', { bc: 'kub', ad: alice })).body).toMatchObject({ field: 'ti' })
  })

  test('GW-7 a suspended asset is still readable, and not tradable (AI-8)', async () => {
    const { status, body } = await get('/api/public/v1/asset', { id: idOf(6) })
    expect([status, body.dynamic.suspended, body.dynamic.tradable]).toEqual([200, true, false])
  })

  test('AI-16 balances answer the wallets asked for, zeros included, or the largest holders', async () => {
    const path = `/api/public/v1/asset/${idOf(1)}/balances`
    expect((await get(path, { wl: `${bob},${alice}` })).body.list).toEqual([
      { asset_id: idOf(1), holder: { address: bob, quantity: '0' } },
      { asset_id: idOf(1), holder: { address: alice, quantity: '1' } },
    ])
    const many = Array.from({ length: 120 }, (_, n) => `0x${(n + 1).toString(16).padStart(40, '0')}`)
    await own.db.query(
      'insert into holder select $1, a, n from unnest($2::text[]) with ordinality as x (a, n)',
      [idOf(5), many],
    )
    const top = (await get(`/api/public/v1/asset/${idOf(5)}/balances`, {})).body.list
    expect(top).toHaveLength(100)
    expect(top[0].holder).toEqual({ address: many[119], quantity: '120' })
    expect((await get(`/api/public/v1/asset/${idOf(77)}/balances`, {})).status).toBe(404)
  })
})

describe('collections', () => {
  test('are listed by volume, with items, owners, floor and volume', async () => {
    const { body } = await get('/api/public/v1/collections', { count: '1' })
    expect(body.total).toBe(2)
    expect(body.list[0]).toMatchObject({
      slug: 'fish',
      items: 5,
      owners: 2,
      listed: 2,
      floor: '20',
      volume: '120',
    })
    expect(body.list[1]).toMatchObject({ slug: 'bird', items: 1, floor: null, volume: '0' })
  })

  test('are ranked by what is asked for, both ways, and a rank that there isn’t is a 400', async () => {
    const ranked = async (sr: string, sd?: string) =>
      (await get('/api/public/v1/collections', { sr, ...(sd && { sd }) })).body.list.map(
        (one: { slug: string }) => one.slug,
      )
    for (const sr of ['vo', 'it', 'ow', 'li']) expect(await ranked(sr), sr).toEqual(['fish', 'bird'])
    for (const sr of ['vo', 'it', 'ow', 'li']) expect(await ranked(sr, 'a'), sr).toEqual(['bird', 'fish'])
    // the birds have no floor in baht: last in both directions
    for (const sd of ['a', 'd']) expect(await ranked('fl', sd)).toEqual(['fish', 'bird'])
    for (const [field, value] of [
      ['sr', 'fame'],
      ['sd', 'up'],
    ] as const) {
      const { status, body } = await get('/api/public/v1/collections', { [field]: value })
      expect([status, body.field]).toEqual([400, field])
    }
  })

  test('AI-17 are searched by name, also Thai, by slug and by the start of the address, ten at most, without suspended ones', async () => {
    const search = async (q: string) =>
      (await get('/api/public/v1/collections/search', { q })).body.list.map(
        (one: { slug: string }) => one.slug,
      )
    expect(await search('bet')).toEqual(['fish'])
    expect(await search('กไท')).toEqual(['bird'])
    expect(await search(birdAddress.slice(0, 8))).toEqual(['bird'])
    expect(await search(birdAddress.slice(4, 12))).toEqual([])
    expect(await search('นกไทล')).toEqual(['bird']) // mistyped: found by its pairs of letters
    expect((await get('/api/public/v1/collections/search', { q: 'x' })).status).toBe(400)
    await own.db.query(
      `insert into collection (id, blockchain, address, type, slug, name, suspended)
       select lpad(to_hex(n), 24, '0'), 'kub', '0x' || lpad(to_hex(n), 40, '0'), 'erc721', 'kite-' || n, 'Kite ' || n, n > 11
       from generate_series(1, 14) n`,
    )
    expect(await search('kite')).toHaveLength(10)
    for (const hidden of ['kite-12', 'kite-13', 'kite-14']) expect(await search(hidden)).not.toContain(hidden)
    await own.db.query(`delete from collection where slug like 'kite-%'`)
  })

  test('GW-7 an unknown collection is a 404, a suspended one a 403 and in no list', async () => {
    expect((await get('/api/public/v1/collection', { id: 'none' })).status).toBe(404)
    await own.db.query('update collection set suspended = true where id = $1', [BIRD])
    expect((await get('/api/public/v1/collection', { id: 'bird' })).body).toMatchObject({
      status: 403,
      rule: 'GW-7',
    })
    expect((await get('/api/public/v1/collections', {})).body.list).toHaveLength(1)
    expect(await sorted({ cl: 'bird' })).toEqual([])
    await own.db.query('update collection set suspended = false where id = $1', [BIRD])
  })
})

describe('events', () => {
  const events = async (query: Record<string, string>) => {
    const { status, body } = await get('/api/public/v1/events', query)
    expect(status).toBe(200)
    return listEvents.response.parse(body).list.map((one) => one.transaction?.block)
  }

  test('GW-31 go by time, or by block and then log index, by default the latest first; an unknown code is a 400', async () => {
    // two of one block, which is later than another one that a clock says was after it
    for (const log of [9, 10])
      await own.db.query(
        `insert into activity (id, type, at, asset_id, contract, token_id, from_address, to_address, amount, block_number, log_index, item, tx_hash)
         select 'later-' || $1::int, type, to_timestamp(650), asset_id, contract, token_id, from_address, to_address, amount, 800, $1::int, 0, tx_hash
         from activity where block_number = 600`,
        [log],
      )
    const places = async (query: Record<string, string>) => {
      const { body } = await get('/api/public/v1/events', query)
      return listEvents.response
        .parse(body)
        .list.map(({ transaction: at }) => [at?.block, at?.log_index].join('/'))
    }
    const byTime = ['700/1', '800/10', '800/9', '600/2']
    const byBlock = ['800/10', '800/9', '700/1', '600/2']
    for (const query of [{}, { sr: 'tm' }, { sr: 'tm', sd: 'd' }, { sd: 'desc' }])
      expect(await places(query)).toEqual(byTime)
    expect(await places({ sd: 'asc' })).toEqual(byTime.toReversed())
    for (const sn of ['650', '1970-01-01T00:10:50Z'])
      expect(await places({ sd: 'a', sn })).toEqual(['800/9', '800/10', '700/1'])
    expect((await get('/api/public/v1/events', { sn: 'yesterday' })).status).toBe(400)
    for (const query of [{ sr: 'bk' }, { sr: 'bk', sd: 'd' }]) expect(await places(query)).toEqual(byBlock)
    expect(await places({ sr: 'bk', sd: 'a' })).toEqual(byBlock.toReversed())
    for (const sr of ['xx', 'pr', '']) expect((await get('/api/public/v1/events', { sr })).status).toBe(400)
    await own.db.query(`delete from activity where block_number = 800`)
  })

  test('are filtered by asset, type, wallet, contract, token, collection and value', async () => {
    expect(await events({ as: idOf(2) })).toEqual(['600'])
    expect(await events({ tp: 'mt,bn,tr' })).toEqual([])
    expect(await events({ tp: 'sa', wl: bob })).toHaveLength(2)
    expect(await events({ wl: `0x${'0c'.repeat(20)}` })).toEqual([])
    expect(await events({ ad: birdAddress })).toEqual([])
    expect(await events({ cl: 'fish', ti: '10' })).toEqual(['700'])
    expect(await events({ ti: '9' })).toEqual(['600'])
    expect(await events({ ti: '1' })).toEqual([])
    expect(await events({ vf: '50' })).toEqual(['600'])
    expect((await get('/api/public/v1/events', { tp: 'zz' })).status).toBe(400)
  })

  test('a token’s number is that of several contracts, of one of them, or of none', async () => {
    await addAsset(own.db, 7, '9', 100, BIRD)
    await own.db.query(
      `insert into activity (id, type, at, asset_id, contract, token_id, from_address, to_address, amount, block_number,
         log_index, item, tx_hash)
       select '650-0-0', 'mint', to_timestamp(650), id, contract, token_id, $2, $3, 1, 650, 0, 0, $4 from asset where id = $1`,
      [idOf(7), `0x${'0'.repeat(40)}`, bob, `0x${'7'.repeat(64)}`],
    )
    const contract = `0x${'f1'.repeat(20)}`
    expect(await events({ ti: '9' })).toEqual(['650', '600'])
    expect(await events({ ti: '9', sd: 'a' })).toEqual(['600', '650'])
    expect(await events({ ti: '9', tp: 'sa' })).toEqual(['600'])
    expect(await events({ ti: '9', cl: 'bird' })).toEqual(['650'])
    expect(await events({ ti: '9', ad: contract })).toEqual(['600'])
    expect(await events({ ti: '9', ad: contract, cl: 'bird' })).toEqual([])
    expect(await events({ ti: '8' })).toEqual([])
    const { body } = await get('/api/public/v1/events', { ti: '9', ps: '1', count: '1' })
    expect(body).toMatchObject({ total: 2, pages: 2, list: [{ transaction: { block: '650' } }] })
    await own.db.query('delete from activity where asset_id = $1', [idOf(7)])
    await own.db.query('delete from asset where id = $1', [idOf(7)])
  })

  test('one event is the first of the same filters', async () => {
    const { body } = await get('/api/public/v1/event', { tp: 'sa', as: idOf(1) })
    expect(body.sale.price).toMatchObject({ value: '20', family: 'thb' })
    expect((await get('/api/public/v1/event', { tp: 'bn' })).status).toBe(404)
  })
})
