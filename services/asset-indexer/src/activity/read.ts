import type { ActivityEvent, getEvent } from '@talad/proto/http/asset-indexer/assets'
import { eventTypes } from '@talad/proto/http/asset-indexer/assets'
import type { Queryable } from '@talad/shared/db'
import type { z } from 'zod'
import { inCurrencies, ORDER_PRICE, range } from '../asset/filter.ts'
import {
  type Conditions,
  conditions,
  inCollections,
  isAmong,
  readAddresses,
  shownHere,
} from '../asset/sql.ts'
import type { ContractType } from '../chain/facts.ts'
import { type PriceRow, priceOf, priceSql } from '../market/price.ts'
import { isLiveSql } from '../market/standing.ts'
import { mediaUrl } from '../media/routes.ts'
import { inFamilySql, rateSql } from '../rate/store.ts'

type EventsQuery = z.output<NonNullable<typeof getEvent.query>> & {
  /** of the collections of `cl` or of the site, each of which has its own */
  contracts?: string[] | undefined
  /** that have the number of `ti`; undefined where they are many */
  tokens?: string[] | undefined
}

/** So many assets are asked for by their ids; one of more is soon met on the way along the timeline. */
const MOST_TOKENS = 2_000

/** GW-5: on a site of its own those that it shows, but of what wallets did and of assets that are named. */
async function contractsOf(db: Queryable, { cl, wl, as }: EventsQuery): Promise<string[] | undefined> {
  const where = conditions()
  inCollections(where, cl)
  const isBounded = wl === undefined && as === undefined && shownHere(where)
  if (!cl && !isBounded) return undefined
  const { rows } = await db.query<{ address: string }>(
    `select c.address from collection c where ${where.text()}`,
    where.values,
  )
  return rows.map(({ address }) => address)
}

async function tokensOf(db: Queryable, token: string, contracts: readonly (readonly string[])[]) {
  const where = conditions()
  where.add(`a.token_id = ${where.value(token)}::numeric`)
  for (const some of contracts) where.add(isAmong(where, 'a.contract', some))
  const { rows } = await db.query<{ id: string }>(
    `select a.id from asset a where ${where.text()} limit ${MOST_TOKENS + 1}`,
    where.values,
  )
  return rows.length > MOST_TOKENS ? undefined : rows.map(({ id }) => id)
}

/**
 * A query with the contracts of its collections and the assets of its token number: asked for by themselves, and what
 * events have an index by.
 * @throws Rejection VALIDATION
 */
export async function lookUp<Query extends EventsQuery>(db: Queryable, query: Query): Promise<Query> {
  const contracts = await contractsOf(db, query)
  if (query.ti === undefined) return { ...query, contracts }
  const within = [contracts, query.ad && readAddresses(query.ad, 'ad')].filter((some) => some !== undefined)
  return { ...query, contracts, tokens: await tokensOf(db, query.ti, within) }
}

type EventRow = {
  id: string
  type: ActivityEvent['type']
  at: Date
  asset_id: string
  contract: string
  token_id: bigint
  from_address: string
  to_address: string
  amount: bigint
  order_hash: string | null
  block_number: bigint | null
  log_index: number | null
  tx_hash: string | null
  name: string
  r360: string | null
  collection_id: string
  slug: string
  collection_name: string
  blockchain: string
  contract_type: ContractType
  order_id: string | null
  order_type: 'list' | 'offer' | 'deal' | null
  order_amount: bigint | null
  order_end: Date | null
  order_open: boolean | null
  shipper: boolean | null
  price: PriceRow | null
}

const fromEvents = (events: string) => `from ${events} e join asset a on a.id = e.asset_id
  join collection c on c.id = a.collection_id left join order_replica o on o.hash = e.order_hash`

/**
 * Where a query looks for events. Those of a few assets are taken together first: Postgres takes them for spread over the
 * whole timeline, and would walk it to find the newest of them.
 */
function fromOf(where: Conditions, { tokens }: EventsQuery): string {
  if (!tokens || tokens.length === 1) return fromEvents('activity')
  return fromEvents(`(select * from activity where asset_id = any(${where.value(tokens)}) offset 0)`)
}

const columnsAt = (
  now: string,
) => `e.id, e.type, e.at, e.asset_id, e.contract, e.token_id, e.from_address, e.to_address, e.amount,
  e.order_hash, e.block_number, e.log_index, e.tx_hash, a.name,
  case when not a.suspended and not c.suspended then a.r360 end as r360, a.collection_id, c.slug,
  c.name as collection_name, c.blockchain, c.type as contract_type, o.order_id, o.type as order_type,
  o.amount as order_amount, o.end_at as order_end, ${isLiveSql('o', now)} as order_open, o.shipper, ${priceSql('o', 'e.amount')} as price`

/** How long after a listing was taken back another one counts as its new price. */
const NEW_PRICE_WITHIN = `interval '5 seconds'`

/**
 * A sale moves the piece, and a new price takes the old listing back: each is told once. With `offset`, each event of a
 * page looks up its own sale; without, Postgres reads all sales there are for a page of twenty.
 */
