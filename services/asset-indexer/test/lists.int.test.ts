import { listAssets, listEvents, type TraitFilter, traitQuery } from '@talad/proto/http/asset-indexer'
import { loadConfig } from '@talad/shared/config'
import { type Db, openDb } from '@talad/shared/db'
import { createAuth } from '@talad/shared/http/auth'
import { createTestDatabase } from '@talad/shared/testing/postgres'
import { createWake } from '@talad/shared/wake'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { openRpc } from '../src/chain/rpc.ts'
import { refreshCollection } from '../src/collection/stats.ts'
import { type AssetIndexerConfig, assetIndexerConfig } from '../src/config.ts'
import { refreshAssets } from '../src/market/refresh.ts'
import { createPictureMaker } from '../src/media/pictures.ts'
import { migrations } from './indexer.ts'

const now = new Date('2026-06-01T00:00:00Z')
const FISH = 'a'.repeat(24)
const BIRD = 'b'.repeat(24)
const fishAddress = `0x${'f1'.repeat(20)}`
const birdAddress = `0x${'b1'.repeat(20)}`
const alice = `0x${'0a'.repeat(20)}`
const bob = `0x${'0b'.repeat(20)}`
const HUGE = (2n ** 200n).toString()

let db: Db
let app: ReturnType<typeof buildApp>
const cleanup: (() => Promise<unknown>)[] = []

const idOf = (n: number) => n.toString(16).padStart(24, '0')
const hashOf = (n: number) => `0x${n.toString(16).padStart(64, '0')}`

type Order = {
  n: number
  asset: number
  type: 'list' | 'offer'
  value: string
  family?: 'thb' | 'jfin'
  day: number
  live?: boolean
}

async function addAsset(
  n: number,
  token: string,
  block: number,
  collection = FISH,
  suspended = false,
): Promise<void> {
  const contract = collection === FISH ? fishAddress : birdAddress
  await db.query(
    `insert into asset (id, collection_id, contract, token_id, owner, supply, first_block, first_at, last_block, name, suspended)
     values ($1, $2, $3, $4, $5, 1, $6::bigint, to_timestamp($6::bigint), $7, $8, $9)`,
    [idOf(n), collection, contract, token, n % 2 ? alice : bob, n, block, `Asset ${n}`, suspended],
  )
  await db.query(
    `insert into sync (asset_id, kind, state) values ($1, 'metadata', 'ready'), ($1, 'image', 'pending')`,
    [idOf(n)],
  )
  await db.query('insert into holder values ($1, $2, 1)', [idOf(n), n % 2 ? alice : bob])
}

async function addOrder({ n, asset, type, value, family = 'thb', day, live = true }: Order): Promise<void> {
  await db.query(
    `insert into market_order (hash, order_id, revision, type, status, inactive, shipper, asset_id, offerer, token_address,
       symbol, family, decimals, raw, amount, unit_value, start_at, end_at, created_at, live)
     values ($1, $2, 1, $3, 'offchain', false, true, $4, $5, $6, $7, $8, 2, $9, 1, $10::numeric, $11, $11, $11, $12)`,
    [
      ...[
        hashOf(n),
        idOf(n),
        type,
        idOf(asset),
        alice,
        `0x${'70'.repeat(20)}`,
        family === 'thb' ? 'THBK' : 'JFIN',
      ],
      ...[
        family,
        String(Math.round(Number(value) * 100)),
        value,
        new Date(now.getTime() + day * 86_400_000),
        live,
      ],
    ],
  )
}

async function addSale(n: number, asset: number, order: number, block: number): Promise<void> {
  await db.query(
    `insert into activity (id, type, at, asset_id, contract, token_id, from_address, to_address, amount, order_hash,
       block_number, log_index, item, tx_hash)
     values ($1, 'sale', to_timestamp($2::bigint), $3, $4, 1, $5, $6, 1, $7, $2::bigint, $8, 0, $9)`,
    [`${block}-${n}-0`, block, idOf(asset), fishAddress, alice, bob, hashOf(order), n, hashOf(999)],
  )
}

async function addTraits(asset: number, traits: Record<string, string | number>): Promise<void> {
  let position = 0
  for (const [key, value] of Object.entries(traits)) {
    await db.query(
      `insert into attribute (asset_id, position, collection_id, key, key_folded, value, value_folded, number)
       values ($1, $2, $3, $4, lower($4), $5, lower($5), $6)`,
      [idOf(asset), position++, FISH, key, String(value), typeof value === 'number' ? value : null],
    )
  }
}

