import { FACET_CHOICES, FACET_COUNTS_WITHIN } from '@talad/proto/http/facets'
import type { Queryable } from '@talad/shared/db'
import type { Moment } from '../rate/store.ts'
import {
  type AssetsFilter,
  assetConditions,
  bestPriceSql,
  inCurrencies,
  marketStates,
  orderInRange,
  unitPriceSql,
} from './filter.ts'
import type { Found } from './search.ts'
import { conditions, FROM } from './sql.ts'

/** What a facet leaves of the filters: its own don't count among its choices (AI-13), which are alternatives. */
const apart = {
  // whose wallets are named, the conditions are about what these hold (AI-14)
  status: ({ co, ...rest }: AssetsFilter): AssetsFilter => ({
    ...rest,
    co: rest.wl || co?.includes('mine') ? ['mine'] : [],
  }),
  // traits belong to one collection
  collections: ({ cl: _cl, ...rest }: AssetsFilter) => ({ ...rest, traits: [] }),
  currencies: ({ cu: _cu, vf: _vf, vt: _vt, ...rest }: AssetsFilter) => rest,
  blockchains: ({ bc: _bc, ...rest }: AssetsFilter) => rest,
  price: ({ vf: _vf, vt: _vt, ...rest }: AssetsFilter) => rest,
}
type Facet = keyof typeof apart

/** How many assets each choice shows. */
type Counts = Record<string, number>
type Row = Record<Exclude<Facet, 'price'>, { matched: number; counts: Counts | null }> & {
  price: { matched: number; min: string | null; max: string | null }
}

export type FacetCounts = Record<Exclude<Facet, 'price'>, Counts | undefined> & {
  price: { min: string | null; max: string | null }
}

const MATCHED = (facet: Facet) => `'matched', (select count(*) from ${facet})`

const grouped = (facet: Facet, groups: string) =>
  `(select jsonb_build_object(${MATCHED(facet)}, 'counts', jsonb_object_agg(choice, n)) from (${groups}) g) as ${facet}`

/**
 * Counts the choices of every facet, in one look at the market. Each is counted in what matches, and in no more than
 * FACET_COUNTS_WITHIN of it: where there is more, it isn't known.
 * @throws Rejection VALIDATION, REQUIRED_PARAMETER
 */
export async function countFacets(
  db: Queryable,
  query: AssetsFilter,
  { at, found: sought }: { at: Moment; found: Found | undefined },
): Promise<FacetCounts> {
  const values: unknown[] = []
  const where = conditions(values)
  const found = (facet: Facet, columns: string, filter: AssetsFilter = apart[facet](query)) =>
    `${facet} as materialized (select ${columns} ${FROM}
      where ${assetConditions(filter, at, sought, conditions(values)).text()} limit ${FACET_COUNTS_WITHIN + 1})`
  const { li, of } = marketStates(where, query, at)
  const family = query.cv ?? 'thb'
  const asked = orderInRange(where, query, at)
  const best =
    query.cu === undefined
      ? bestPriceSql(where, family, at)
      : `(select min(${unitPriceSql(where, family, at)}) from order_replica o where ${inCurrencies(where, query.cu)}
          and ${orderInRange(where, { ...query, vf: undefined, vt: undefined }, at)})`
  const { rows } = await db.query<Row>(
    `with ${[
      found('status', `(${li()}) as li, (${of()}) as of`),
      found('collections', 'a.collection_id'),
      found('currencies', 'a.id'),
      found('blockchains', 'c.blockchain'),
      found('price', `${best} as best`),
    ].join(',\n')}
    select ${[
      grouped(
        'status',
        `select 'li' as choice, count(*) filter (where li) as n from status
         union all select 'of', count(*) filter (where "of") from status`,
      ),
      grouped(
        'collections',
        `select collection_id as choice, count(*) as n from collections group by 1 order by 2 desc, 1 limit ${FACET_CHOICES}`,
      ),
      grouped(
        'currencies',
        `select choice, count(distinct a.id) as n from currencies a join order_replica o on ${asked}
         cross join unnest(array[lower(o.symbol), o.family]) as choice group by 1`,
      ),
      grouped('blockchains', 'select blockchain as choice, count(*) as n from blockchains group by 1'),
      `(select jsonb_build_object(${MATCHED('price')}, 'min', trim_scale(round(min(best), 4))::text,
         'max', trim_scale(round(max(best), 4))::text) from price) as price`,
    ].join(',\n')}`,
    values,
  )
  return told(rows[0])
}

function told(row: Row | undefined): FacetCounts {
  if (!row) throw new Error('a look at the market gave nothing')
  const counts = ({ matched, counts: all }: Row['status']) =>
    matched > FACET_COUNTS_WITHIN ? undefined : (all ?? {})
  const isKnown = row.price.matched <= FACET_COUNTS_WITHIN
  return {
    status: counts(row.status),
    collections: counts(row.collections),
    currencies: counts(row.currencies),
    blockchains: counts(row.blockchains),
    price: { min: isKnown ? row.price.min : null, max: isKnown ? row.price.max : null },
  }
}
