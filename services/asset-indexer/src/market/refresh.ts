import { type Db, inTx, type Tx } from '@talad/shared/db'
import { retryConflicts } from '@talad/shared/handle'

const BATCH = 500

/**
 * Works out what orders and sales make of assets: how many listings and offers, the best prices (GW-29, AI-9), the
 * last sale and the latest listing. Prices are for one unit; a sale's own price comes from its order.
 */
export async function refreshAssets(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.query(
    `update asset set
       listings = m.listings, offers = m.offers, inactives = m.inactives, listed_at = m.listed_at,
       lp_thb = m.lp_thb, lp_jfin = m.lp_jfin, op_thb = m.op_thb, op_jfin = m.op_jfin, best_order = m.best_order,
       last_sale_order = s.order_hash, last_sale_amount = s.amount, last_sale_block = s.block_number,
       last_sale_at = s.at, lsp_thb = case when s.family = 'thb' then s.unit_value end,
       lsp_jfin = case when s.family = 'jfin' then s.unit_value end
     from unnest($1::text[]) as due (id)
     cross join lateral (
       select count(*) filter (where live and type = 'list') as listings,
         count(*) filter (where live and type = 'offer') as offers,
         count(*) filter (where inactive and status in ('offchain', 'validated', 'filled')) as inactives,
         max(created_at) filter (where live and type = 'list') as listed_at,
         min(unit_value) filter (where live and type = 'list' and family = 'thb') as lp_thb,
         min(unit_value) filter (where live and type = 'list' and family = 'jfin') as lp_jfin,
         max(unit_value) filter (where live and type = 'offer' and family = 'thb') as op_thb,
         max(unit_value) filter (where live and type = 'offer' and family = 'jfin') as op_jfin,
         (array_agg(hash order by type = 'list' desc, family = 'thb' desc,
           case when type = 'list' then unit_value else -unit_value end, created_at, hash)
           filter (where live and type in ('list', 'offer')))[1] as best_order
       from market_order where asset_id = due.id) m
     left join lateral (
       select a.order_hash, a.amount, a.block_number, a.at, o.family, o.unit_value
       from activity a left join market_order o on o.hash = a.order_hash
       where a.asset_id = due.id and a.type = 'sale' order by a.block_number desc, a.log_index desc limit 1) s on true
     where asset.id = due.id`,
    [ids],
  )
  await tx.query(
    `update collection set stats_due = true where id in (select collection_id from asset where id = any($1))`,
    [ids],
  )
}

/** Orders whose standing the clock has changed since. Their assets are due then. */
async function passTime(tx: Tx, now: Date): Promise<number> {
  const passed = await tx.query(
    `with passed as (
       update market_order set live = $1 >= start_at and $1 < end_at,
         changes_at = case when $1 < start_at then start_at when $1 < end_at then end_at end
       where hash in (select hash from market_order where changes_at <= $1 order by changes_at limit $2)
       returning asset_id)
     insert into market_due (asset_id) select asset_id from passed`,
    [now, BATCH],
  )
  return passed.rowCount ?? 0
}

async function isAnyDue(db: Db, now: Date): Promise<boolean> {
  const found = await db.query<{ due: boolean }>(
    `select exists (select 1 from market_due) or exists (select 1 from market_order where changes_at <= $1) as due`,
    [now],
  )
  return found.rows[0]?.due === true
}

/**
 * Works off what is due. One at a time, by a lock, so that a later look never overwrites a newer one.
 * @returns how many assets were worked out; 0 when nothing is due
 */
export async function refreshDue(db: Db, now: Date): Promise<number> {
  if (!(await isAnyDue(db, now))) return 0
  return retryConflicts(() =>
    inTx(db, async (tx) => {
      await tx.query(`select pg_advisory_xact_lock(hashtext('asset-indexer.market'))`)
      await passTime(tx, now)
      const due = await tx.query<{ asset_id: string }>(
        `delete from market_due where id in (select id from market_due order by id limit $1) returning asset_id`,
        [BATCH],
      )
      const ids = [...new Set(due.rows.map((row) => row.asset_id))].sort()
      if (ids.length > 0) await refreshAssets(tx, ids)
      return ids.length
    }),
  )
}