beforeAll(async () => {
  const own = await createTestDatabase(inject('postgres'), migrations)
  db = openDb(own.url)
  const wake = createWake(db)
  cleanup.push(
    () => wake.close(),
    () => db.end(),
    () => own.drop(),
  )
  await db.query(
    `insert into collection (id, blockchain, address, type, slug, name) values
       ($1, 'kub', $3, 'erc721', 'fish', 'Betta Fish'), ($2, 'kub', $4, 'erc1155', 'bird', 'นกไทย')`,
    [FISH, BIRD, fishAddress, birdAddress],
  )
  await addAsset(1, '10', 100)
  await addAsset(2, '9', 300)
  await addAsset(3, HUGE, 200)
  await addAsset(4, '11', 300)
  await addAsset(5, '1', 50, BIRD)
  await addAsset(6, '12', 400, FISH, true)
  await addOrder({ n: 1, asset: 1, type: 'list', value: '20', day: 1 })
  await addOrder({ n: 2, asset: 1, type: 'list', value: '30', day: 3 })
  await addOrder({ n: 3, asset: 2, type: 'list', value: '100', day: 2 })
  await addOrder({ n: 4, asset: 2, type: 'offer', value: '15', day: 1 })
  await addOrder({ n: 5, asset: 3, type: 'offer', value: '25', day: 1 })
  await addOrder({ n: 6, asset: 3, type: 'list', value: '1', day: 1, live: false })
  await addOrder({ n: 7, asset: 5, type: 'list', value: '0.5', family: 'jfin', day: 1 })
  await addSale(1, 1, 1, 700)
  await addSale(2, 2, 3, 600)
  await addTraits(1, { Level: 1, Fin: 'Long' })
  await addTraits(2, { Level: 5, Fin: 'Short' })
  await addTraits(3, { Level: 9, fin: 'long' })
  const client = await db.connect()
  await refreshAssets(client, [1, 2, 3, 4, 5, 6].map(idOf))
  client.release()
  for (const id of [FISH, BIRD]) await refreshCollection(db, { id, stats_due: true, traits_due: true }, now)

  const config: AssetIndexerConfig = loadConfig('asset-indexer', assetIndexerConfig, {
    ...{
      DATABASE_URL: own.url,
      JWKS_URL: 'http://127.0.0.1:1/',
      INTERNAL_TOKENS: 'x'.repeat(16),
      MEDIA_DIR: '/nowhere',
    },
    ...{ RPC_URL: 'http://127.0.0.1:1/', CHAIN_ID: '3501', SEAPORT_ADDRESS: fishAddress },
  })
  const rpc = openRpc(config.RPC_URL, config.CHAIN_ID)
  cleanup.unshift(async () => rpc.close())
  const unused = async () => {
    throw new Error('not used here')
  }
  app = buildApp({
    ...{
      service: 'asset-indexer',
      db,
      wake,
      now: () => now,
      log: pino({ level: 'silent' }),
      devMode: false,
      config,
      rpc,
    },
    auth: createAuth({ jwks: unused, internalTokens: [] }),
    bus: {
      publish: unused,
      subscribe: unused,
      seek: unused,
      lag: unused,
      ensureTopics: unused,
      close: unused,
    },
    sources: { resolve: unused, ipfsGateways: [], arweaveGateway: '' },
    pictures: createPictureMaker({ dir: '/nowhere' }),
  })
  cleanup.unshift(() => app.fastify.close())
})
afterAll(async () => {
  for (const clean of cleanup) await clean()
})

async function get(path: string, query: Record<string, string>) {
  const response = await app.fastify.inject({ method: 'GET', url: path, query })
  return { status: response.statusCode, headers: response.headers, body: response.json() }
}

/** Numbers of the assets that a query finds, in order. */
async function assets(query: Record<string, string>): Promise<number[]> {
  const { status, body } = await get('/api/public/v1/assets', query)
  expect([status, body.message]).toEqual([200, undefined])
  return listAssets.response.parse(body).list.map((one) => Number.parseInt(one._id, 16))
}

const sorted = async (query: Record<string, string>) => (await assets(query)).sort()
const traits = (...filters: TraitFilter[]) => sorted(traitQuery(filters))

