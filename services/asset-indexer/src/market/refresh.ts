import { arrayText, type Db, inTx, type Tx } from '@talad/shared/db'
import { retryOnConflict } from '@talad/shared/lost-race'
import { touchCollections } from '../due/figures.ts'
import { assetMarket } from '../due/market.ts'
import { inFamilySql, rateSql } from '../rate/store.ts'
import { changesAtSql, isLiveSql } from './standing.ts'

const WORK_OUT = `
  with r as materialized (select ${rateSql('$2')} as rate),
  o as (
    select o.*, ${isLiveSql('o', '$2')} as live,
      ${inFamilySql('thb', { family: 'o.family', value: 'o.unit_value' }, 'r.rate')} as baht
    from order_replica o cross join r
    where o.asset_id = any($1::text[]) and o.type <> 'deal'),
  m as (
    select w.asset_id, count(*) filter (where live and type = 'list') as listings,
      count(*) filter (where live and type = 'offer') as offers,
      count(*) filter (where inactive and status in ('offchain', 'validated', 'filled')) as inactives,
      max(created_at) filter (where live and type = 'list') as listed_at,
      min(unit_value) filter (where live and type = 'list' and family = 'thb') as lp_thb,
      min(unit_value) filter (where live and type = 'list' and family = 'jfin') as lp_jfin,
      max(unit_value) filter (where live and type = 'offer' and family = 'thb') as op_thb,
      max(unit_value) filter (where live and type = 'offer' and family = 'jfin') as op_jfin,
      min(baht) filter (where live and type = 'list') as lp_baht,
      max(baht) filter (where live and type = 'offer') as op_baht,
      (array_agg(hash order by type = 'list' desc, case when type = 'list' then baht else -baht end,
        case when type = 'list' then unit_value else -unit_value end, created_at, hash)
        filter (where live and type in ('list', 'offer')))[1] as best_order
    from unnest($1::text[]) as w (asset_id) left join o on o.asset_id = w.asset_id group by w.asset_id)
  update asset set
    listings = m.listings, offers = m.offers, inactives = m.inactives, listed_at = m.listed_at,
    lp_thb = m.lp_thb, lp_jfin = m.lp_jfin, op_thb = m.op_thb, op_jfin = m.op_jfin,
    lp_baht = m.lp_baht, op_baht = m.op_baht, lsp_baht = s.baht, best_order = m.best_order,
    last_sale_order = s.order_hash, last_sale_amount = s.amount, last_sale_block = s.block_number,
    last_sale_at = s.at, lsp_thb = case when s.family = 'thb' then s.unit_value end,
    lsp_jfin = case when s.family = 'jfin' then s.unit_value end
  from m left join lateral (
    select a.order_hash, a.amount, a.block_number, a.at, s.family, s.unit_value,
      ${inFamilySql('thb', { family: 's.family', value: 's.unit_value' }, 'r.rate')} as baht
    from activity a cross join r left join order_replica s on s.hash = a.order_hash
    where a.asset_id = m.asset_id and a.type = 'sale' order by a.block_number desc, a.log_index desc limit 1) s on true
  where asset.id = m.asset_id
  returning asset.collection_id`

const NEXT_CHANGE = `
  select o.asset_id as id, min(${changesAtSql('o', '$2::timestamptz')}) as at from order_replica o
  where o.asset_id = any($1::text[]) and o.open group by o.asset_id`

/** What orders are about may be on its way: the scan that adds an asset and the order that comes then don't see each other. */
const UNKNOWN_ASSET_MS = 60_000

/** When something is to be looked at again; who is left out, never by the clock alone. */
type Next = ReadonlyMap<string, Date>

/** Works assets out that the caller has locked. */
async function workOut(tx: Tx, assetIds: readonly string[], now: Date): Promise<Next> {
  if (assetIds.length === 0) return new Map()
  const values = [arrayText(assetIds), now]
  const { rows } = await tx.query<{ collection_id: string }>({
    name: 'asset.work_out',
    text: WORK_OUT,
    values,
  })
  await touchCollections(tx, { ids: [...new Set(rows.map((row) => row.collection_id))] }, now)
  const next = await tx.query<{ id: string; at: Date | null }>({
    name: 'asset.next_change',
    text: NEXT_CHANGE,
    values,
  })
  return new Map(next.rows.flatMap(({ id, at }) => (at ? [[id, at] as const] : [])))
}

