import type { Db } from '@talad/shared/db'
import { toJson } from '@talad/shared/json'

/** What the chain alone determines, whole tables. */
export const CHAIN_TABLES: Readonly<Record<string, string>> = {
  scan: 'select position, position_hash, confirmed from scan',
  collection: `select id, blockchain, address, type, slug, name, found_block, next_block from collection order by id`,
  asset: `select id, collection_id, contract, token_id, owner, supply, first_block, first_at, last_block from asset
    order by id`,
  holder: 'select * from holder order by asset_id, address',
  transfer: `select * from chain_fact where kind = 'transfer' order by block_number, log_index, item`,
  'fact of an order': `select * from chain_fact where kind <> 'transfer' order by block_number, log_index, item`,
  activity: `select * from activity where type not in ('list', 'offer', 'cancel') order by id`,
  sync: 'select asset_id, kind from sync order by 1, 2',
  block: `select * from block b where exists (select 1 from chain_fact f where f.block_number = b.number) order by number`,
}

/** What chain and orders determine together. Left out: when somebody heard of a cancel, and how often one changed. */
export const MARKET_TABLES: Readonly<Record<string, string>> = {
  'asset in the market': `select id, listings, offers, inactives, best_order, last_sale_order, last_sale_amount,
    last_sale_block, last_sale_at, listed_at, lp_thb, lsp_thb from asset order by id`,
  'collection in the market': 'select id, items, owners, listed, floor, volume from collection order by id',
  'market order':
    'select hash, type, status, inactive, asset_id, raw, amount, open from order_replica order by hash',
  'activity of orders': `select id, type, asset_id, from_address, amount, order_hash from activity
    where type in ('list', 'offer', 'cancel') order by id`,
}

export const ORDER_TABLES: Readonly<Record<string, string>> = {
  order: `select hash, status, inactive, filled, left_over, percent,
    case when status in ('offchain', 'validated', 'filled') then doc->'after'->'reasons' end as reasons,
    (select jsonb_agg(t order by t->>'block', t->>'logIndex') from jsonb_array_elements(doc->'after'->'txs') t) as txs
    from order_view order by hash`,
  'row of an order': 'select hash, open from order_row order by hash',
  'check of a transfer': 'select hash, fact_key from transfer_check order by 1, 2',
}

/** @returns where two databases differ, the first rows of it; undefined when they are the same */
export async function difference(
  ours: Db,
  replayed: Db,
  tables: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  for (const [name, sql] of Object.entries(tables)) {
    const [a, b] = await Promise.all([ours.query(sql), replayed.query(sql)])
    const [left, right] = [a.rows.map((row) => toJson(row)), b.rows.map((row) => toJson(row))]
    const [inLeft, inRight] = [new Set(left), new Set(right)]
    const extra = left.filter((row) => !inRight.has(row))
    const missing = right.filter((row) => !inLeft.has(row))
    if (extra.length === 0 && missing.length === 0 && left.length === right.length) continue
    return `${name}: ${extra.length} rows too many, ${missing.length} missing; has ${extra[0]}, should have ${missing[0]}`
  }
  return undefined
}
