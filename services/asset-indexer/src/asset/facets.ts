import { FACET_CHOICES, FACET_COUNTS_WITHIN } from '@talad/proto/http/asset-indexer/facets'
import type { Queryable } from '@talad/shared/db'
import { toJson } from '@talad/shared/json'
import type { Kept } from '@talad/shared/kept'
import type { Moment } from '../rate/store.ts'
import {
  type AssetsFilter,
  assetConditions,
  bestPriceSql,
  inCurrencies,
  keyOfFilter,
  marketStates,
  orderInRange,
  unitPriceSql,
} from './filter.ts'
import type { Found } from './search.ts'
import { type Conditions, conditions, FROM } from './sql.ts'

/** What a facet leaves of the filters: its own don't count among its choices (AI-13), which are alternatives. */
const apart = {
  // whose wallets are named, the conditions are about what these hold (AI-14)
  status: ({ co, ...rest }: AssetsFilter): AssetsFilter => ({
    ...rest,
    co: rest.wl || co?.includes('mine') ? ['mine'] : undefined,
  }),
  // traits belong to one collection
  collections: ({ cl: _cl, ...rest }: AssetsFilter) => ({ ...rest, traits: [] }),
  currencies: ({ cu: _cu, vf: _vf, vt: _vt, ...rest }: AssetsFilter) => rest,
  blockchains: ({ bc: _bc, ...rest }: AssetsFilter) => rest,
  price: ({ vf: _vf, vt: _vt, ...rest }: AssetsFilter) => rest,
}
type Facet = keyof typeof apart
const FACETS = ['status', 'collections', 'currencies', 'blockchains', 'price'] as const satisfies Facet[]

/** How many assets each choice shows. */
type Counts = Record<string, number>
type Prices = { min: string | null; max: string | null }
/** What is counted in one set of assets; null where too much matches. */
export type Counted = { [one in Facet]?: (one extends 'price' ? Prices : Counts) | null }

export type FacetCounts = Record<Exclude<Facet, 'price'>, Counts | undefined> & { price: Prices }

type Asked = { query: AssetsFilter; at: Moment; found: Found | undefined }

/** SQL for what facets are counted by, of the assets that match: `m`. */
function columnsOf(where: Conditions, { query, at }: Asked): Record<Facet, () => string> {
  const family = query.cv ?? 'thb'
  const { li, of } = marketStates(where, query, at)
  const bestIn = (currencies: readonly string[]) =>
    `(select min(${unitPriceSql(where, family, at)}) from order_replica o where ${inCurrencies(where, currencies)}
      and ${orderInRange(where, { ...query, vf: undefined, vt: undefined }, at)})`
  return {
    status: () => `(${li()}) as li, (${of()}) as of`,
    collections: () => 'a.collection_id',
    currencies: () => 'a.id, a.listings + a.offers as orders',
    blockchains: () => 'c.blockchain',
    price: () => `${query.cu === undefined ? bestPriceSql(where, family, at) : bestIn(query.cu)} as best`,
  }
}

const choices = (groups: string) => `select coalesce(jsonb_object_agg(choice, n), '{}') from (${groups}) g`

/** SQL for the counts themselves. */
function countsOf(where: Conditions, { query, at }: Asked): Record<Facet, () => string> {
  return {
    status: () =>
      `select jsonb_build_object('li', count(*) filter (where li), 'of', count(*) filter (where "of")) from m`,
    collections: () =>
      choices(
        `select collection_id as choice, count(*) as n from m group by 1 order by 2 desc, 1 limit ${FACET_CHOICES}`,
      ),
    // asset by asset: few have orders, and all orders there are may be many
    currencies: () =>
      choices(`select choice, count(*) as n from m a cross join lateral (
          select distinct unnest(array[lower(o.symbol), o.family]) as choice from order_replica o
          where ${orderInRange(where, query, at)}) o
        where a.orders > 0 group by 1`),
    blockchains: () => choices('select blockchain as choice, count(*) as n from m group by 1'),
    price: () =>
      `select jsonb_build_object('min', trim_scale(round(min(best), 4))::text,
        'max', trim_scale(round(max(best), 4))::text) from m`,
  }
}

/** Counts facets that leave the same of the filters, in one look at what matches; none of them where that is too much. */
async function countIn(db: Queryable, facets: readonly Facet[], asked: Asked) {
  const [filter = asked.query] = facets.map((facet) => apart[facet](asked.query))
  const where = conditions()
  const columns = columnsOf(where, asked)
  const counts = countsOf(where, asked)
  const matching = assetConditions(filter, asked.at, asked.found, conditions(where.values)).text()
  const { rows } = await db.query<Counted>(
    `with m as materialized (select ${facets.map((facet) => columns[facet]()).join(', ')} ${FROM}
        where ${matching} limit ${FACET_COUNTS_WITHIN + 1}),
      n as materialized (select count(*) <= ${FACET_COUNTS_WITHIN} as few from m)
    select ${facets.map((facet) => `case when few then (${counts[facet]()}) end as ${facet}`).join(',\n')} from n`,
    where.values,
  )
  if (!rows[0]) throw new Error('a look at the market gave nothing')
  return rows[0]
}

/**
 * Counts the choices of every facet. Each is counted in what matches, and in no more than FACET_COUNTS_WITHIN of it: where
 * there is more, it isn't known.
 * @throws Rejection VALIDATION, REQUIRED_PARAMETER
 */
export async function countFacets(db: Queryable, kept: Kept<Counted>, asked: Asked): Promise<FacetCounts> {
  const { query } = asked
  const groups = Map.groupBy(FACETS, (facet) => keyOfFilter(apart[facet](query)))
  const counted = await Promise.all(
    [...groups].map(([key, facets]) => {
      const { vf, vt } = facets.includes('currencies') ? query : {} // left out, and counted by
      return kept(toJson([key, facets, vf, vt]), () => countIn(db, facets, asked))
    }),
  )
  const { price, status, collections, currencies, blockchains }: Counted = Object.assign({}, ...counted)
  return {
    status: status ?? undefined,
    collections: collections ?? undefined,
    currencies: currencies ?? undefined,
    blockchains: blockchains ?? undefined,
    price: price ?? { min: null, max: null },
  }
}
