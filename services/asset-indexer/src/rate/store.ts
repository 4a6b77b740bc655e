import { saveRate } from '@talad/market/rates/rate'
import { type Rate, USABLE_MS } from '@talad/market/rates/usable'
import { type Db, inTx, type Queryable, type Tx } from '@talad/shared/db'
import { retryOnConflict } from '@talad/shared/lost-race'
import { touchCollections } from '../due/figures.ts'
import { touchAssets } from '../due/market.ts'
import { UNMARKED, type Unmarked } from '../due/marks.ts'

export type Family = 'thb' | 'jfin'

/**
 * A moment of the market: what one JFIN is worth then in baht, undefined where nobody can tell honestly (OB-37), and what
 * is suspended then while its assets are still being marked (MO-7).
 */
export type Moment = { now: Date; rate: string | undefined; unmarked: readonly Unmarked[] }

/** OB-37: SQL for the rate that is usable at a time; null without one. */
export const rateSql = (now: string) => `(select r.rate from rate r where r.base = 'jfin' and r.quote = 'thb'
  and r.at >= ${now}::timestamptz - interval '${USABLE_MS} milliseconds')`

export async function momentOf(db: Queryable, now: Date): Promise<Moment> {
  const { rows } = await db.query<{ rate: string | null; unmarked: Unmarked[] | null }>(
    `select ${rateSql('$1')}::text as rate, ${UNMARKED} as unmarked`,
    [now],
  )
  const [row] = rows
  return { now, rate: row?.rate ?? undefined, unmarked: row?.unmarked ?? [] }
}

/**
 * OB-37: SQL for a value in another family; null where it can't be converted.
 * @param rate SQL of the rate, null without one
 */
export function inFamilySql(family: Family, price: { family: string; value: string }, rate: string): string {
  const factor = family === 'thb' ? '*' : '/'
  return `(case when ${price.family} = '${family}' then ${price.value} else ${price.value} ${factor} ${rate} end)`
}

type Moved = { id: string; collection_id: string; listed: boolean; mixed: boolean }

/** So many assets change their prices in one transaction: there may be a million. */
const PIECE = 1_000

/**
 * Prices follow the rate; which order is the best may change where there are some in both families.
 * @param after of the assets behind this one
 * @returns the last asset of the piece; undefined behind all of them
 */
async function convertPiece(tx: Tx, after: string, now: Date): Promise<string | undefined> {
  const piece = await tx.query<{ id: string }>(
    `select id from asset where id > $1 and (lp_jfin is not null or op_jfin is not null or lsp_jfin is not null)
     order by id limit $2`,
    [after, PIECE],
  )
  const { rows } = await tx.query<Moved>(
    `with r as materialized (select ${rateSql('$1')} as rate),
     n as (
       select a.id, least(a.lp_thb, a.lp_jfin * r.rate) as lp, greatest(a.op_thb, a.op_jfin * r.rate) as op,
         coalesce(a.lsp_thb, a.lsp_jfin * r.rate) as lsp
       from asset a cross join r where a.id = any($2))
     update asset a set lp_baht = n.lp, op_baht = n.op, lsp_baht = n.lsp
     from n where n.id = a.id and (a.lp_baht, a.op_baht, a.lsp_baht) is distinct from (n.lp, n.op, n.lsp)
     returning a.id, a.collection_id, a.lp_jfin is not null as listed,
       (a.lp_thb is not null and a.lp_jfin is not null) or (a.op_thb is not null and a.op_jfin is not null) as mixed`,
    [now, piece.rows.map(({ id }) => id)],
  )
  const listed = rows.filter((row) => row.listed).map((row) => row.collection_id)
  await touchAssets(
    tx,
    rows.filter(({ mixed }) => mixed).map(({ id }) => id),
    now,
  )
  await touchCollections(tx, { ids: [...new Set(listed)] }, now)
  return piece.rows.length < PIECE ? undefined : piece.rows.at(-1)?.id
}

/**
 * OB-37: keeps what the exchange has said, and has prices follow. Whatever a death leaves is done a minute later, as each
 * round looks at all of them.
 * @param rate undefined: it said nothing, and what is known grows old
 */
export async function followRate(db: Db, rate: Rate | undefined, now: Date): Promise<void> {
  if (rate) await saveRate(db, rate)
  for (let after: string | undefined = ''; after !== undefined; ) {
    const from: string = after
    after = await retryOnConflict(() => inTx(db, (tx) => convertPiece(tx, from, now)))
  }
}
