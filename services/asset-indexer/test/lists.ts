import type { OutgoingHttpHeaders } from 'node:http'
import type { Clock } from '@talad/shared/clock'
import { loadConfig } from '@talad/shared/config'
import { type Db, openDb, type Queryable } from '@talad/shared/db'
import { createAuth } from '@talad/shared/http/auth'
import { createPictureMaker } from '@talad/shared/media/pictures'
import { createNotifier } from '@talad/shared/notifier'
import { createLogger } from '@talad/shared/telemetry'
import { createTestDatabase } from '@talad/shared/testing/postgres'
import { signToken, testKeys } from '@talad/shared/testing/tokens'
import { buildApp } from '../src/app.ts'
import { openRpc } from '../src/chain/rpc.ts'
import { refreshStats } from '../src/collection/stats.ts'
import { refreshTraits } from '../src/collection/traits.ts'
import { type AssetIndexerConfig, assetIndexerConfig } from '../src/config.ts'
import { refreshAsset } from '../src/market/refresh.ts'
import { migrations } from './indexer.ts'

export const now = new Date('2026-06-01T00:00:00Z')
export const FISH = 'a'.repeat(24)
export const BIRD = 'b'.repeat(24)
const fishAddress = `0x${'f1'.repeat(20)}`
export const birdAddress = `0x${'b1'.repeat(20)}`
export const alice = `0x${'0a'.repeat(20)}`
export const bob = `0x${'0b'.repeat(20)}`
export const HUGE = (2n ** 200n).toString()

export const idOf = (n: number) => n.toString(16).padStart(24, '0')
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

export async function addAsset(
  db: Queryable,
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
  if (suspended)
    await db.query(
      `insert into suspension_replica (suspension_id, revision, active, blockchain, contract_address, token_from, token_to)
       values ($1, 1, true, 'kub', $2, $3, $3)`,
      [`s-${n}`, contract, token],
    )
  await db.query('insert into holder values ($1, $2, 1)', [idOf(n), n % 2 ? alice : bob])
}

export async function addOrder(
  db: Db,
  { n, asset, type, value, family = 'thb', day, live = true }: Order,
): Promise<void> {
  await db.query(
    `insert into order_replica (hash, order_id, revision, type, status, inactive, shipper, asset_id, offerer, token_address,
       symbol, family, decimals, raw, amount, unit_value, start_at, end_at, created_at)
     values ($1, $2, 1, $3, 'offchain', false, true, $4, $5, $6, $7, $8, 2, $9, 1, $10::numeric, 'epoch', $12, $11)`,
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
        live ? new Date(now.getTime() + 365 * 86_400_000) : now,
      ],
    ],
  )
}

async function addSale(db: Db, n: number, asset: number, order: number, block: number): Promise<void> {
  await db.query(
    `insert into activity (id, type, at, asset_id, contract, token_id, from_address, to_address, amount, order_hash,
       block_number, log_index, item, tx_hash)
     select $1, 'sale', to_timestamp($2::bigint), id, contract, token_id, $4, $5, 1, $6, $2::bigint, $7, 0, $8
     from asset where id = $3`,
    [`${block}-${n}-0`, block, idOf(asset), alice, bob, hashOf(order), n, hashOf(999)],
  )
}

async function addTraits(db: Db, asset: number, traits: Record<string, string | number>): Promise<void> {
  let position = 0
  for (const [key, value] of Object.entries(traits)) {
    await db.query(
      `insert into attribute (asset_id, position, collection_id, key, key_folded, value, value_folded, number)
       values ($1, $2, $3, $4, lower($4), $5, lower($5), $6)`,
      [idOf(asset), position++, FISH, key, String(value), typeof value === 'number' ? value : null],
    )
  }
}

export type Lists = {
  db: Db
  get(
    path: string,
    query: Record<string, string>,
    /** account that asks; absent: a visitor */
    account?: string,
  ): Promise<{ status: number; headers: OutgoingHttpHeaders; body: ReturnType<typeof JSON.parse> }>
  close(): Promise<void>
}