const ONE_THING = `not (e.type = 'transfer' and exists (select 1 from activity s where s.type = 'sale'
    and s.tx_hash = e.tx_hash and s.asset_id = e.asset_id offset 0))
  and not (e.type = 'cancel' and exists (select 1 from activity l where l.type = 'list' and l.asset_id = e.asset_id
    and l.from_address = e.from_address and l.at between e.at - ${NEW_PRICE_WITHIN} and e.at + ${NEW_PRICE_WITHIN}))`

function eventConditions(query: EventsQuery, now: Date): Conditions {
  const where = conditions()
  if (query.bc) where.add(`c.blockchain = any(${where.value(query.bc)})`)
  if (query.ad) where.add(isAmong(where, 'e.contract', readAddresses(query.ad, 'ad')))
  if (query.tokens?.length === 1) where.add(isAmong(where, 'e.asset_id', query.tokens))
  else if (query.ti && !query.tokens) where.add(`e.token_id = ${where.value(query.ti)}::numeric`)
  if (query.as) where.add(isAmong(where, 'e.asset_id', query.as))
  if (query.contracts) where.add(isAmong(where, 'e.contract', query.contracts))
  if (query.wl) {
    const wallets = where.value(readAddresses(query.wl, 'wl'))
    where.add(`e.from_address = any(${wallets}) or e.to_address = any(${wallets})`)
  }
  if (query.sn) where.add(`e.at >= ${where.value(query.sn)}::timestamptz`)
  if (query.mg) where.add(ONE_THING)
  if (query.tp)
    where.add(
      isAmong(
        where,
        'e.type',
        query.tp.map((code) => eventTypes[code]),
      ),
    )
  if (query.cu) where.add(inCurrencies(where, query.cu))
  if (query.vf !== undefined || query.vt !== undefined) {
    const family = query.cv ?? (query.cu ? undefined : 'thb')
    // OB-37: also what was sold long ago at the rate of now
    const price = family ? inFamilySql(family, ORDER_PRICE, rateSql(where.value(now))) : ORDER_PRICE.value
    for (const part of range(where, price, query)) where.add(part)
  }
  return where
}

/** GW-31: by time, or by block and log index; each the exact reverse in the other direction. */
function eventOrder(query: EventsQuery): string {
  const desc = (query.sd ?? 'desc') === 'desc'
  const way = desc ? 'desc nulls last' : 'asc nulls first'
  const plain = desc ? 'desc' : 'asc'
  if (query.sr === 'bk') {
    // events without a block are last in both directions
    const nulls = `${plain} nulls last`
    return `e.block_number ${nulls}, e.log_index ${nulls}, e.item ${nulls}, e.id ${plain}`
  }
  return `e.at ${plain}, e.block_number ${way}, e.log_index ${way}, e.id ${plain}`
}

function toEvent(row: EventRow): ActivityEvent {
  const amount = row.amount.toString()
  const ownOrder = row.type === 'list' || row.type === 'offer' || row.type === 'cancel'
  const { order_id, order_hash, order_type, tx_hash, block_number, log_index } = row
  const moved = row.type === 'mint' || row.type === 'burn' || row.type === 'transfer'
  return {
    _id: row.id,
    type: row.type,
    time: row.at.toISOString(),
    contract: { blockchain: row.blockchain, address: row.contract, type: row.contract_type },
    token: { id: row.token_id.toString() },
    asset: {
      id: row.asset_id,
      name: row.name,
      r360: mediaUrl(row.r360),
      collection: { id: row.collection_id, slug: row.slug, name: row.collection_name },
    },
    transfer: moved ? { from: row.from_address, to: row.to_address, amount } : null,
    order:
      ownOrder &&
      order_id !== null &&
      order_hash !== null &&
      order_type !== null &&
      row.order_end &&
      row.price
        ? {
            id: order_id,
            hash: order_hash,
            type: order_type,
            offerer: row.from_address,
            amount,
            price: priceOf(row.price),
            ends: row.order_end.toISOString(),
            open: row.order_open ?? false,
          }
        : null,
    sale:
      row.type === 'sale' && order_hash !== null
        ? {
            order_hash,
            seller: row.from_address,
            buyer: row.to_address,
            amount,
            shipper: row.shipper ?? false,
            price: row.price && priceOf(row.price), // AI-18: of a shipper order it is in THB
          }
        : null,
    transaction:
      tx_hash !== null && block_number !== null && log_index !== null
        ? { hash: tx_hash, block: block_number.toString(), log_index }
        : null,
  }
}

/** One page of the timeline: its size, and the number of rows to leave out. */
export async function readEvents(
  db: Queryable,
  query: EventsQuery,
  { now, limit, offset }: { now: Date; limit: number; offset: number },
): Promise<ActivityEvent[]> {
  const where = eventConditions(query, now)
  const columns = columnsAt(where.value(now))
  const result = await db.query<EventRow>(
    `select ${columns} ${fromOf(where, query)} where ${where.text()} order by ${eventOrder(query)}
     limit ${limit} offset ${offset}`,
    where.values,
  )
  return result.rows.map(toEvent)
}

export async function countEvents(db: Queryable, query: EventsQuery, now: Date): Promise<bigint> {
  const where = eventConditions(query, now)
  const result = await db.query<{ count: bigint }>(
    `select count(*) as count ${fromOf(where, query)} where ${where.text()}`,
    where.values,
  )
  return result.rows[0]?.count ?? 0n
}
