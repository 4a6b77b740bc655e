import type { Sale } from '@talad/proto/http/asset-indexer/history'
import type { Queryable } from '@talad/shared/db'
import { decodeCursor, encodeCursor } from '@talad/shared/http/cursor'
import { cursorPage } from '@talad/shared/http/page'
import { type PriceRow, priceOf, priceSql } from '../market/price.ts'
import { mediaUrl } from '../media/routes.ts'

type SaleRow = {
  at: Date
  amount: bigint
  block_number: bigint
  log_index: number
  item: number
  tx_hash: string
  asset_id: string
  name: string
  r360: string | null
  price: PriceRow
}

/** GW-21: a sale's place on the chain fits into a cursor: its block, then log index and item. */
type BlockRef = { block: bigint; log: number; item: number }

function writeCursor({ block, log, item }: BlockRef): string {
  const id = [log, item, 0].map((part) => part.toString(16).padStart(8, '0')).join('')
  return encodeCursor({ sortKey: block, id })
}

function readCursor(text: string): BlockRef {
  const { sortKey, id } = decodeCursor(text)
  const [log = 0, item = 0] = [id.slice(0, 8), id.slice(8, 16)].map((part) => Number.parseInt(part, 16))
  // what no chain has is clipped to what the columns hold
  const most = 2 ** 31 - 1
  return { block: sortKey, log: Math.min(log, most), item: Math.min(item, most) }
}

const place = (row: SaleRow): BlockRef => ({ block: row.block_number, log: row.log_index, item: row.item })

function toSale(row: SaleRow): Sale {
  return {
    time: row.at.toISOString(),
    asset: { id: row.asset_id, name: row.name, r360: mediaUrl(row.r360) },
    amount: row.amount.toString(),
    price: priceOf(row.price),
    transaction: { hash: row.tx_hash, block: row.block_number.toString(), log_index: row.log_index },
  }
}

/** Asked once, before anything is read: a family in which nothing was sold is not looked for among all sales. */
const SOLD_IN_FAMILY = `exists (select 1 from collection_day d join collection c on c.id = d.collection_id
  where c.address = $1 and d.family = $2)`

/** What sales are asked for: of an asset, or of all of a contract. */
export type SalesOf = { assetId: string } | { contract: string; family: 'thb' | 'jfin' }

/**
 * Sales, the newest first, by their place on the chain. One whose order isn't known yet has no price and is left out.
 * @throws Rejection BAD_CURSOR
 */
export async function readSales(
  db: Queryable,
  of: SalesOf,
  { cs, lm }: { cs?: string | undefined; lm: number },
): Promise<{ list: Sale[]; nextCursor: string | null }> {
  const after = cs === undefined ? undefined : readCursor(cs)
  const [column, value, family] =
    'assetId' in of ? ['asset_id', of.assetId, null] : ['contract', of.contract, of.family]
  const result = await db.query<SaleRow>(
    `select e.at, e.amount, e.block_number, e.log_index, e.item, e.tx_hash, e.asset_id, a.name, a.r360,
       ${priceSql('o', '1')} as price
     from activity e join order_replica o on o.hash = e.order_hash join asset a on a.id = e.asset_id
     where e.type = 'sale' and e.${column} = $1 and ($2::text is null or o.family = $2 and ${SOLD_IN_FAMILY})
       and ($3::bigint is null or (e.block_number, e.log_index, e.item) < ($3::bigint, $4::integer, $5::integer))
     order by e.block_number desc, e.log_index desc, e.item desc limit $6`,
    [value, family, after?.block ?? null, after?.log ?? null, after?.item ?? null, lm + 1],
  )
  const { shown, nextCursor } = cursorPage(result.rows, lm, (last) => writeCursor(place(last)))
  return { list: shown.map(toSale), nextCursor }
}