describe('sorts', () => {
  test.each([
    ['ti', 'asc', [5, 2, 1, 4, 3]],
    ['ti', 'desc', [3, 4, 1, 2, 5]],
    ['at', 'asc', [1, 2, 3, 4, 5]],
    ['at', 'd', [5, 4, 3, 2, 1]],
    ['bk', 'desc', [2, 4, 3, 1, 5]],
    ['bk', 'a', [5, 1, 3, 2, 4]],
    ['sp', 'asc', [1, 3, 2, 5, 4]],
    ['sp', 'desc', [2, 3, 1, 5, 4]],
    ['lp', 'asc', [1, 2, 5, 4, 3]],
    ['lp', 'desc', [2, 1, 5, 4, 3]],
    ['op', 'asc', [2, 3, 5, 1, 4]],
    ['op', 'desc', [3, 2, 5, 1, 4]],
    ['lsp', 'asc', [1, 2, 5, 4, 3]],
    ['lsp', 'desc', [2, 1, 5, 4, 3]],
    ['lsb', 'asc', [2, 1, 5, 4, 3]],
    ['lsb', 'desc', [1, 2, 5, 4, 3]],
    ['lt', 'asc', [5, 2, 1, 4, 3]],
    ['lt', 'desc', [1, 2, 5, 4, 3]],
  ])('GW-29 sorts by %s %s with missing values last and ties by token number', async (sr, sd, expected) => {
    expect(await assets({ sr, sd })).toEqual(expected)
  })

  test('GW-29 prices go up by default and all else goes down', async () => {
    expect((await assets({ sr: 'sp' }))[0]).toBe(1)
    expect((await assets({ sr: 'lt' }))[0]).toBe(1)
  })

  test('GW-29 prices of another family are sorted in cv', async () => {
    expect((await assets({ sr: 'lp', cv: 'jfin' }))[0]).toBe(5)
  })

  test('AI-6 token ids beyond 2^53 are sorted as numbers, and have no number on the wire', async () => {
    const { body } = await get('/api/public/v1/assets', { sr: 'ti', sd: 'desc' })
    expect(body.list[0].token).toEqual({ id: HUGE, number: null })
    expect(body.list[1].token).toEqual({ id: '11', number: 11 })
  })

  test('AI-15 hides suspended assets and sorts by the latest activity by default', async () => {
    expect(await assets({})).toEqual([2, 4, 3, 1, 5])
    expect(await assets({ is: '1' })).toEqual([6, 2, 4, 3, 1, 5])
  })

  test.each(['xx', 'price', ''])('GW-31 an unknown sort code is a 400: "%s"', async (sr) => {
    expect((await get('/api/public/v1/assets', { sr })).status).toBe(400)
    expect((await get('/api/public/v1/events', { sr })).status).toBe(400)
  })
})