/** The calls over a small market: five assets of two collections, one of them suspended, orders and sales. */
export async function startLists(
  server: string,
  { clock = () => now, countsKeptMs = 0 }: { clock?: Clock; countsKeptMs?: number } = {},
): Promise<Lists> {
  const cleanup: (() => Promise<unknown>)[] = []
  const own = await createTestDatabase(server, migrations)
  const db = openDb(own.url)
  const notifier = createNotifier(db)
  cleanup.push(
    () => notifier.close(),
    () => db.end(),
    () => own.drop(),
  )
  await db.query(
    `insert into collection (id, blockchain, address, type, slug, name) values
       ($1, 'kub', $3, 'erc721', 'fish', 'Betta Fish'), ($2, 'kub', $4, 'erc1155', 'bird', 'นกไทย')`,
    [FISH, BIRD, fishAddress, birdAddress],
  )
  await addAsset(db, 1, '10', 100)
  await addAsset(db, 2, '9', 300)
  await addAsset(db, 3, HUGE, 200)
  await addAsset(db, 4, '11', 300)
  await addAsset(db, 5, '1', 50, BIRD)
  await addAsset(db, 6, '12', 400, FISH, true)
  await addOrder(db, { n: 1, asset: 1, type: 'list', value: '20', day: 1 })
  await addOrder(db, { n: 2, asset: 1, type: 'list', value: '30', day: 3 })
  await addOrder(db, { n: 3, asset: 2, type: 'list', value: '100', day: 2 })
  await addOrder(db, { n: 4, asset: 2, type: 'offer', value: '15', day: 1 })
  await addOrder(db, { n: 5, asset: 3, type: 'offer', value: '25', day: 1 })
  await addOrder(db, { n: 6, asset: 3, type: 'list', value: '1', day: 1, live: false })
  await addOrder(db, { n: 7, asset: 5, type: 'list', value: '0.5', family: 'jfin', day: 1 })
  await addSale(db, 1, 1, 1, 700)
  await addSale(db, 2, 2, 3, 600)
  await addTraits(db, 1, { Level: 1, Fin: 'Long' })
  await addTraits(db, 2, { Level: 5, Fin: 'Short' })
  await addTraits(db, 3, { Level: 9, fin: 'long' })
  for (const n of [1, 2, 3, 4, 5, 6]) await refreshAsset(db, idOf(n), now)
  for (const id of [FISH, BIRD]) {
    await refreshStats(db, id, now)
    await refreshTraits(db, id, now)
  }

  const config: AssetIndexerConfig = loadConfig('asset-indexer', assetIndexerConfig, {
    DATABASE_URL: own.url,
    JWKS_URL: 'http://127.0.0.1:1/',
    INTERNAL_TOKENS: 'x'.repeat(16),
    MEDIA_DIR: '/nowhere',
    COUNTS_KEPT_MS: String(countsKeptMs),
    RPC_URL: 'http://127.0.0.1:1/',
    CHAIN_ID: '3501',
    SEAPORT_ADDRESS: fishAddress,
  })
  const keys = await testKeys()
  const rpc = openRpc(config.RPC_URL, config.CHAIN_ID)
  cleanup.unshift(
    async () => rpc.close(),
    () => keys.close(),
  )
  const unused = async () => {
    throw new Error('not used here')
  }
  const app = buildApp({
    service: 'asset-indexer',
    db,
    notifier,
    now: clock,
    log: createLogger('asset-indexer', 'silent'),
    devMode: false,
    config,
    scanDb: db,
    rpc,
    auth: createAuth({ jwks: new URL(keys.url), callers: {} }),
    bus: {
      publish: unused,
      subscribe: unused,
      seek: unused,
      lag: unused,
      hasHandledUntil: unused,
      prune: unused,
      forget: unused,
      ensureTopics: unused,
      close: unused,
    },
    sources: { resolve: unused, ipfsGateways: [], arweaveGateway: '' },
    pictures: createPictureMaker({ dir: '/nowhere' }),
    uploads: createPictureMaker({ dir: '/nowhere' }),
    people: { savePicture: unused },
  })
  cleanup.unshift(() => app.fastify.close())
  return {
    db,
    async get(path, query, account) {
      const headers = account ? { authorization: `Bearer ${await signToken(keys, { sub: account })}` } : {}
      const response = await app.fastify.inject({ method: 'GET', url: path, query, headers })
      return { status: response.statusCode, headers: response.headers, body: response.json() }
    },
    async close() {
      for (const clean of cleanup) await clean()
    },
  }
}