/** Of assets that are not known: those with open orders may be there soon. */
async function whenTheyMayBeThere(tx: Tx, assetIds: readonly string[], now: Date): Promise<Next> {
  if (assetIds.length === 0) return new Map()
  const { rows } = await tx.query<{ id: string }>(
    'select distinct asset_id as id from order_replica where asset_id = any($1::text[]) and open',
    [arrayText(assetIds)],
  )
  const soon = new Date(now.getTime() + UNKNOWN_ASSET_MS)
  return new Map(rows.map(({ id }) => [id, soon]))
}

/** Held before a statement looks: of two who work it out, the later one sees all that the former saw. @returns whether it is known */
async function hold(tx: Tx, assetId: string): Promise<boolean> {
  const held = await tx.query('select 1 from asset where id = $1 for update', [assetId])
  return held.rowCount === 1
}

/**
 * Works out what orders and sales make of an asset: how many listings and offers, the best prices (GW-29, AI-9), the
 * last sale and the latest listing. Prices are for one unit; a sale's own price comes from its order.
 * @returns when the clock alone will change something of it
 */
export async function refreshAsset(db: Db, assetId: string, now: Date): Promise<Date | undefined> {
  return retryOnConflict(() =>
    inTx(db, async (tx) => {
      const look = (await hold(tx, assetId)) ? workOut : whenTheyMayBeThere
      return (await look(tx, [assetId], now)).get(assetId)
    }),
  )
}

/** What is worked out in one transaction. */
const PIECE = 100

type Assets = { known: readonly string[]; unknown: readonly string[] }

/** Takes over from the runner those assets that nobody else works on: nobody is waited for. */
async function takeDue(tx: Tx, due: readonly string[], now: Date): Promise<Assets> {
  if (due.length === 0) return { known: [], unknown: [] }
  const { rows } = await tx.query<{ id: string; held: boolean }>(
    `with held as materialized (select id from asset where id = any($1::text[]) for update skip locked)
     select id, exists (select from held where held.id = asset.id) as held from asset where id = any($1::text[])`,
    [arrayText(due)],
  )
  const known = new Map(rows.map(({ id, held }) => [id, held]))
  const free = due.filter((id) => known.get(id) !== false)
  const taken = await assetMarket.take(tx, free, now)
  return { known: taken.filter((id) => known.has(id)), unknown: taken.filter((id) => !known.has(id)) }
}

/**
 * Works out some of the assets that are due, as `refreshAsset` each of them, in one trip for each step; with one that the
 * caller has in hand, for which the others wait. Those that somebody else works on are left to their turn.
 * @returns `next`: when the clock alone will change something of that one; `isMore`: whether more may be due
 */
export async function refreshDue(db: Db, now: Date, own?: string) {
  const waiting = await assetMarket.due(db, PIECE, now)
  const due = waiting.filter((id) => id !== own)
  if (due.length === 0 && own === undefined) return { next: undefined, isMore: false }
  return inTx(db, async (tx) => {
    const isKnown = own !== undefined && (await hold(tx, own))
    const mine = own === undefined ? [] : [own]
    const taken = await takeDue(tx, due, now)
    const next = new Map([
      ...(await workOut(tx, [...(isKnown ? mine : []), ...taken.known], now)),
      ...(await whenTheyMayBeThere(tx, [...(isKnown ? [] : mine), ...taken.unknown], now)),
    ])
    const pieces = [...next].map(([assetId, at]) => ({ key: assetId, payload: { assetId }, at }))
    await assetMarket.enqueue(
      tx,
      pieces.filter(({ key }) => key !== own),
      now,
    )
    const isMore = waiting.length === PIECE && taken.known.length + taken.unknown.length > 0
    return { next: own === undefined ? undefined : next.get(own), isMore }
  })
}