describe('filters', () => {
  test('AI-14 mine is what wl holds, and listed or offered with wl is what of it is listed or offered', async () => {
    expect(await sorted({ co: 'mine', wl: alice })).toEqual([1, 3, 5])
    expect(await sorted({ co: 'li' })).toEqual([1, 2, 5])
    expect(await sorted({ co: 'of' })).toEqual([2, 3])
    expect(await sorted({ co: 'li,of' })).toEqual([1, 2, 3, 5])
    expect(await sorted({ co: 'li', wl: bob })).toEqual([2])
    expect(await sorted({ co: 'li,of', wl: `${alice},${bob}` })).toEqual([1, 2, 3, 5])
    expect((await get('/api/public/v1/assets', { co: 'mine' })).body).toMatchObject({
      code: 'required_parameter',
      field: 'wl',
    })
  })

  test('collections are named by id or slug, contracts by address in any case', async () => {
    expect(await sorted({ cl: BIRD })).toEqual([5])
    expect(await sorted({ cl: 'bird,fish' })).toEqual([1, 2, 3, 4, 5])
    expect(await sorted({ ad: birdAddress.toUpperCase().replace('0X', '0x') })).toEqual([5])
    expect(await sorted({ as: `${idOf(2)},${idOf(5)}` })).toEqual([2, 5])
    expect(await sorted({ bc: 'jfin' })).toEqual([])
    expect(await sorted({ q: 'asset 4' })).toEqual([4])
    expect(await sorted({ q: '%_' })).toEqual([])
  })

  test('GW-17 a mixed-case address with a wrong checksum is a 400', async () => {
    const wrong = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'.replace('5aAe', '5Aae')
    expect((await get('/api/public/v1/assets', { ad: wrong })).status).toBe(400)
  })

  test('values are inclusive, in thb by default, and of an order in the currency when one is given', async () => {
    expect(await sorted({ vf: '20', vt: '25' })).toEqual([1, 3])
    expect(await sorted({ vf: '100' })).toEqual([2])
    expect(await sorted({ cu: 'jfin' })).toEqual([5])
    expect(await sorted({ cu: 'THBK', vf: '30' })).toEqual([1, 2])
    expect(await sorted({ cu: 'jfin', vt: '0.5' })).toEqual([5])
    expect(await sorted({ cu: 'jfin', cv: 'thb' })).toEqual([])
    expect((await get('/api/public/v1/assets', { vf: 'cheap' })).status).toBe(400)
  })

  test('AI-13 entries of one key are alternatives, different keys must all hold, keys and values match case-folded', async () => {
    expect(await traits({ key: 'Fin', value: 'Long' })).toEqual([1, 3])
    expect(await traits({ key: 'FIN', value: 'long' }, { key: 'fin', value: 'Short' })).toEqual([1, 2, 3])
    expect(await traits({ key: 'Fin', value: 'Long' }, { key: 'Level', value: '9' })).toEqual([3])
    expect(await traits({ key: 'Fin', value: 'None' })).toEqual([])
  })

  test('AI-13 a range includes its ends, may be open at one, and a bad number is a 400', async () => {
    expect(await traits({ key: 'Level', value: '1', valueTo: '5' })).toEqual([1, 2])
    expect(await traits({ key: 'Level', value: '5', valueTo: '' })).toEqual([2, 3])
    expect(await traits({ key: 'Level', value: '', valueTo: '4.9' })).toEqual([1])
    expect(await traits({ key: 'Level', value: '-3', valueTo: '1' })).toEqual([1])
    const bad = async (filter: TraitFilter) =>
      (await get('/api/public/v1/assets', traitQuery([filter]))).status
    expect(await bad({ key: 'Level', value: 'x', valueTo: '5' })).toBe(400)
    expect(await bad({ key: 'Level', value: '', valueTo: '' })).toBe(400)
    expect((await get('/api/public/v1/assets', { 'tr[0][value]': '1' })).status).toBe(400)
  })

  test('values of a query never become SQL', async () => {
    const nasty = `x'); drop table asset; --`
    expect(await sorted({ q: nasty, cl: nasty, cu: "a' or 'b" })).toEqual([])
    expect(await traits({ key: nasty, value: nasty })).toEqual([])
    expect((await assets({})).length).toBe(5)
  })
})

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
    await db.query('insert into holder select $1, a, n from unnest($2::text[]) with ordinality as x (a, n)', [
      idOf(5),
      many,
    ])
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

  test('AI-17 are searched by name, also Thai, by slug and by the start of the address', async () => {
    const search = async (q: string) =>
      (await get('/api/public/v1/collections/search', { q })).body.list.map(
        (one: { slug: string }) => one.slug,
      )
    expect(await search('bet')).toEqual(['fish'])
    expect(await search('กไท')).toEqual(['bird'])
    expect(await search(birdAddress.slice(0, 8))).toEqual(['bird'])
    expect(await search(birdAddress.slice(4, 12))).toEqual([])
    expect((await get('/api/public/v1/collections/search', { q: 'x' })).status).toBe(400)
  })

  test('GW-7 an unknown collection is a 404, a suspended one a 403 and in no list', async () => {
    expect((await get('/api/public/v1/collection', { id: 'none' })).status).toBe(404)
    await db.query('update collection set suspended = true where id = $1', [BIRD])
    expect((await get('/api/public/v1/collection', { id: 'bird' })).body).toMatchObject({
      status: 403,
      rule: 'GW-7',
    })
    expect((await get('/api/public/v1/collections', {})).body.list).toHaveLength(1)
    expect(await sorted({ cl: 'bird' })).toEqual([])
    await db.query('update collection set suspended = false where id = $1', [BIRD])
  })
})

describe('events', () => {
  const events = async (query: Record<string, string>) => {
    const { status, body } = await get('/api/public/v1/events', query)
    expect(status).toBe(200)
    return listEvents.response.parse(body).list.map((one) => one.transaction?.block)
  }

  test('GW-31 go by time or block, newest first by default', async () => {
    expect(await events({})).toEqual(['700', '600'])
    expect(await events({ sd: 'asc' })).toEqual(['600', '700'])
    expect(await events({ sr: 'bk', sd: 'a' })).toEqual(['600', '700'])
  })

  test('are filtered by asset, type, wallet, contract, token, collection and value', async () => {
    expect(await events({ as: idOf(2) })).toEqual(['600'])
    expect(await events({ tp: 'mt,bn,tr' })).toEqual([])
    expect(await events({ tp: 'sa', wl: bob })).toHaveLength(2)
    expect(await events({ wl: `0x${'0c'.repeat(20)}` })).toEqual([])
    expect(await events({ ad: birdAddress })).toEqual([])
    expect(await events({ cl: 'fish', ti: '1' })).toHaveLength(2)
    expect(await events({ vf: '50' })).toEqual(['600'])
    expect((await get('/api/public/v1/events', { tp: 'zz' })).status).toBe(400)
  })

  test('one event is the first of the same filters', async () => {
    const { body } = await get('/api/public/v1/event', { tp: 'sa', as: idOf(1) })
    expect(body.sale.price).toMatchObject({ value: '20', family: 'thb' })
    expect((await get('/api/public/v1/event', { tp: 'bn' })).status).toBe(404)
  })
})
