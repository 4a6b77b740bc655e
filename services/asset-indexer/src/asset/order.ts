import type { Queryable } from '@talad/shared/db'
import type { Moment } from '../rate/store.ts'
import { type AssetsQuery, priceIn } from './filter.ts'
import { relevance } from './search.ts'
import { type Conditions, FROM } from './sql.ts'

const PRICES = new Set(['sp', 'lp', 'op', 'lsp'])
/** Indexed from the highest down, what is missing at the end. */
const FALLING = new Set(['op', 'lsb', 'lt'])

type Sorted = Pick<AssetsQuery, 'as' | 'sr' | 'sd' | 'cv' | 'q'>

/** How assets are sorted; `missing`: the column may hold nothing, and such assets come last. */
type Order = { first: string; column: string; way: string; ties: string; missing: boolean }

/** What comes before the order of a list that nobody has chosen an order for. */
function firstOf(where: Conditions, { as, q }: Sorted): string {
  if (as) return `array_position(${where.value(as)}::text[], a.id), ` // GW-37
  return q ? `${relevance(where, q)}, ` : ''
}

/**
 * GW-29: missing values always last in both directions, ties by token number, then id. AI-15: by default the latest
 * activity, and before it what fits best with what is searched for (AI-17), or as the ids are given (GW-37).
 */
function orderOf(where: Conditions, query: Sorted, at: Moment): Order {
  const code = query.sr ?? 'bk'
  const price = (column: 'sp' | 'lp' | 'op' | 'lsp') => priceIn(column, query.cv ?? 'thb', at)
  const columns = {
    ti: 'a.token_id', // AI-6: numeric, exact beyond 2^53
    at: 'a.first_at',
    bk: 'a.last_block',
    sp: price('sp'),
    lp: price('lp'),
    op: price('op'),
    lsp: price('lsp'),
    lsb: 'a.last_sale_block',
    lt: 'a.listed_at',
  }
  const direction = query.sd ?? (PRICES.has(code) ? 'asc' : 'desc')
  // where nothing is missing it is all the same where that would stand: as in the index, which can then be walked
  const nulls = FALLING.has(code) === (direction === 'desc') ? 'last' : 'first'
  return {
    first: query.sr ? '' : firstOf(where, query),
    column: columns[code],
    way: `${direction} nulls ${nulls}`,
    ties: code === 'ti' ? 'a.id' : 'a.token_id, a.id',
    missing: code !== 'ti' && code !== 'at' && code !== 'bk',
  }
}

/** The ids of one page of what the conditions find. */
export async function pageOfIds(
  db: Queryable,
  where: Conditions,
  { query, at }: { query: Sorted & { ps: number; pi: number }; at: Moment },
): Promise<string[]> {
  const condition = where.text()
  const { first, column, way, ties, missing } = orderOf(where, query, at)
  const read = async (more: string, order: string, { limit, offset }: { limit: number; offset: number }) => {
    const { rows } = await db.query<{ id: string }>(
      `select a.id ${FROM} where ${condition}${more} order by ${first}${order} limit ${limit} offset ${offset}`,
      where.values,
    )
    return rows.map(({ id }) => id)
  }
  const [limit, offset] = [query.ps, query.ps * query.pi]
  if (!missing) return read('', `${column} ${way}, ${ties}`, { limit, offset })
  const present = ` and ${column} is not null`
  const ids = await read(present, `${column} ${way}, ${ties}`, { limit, offset })
  if (ids.length === limit) return ids
  const { rows } = await db.query<{ n: bigint }>(
    `select count(*) as n ${FROM} where ${condition}${present}`,
    where.values,
  )
  const past = Math.max(0, offset - Number(rows[0]?.n ?? 0n))
  const rest = { limit: limit - ids.length, offset: past }
  return [...ids, ...(await read(` and ${column} is null`, ties, rest))]
}
