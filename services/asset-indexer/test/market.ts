import { randomFrom } from '@talad/demo/random'
import type { Db } from '@talad/shared/db'
import { toJson } from '@talad/shared/json'
import { refreshStats } from '../src/collection/stats.ts'
import { refreshTraits } from '../src/collection/traits.ts'
import { refreshAsset } from '../src/market/refresh.ts'
import { alice, BIRD, bob, FISH, idOf, now } from './lists.ts'

export type Order = {
  n: number
  asset: number
  type: 'list' | 'offer'
  offerer: string
  family: 'thb' | 'jfin'
  symbol: string
  value: number
  live: boolean
}
export type Thing = {
  n: number
  collection: string
  blockchain: string
  holder: string
  suspended: boolean
  traits: Record<string, string | number>
  orders: Order[]
}

export const CAT = 'c'.repeat(24)
export const collections = [
  { id: FISH, slug: 'fish', blockchain: 'kub' },
  { id: BIRD, slug: 'bird', blockchain: 'kub' },
  { id: CAT, slug: 'cat', blockchain: 'jfin' },
]
const tokens = [
  { symbol: 'THB', family: 'thb' },
  { symbol: 'THBK', family: 'thb' },
  { symbol: 'WJFIN', family: 'jfin' },
] as const

export type Pick = <T>(of: readonly T[]) => T

/** Picks one of a few, the same ones for the same seed. */
export function picker(seed: number): Pick {
  const random = randomFrom(`market ${seed}`)
  return (of) => {
    if (of.length === 0) throw new Error('nothing to pick from')
    return of[Math.floor(random() * of.length)] as (typeof of)[number]
  }
}

function makeOrder(asset: number, of: number, pick: Pick): Order {
  const named = { n: asset * 10 + of, asset, type: pick(['list', 'offer'] as const) }
  const price = { ...pick(tokens), value: pick([0.5, 5, 20, 50, 100]) }
  return { ...named, ...price, offerer: pick([alice, bob]), live: pick([true, true, false]) }
}

/** So many assets of three collections on two chains, with traits, orders in three tokens, and some suspended. */
export function makeMarket(size: number, pick: Pick): Thing[] {
  return Array.from({ length: size }, (_, at) => {
    const { id: collection, blockchain } = pick(collections)
    const traits = { Fin: pick(['Long', 'short', 'Crown']), Level: pick([1, 2, 3, 4, 5, 6, 7]) }
    const orders = Array.from({ length: pick([0, 0, 1, 2, 3]) }, (_, of) => makeOrder(at + 1, of, pick))
    const standing = { holder: pick([alice, bob]), suspended: pick([false, false, false, true]) }
    return { n: at + 1, collection, blockchain, traits, orders, ...standing }
  })
}

async function insert(db: Db, table: string, rows: object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  await db.query(
    `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1::json)`,
    [toJson(rows)],
  )
}

const YEAR_MS = 365 * 86_400_000

/** Replaces what is there by a market. */
export async function saveMarket(db: Db, things: readonly Thing[]): Promise<void> {
  await db.query('delete from asset')
  await db.query('delete from order_replica')
  await db.query('delete from activity')
  await db.query('delete from attribute')
  const address = `0x${'ca'.repeat(20)}`
  await db.query(
    `insert into collection (id, blockchain, address, type, slug, name) values ($1, 'jfin', $2, 'erc721', 'cat', 'Cats')
     on conflict (id) do nothing`,
    [CAT, address],
  )
  await insert(
    db,
    'asset',
    things.map(({ n, collection, suspended }) => ({
      id: idOf(n),
      collection_id: collection,
      contract: `0x${collection}${'0'.repeat(16)}`,
      token_id: n,
      supply: 1,
      first_block: n,
      first_at: now,
      last_block: n,
      name: `Thing ${n}`,
      suspended,
      description: '',
      listings: 0,
      offers: 0,
      inactives: 0,
    })),
  )
  await insert(
    db,
    'holder',
    things.map(({ n, holder }) => ({ asset_id: idOf(n), address: holder, quantity: 1 })),
  )
  await insert(
    db,
    'sync',
    things.flatMap(({ n }) =>
      ['metadata', 'image'].map((kind) => ({
        asset_id: idOf(n),
        kind,
        state: 'ready',
        failures: 0,
        sleeps: 0,
      })),
    ),
  )
  await insert(
    db,
    'attribute',
    things.flatMap(({ n, collection, traits }) =>
      Object.entries(traits).map(([key, value], position) => ({
        asset_id: idOf(n),
        position,
        collection_id: collection,
        key,
        key_folded: key.toLowerCase(),
        value: String(value),
        value_folded: String(value).toLowerCase(),
        number: typeof value === 'number' ? value : null,
      })),
    ),
  )
  await db.query(
    `insert into order_replica (hash, order_id, revision, type, status, inactive, shipper, asset_id, offerer,
       token_address, symbol, family, decimals, raw, amount, unit_value, start_at, end_at, created_at)
     select '0x' || lpad(n::text, 64, '0'), lpad(n::text, 24, '0'), 1, type, 'offchain', false, true, asset_id, offerer, '0x' || repeat('70', 20), symbol,
       family, 2, value * 100, 1, value, 'epoch', end_at, 'epoch'
     from json_to_recordset($1::json) as o (n integer, type text, asset_id text, offerer text, symbol text, family text,
       value numeric, end_at timestamptz)`,
    [
      toJson(
        things.flatMap(({ orders }) =>
          orders.map((order) => ({
            ...order,
            asset_id: idOf(order.asset),
            end_at: order.live ? new Date(now.getTime() + YEAR_MS) : now,
          })),
        ),
      ),
    ],
  )
  for (const { n } of things) await refreshAsset(db, idOf(n), now)
  for (const { id } of collections) {
    await refreshStats(db, id, now)
    await refreshTraits(db, id, now)
  }
}
