import type { Queryable } from '@talad/shared/db'
import type { Moment } from '../rate/store.ts'
import { type AssetsQuery, assetConditions, priceIn } from './filter.ts'
import { assetFound, type Found, plainlyFound, type Tier, tiersOf } from './search.ts'
import { type Conditions, FROM } from './sql.ts'

const PRICES = new Set(['sp', 'lp', 'op', 'lsp'])
/** Indexed from the highest down, what is missing at the end. */
const FALLING = new Set(['op', 'lsb', 'lt'])

/**
 * So many are looked through in their order before the words are asked for, the more where the fewer have some of them:
 * most words are frequent, or rare.
 */
const LOOKED_THROUGH = [500, 2_000]
/** So many are sorted by themselves: less than it takes to walk a long list. */
const MOST_SORTED = 2_000

type Sorted = Pick<AssetsQuery, 'as' | 'sr' | 'sd' | 'cv'>

/** How assets are sorted; `missing`: the column may hold nothing, and such assets come last. */
type Order = { first: string; column: string; way: string; ties: string; missing: boolean }

/** What comes before the order of a list that nobody has chosen an order for. */
function firstOf(where: Conditions, { as }: Sorted): string {
  return as ? `array_position(${where.value(as)}::text[], a.id), ` : '' // GW-37
}

/**
 * GW-29: missing values always last in both directions, ties by token number, then id. AI-15: by default the latest
 * activity, or as the ids are given (GW-37).
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

type Listed = { query: AssetsQuery; at: Moment; found: Found | undefined }
/** A part of a list: of what is searched for, what is found so, whether it can be bought, and whether it has what it is sorted by. */
type Part = { tier: Tier; sale: 'any' | 'on' | 'off'; has: 'all' | 'value' | 'nothing' }
type Span = { limit: number; offset: number }

/** AI-17: by default what is for sale comes first, and of it what says the words in its own name. */
function partsOf({ query, found, at }: Listed): Part[] {
  const isRanked = found && !query.sr && !query.as
  const tiers: readonly Tier[] = isRanked ? tiersOf(found) : ['any']
  const sales = isRanked ? (['on', 'off'] as const) : (['any'] as const)
  const { missing } = orderOf(assetConditions(query, at), query, at)
  const has = missing ? (['value', 'nothing'] as const) : (['all'] as const)
  return sales.flatMap((sale) => tiers.flatMap((tier) => has.map((one) => ({ tier, sale, has: one }))))
}

/** Conditions and order of a part, without what is searched for. */
function sqlOf({ query, at }: Listed, { sale, has }: Part) {
  const where = assetConditions(query, at)
  if (sale !== 'any') where.add(sale === 'on' ? 'a.listings > 0' : 'a.listings = 0')
  const { first, column, way, ties } = orderOf(where, query, at)
  if (has !== 'all') where.add(`${column} is ${has === 'value' ? 'not null' : 'null'}`)
  return { where, order: has === 'nothing' ? `${first}${ties}` : `${first}${column} ${way}, ${ties}` }
}

async function idsBy(db: Queryable, sql: string, { values }: Conditions): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(sql, values)
  return rows.map(({ id }) => id)
}

/** A page of a part where it is found in the first so many of the list, as what is frequent is. */
async function readFrequent(db: Queryable, listed: Listed, part: Part, sought: Span & { found: Found }) {
  const { found, limit, offset } = sought
  for (const first of LOOKED_THROUGH) {
    const { where, order } = sqlOf(listed, part)
    const among = `select a.* ${FROM} where ${where.text()} order by ${order} limit ${first}`
    const sql = `select a.id from (${among}) a where ${plainlyFound(where, found, part.tier)} order by ${order}`
    const ids = await idsBy(db, `${sql} limit ${offset + limit}`, where)
    if (ids.length === offset + limit) return ids.slice(offset)
    if (ids.length === 0) return undefined
  }
  return undefined
}

/**
 * A page of a part of which there are few: they are found first and sorted then. Postgres takes any word for one that is
 * soon met, and would walk the whole list for a rare one.
 */
async function readRare(
  db: Queryable,
  listed: Listed,
  part: Part,
  { found, limit, offset }: Span & { found: Found },
) {
  const { where, order } = sqlOf(listed, part)
  where.add(assetFound(where, found, part.tier))
  const { rows } = await db.query<{ ids: string[]; few: boolean }>(
    `with found as materialized (select a.* ${FROM} where ${where.text()} limit ${MOST_SORTED + 1})
     select (select count(*) from found) <= ${MOST_SORTED} as few,
       array(select a.id from found a order by ${order} limit ${limit} offset ${offset}) as ids`,
    where.values,
  )
  return rows[0]?.few ? rows[0].ids : undefined
}

async function readPart(db: Queryable, listed: Listed, part: Part, span: Span) {
  const { found } = listed
  if (found) {
    const sought = { ...span, found }
    const page = (await readFrequent(db, listed, part, sought)) ?? (await readRare(db, listed, part, sought))
    if (page) return page
  }
  const { where, order } = sqlOf(listed, part)
  if (found) where.add(assetFound(where, found, part.tier))
  const { limit, offset } = span
  return idsBy(
    db,
    `select a.id ${FROM} where ${where.text()} order by ${order} limit ${limit} offset ${offset}`,
    where,
  )
}

async function countPart(db: Queryable, listed: Listed, part: Part): Promise<number> {
  const { where } = sqlOf(listed, part)
  if (listed.found) where.add(assetFound(where, listed.found, part.tier))
  const { rows } = await db.query<{ n: bigint }>(
    `select count(*) as n ${FROM} where ${where.text()}`,
    where.values,
  )
  return Number(rows[0]?.n ?? 0n)
}

/** The ids of one page of what is asked for. @throws Rejection VALIDATION, REQUIRED_PARAMETER */
export async function pageOfIds(db: Queryable, listed: Listed): Promise<string[]> {
  const { ps, pi } = listed.query
  const ids: string[] = []
  let offset = ps * pi
  const parts = partsOf(listed)
  for (const part of parts) {
    const got = await readPart(db, listed, part, { limit: ps - ids.length, offset })
    ids.push(...got)
    if (ids.length === ps || part === parts.at(-1)) break
    if (got.length > 0) offset = 0
    else if (offset > 0) offset = Math.max(0, offset - (await countPart(db, listed, part)))
  }
  return ids
}
