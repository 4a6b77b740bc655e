import { FACET_CHOICES, listFacets } from '@talad/proto/http/asset-indexer/facets'
import type { Queryable } from '@talad/shared/db'
import type { App } from '@talad/shared/http/app'
import { cacheSlow } from '@talad/shared/kept'
import type { Deps } from '../deps.ts'
import { momentOf } from '../rate/store.ts'
import { type Counted, countFacets } from './facets.ts'
import type { AssetsFilter } from './filter.ts'
import { lookUp } from './search.ts'
import { conditions, shownHere, withCollectionIds } from './sql.ts'

type Counts = Readonly<Record<string, number>> | undefined

/** Of what is counted, what isn't there is none. */
const of = (counts: Counts, choice: string) => (counts === undefined ? null : (counts[choice] ?? 0))

/** The collections to choose from: those of the matches, or the largest where they aren't counted; and those chosen. */
async function collectionsOf(db: Queryable, query: AssetsFilter, counts: Counts) {
  const where = conditions()
  const chosen = where.value(query.cl ?? [])
  const isChosen = `(c.id = any(${chosen}) or c.slug = any(${chosen}))`
  const isOffered = counts === undefined ? 'true' : `c.id = any(${where.value(Object.keys(counts))})`
  if (!query.is) where.add('not c.suspended') // AI-15
  if (query.bc) where.add(`${isChosen} or c.blockchain = any(${where.value(query.bc)})`)
  where.add(`${isChosen} or ${isOffered}`)
  if (query.wl === undefined) shownHere(where)
  const { rows } = await db.query<{ id: string; slug: string; name: string }>(
    `select c.id, c.slug, c.name from collection c where ${where.text()}
     order by ${isChosen} desc, c.volume desc, c.items desc, c.slug limit ${FACET_CHOICES}`,
    where.values,
  )
  const list = rows.map((row) => ({ ...row, count: of(counts, row.id) }))
  return list.sort((a, b) => (b.count ?? 0) - (a.count ?? 0))
}

async function blockchainsOf(db: Queryable, counts: Counts) {
  const { rows } = await db.query<{ name: string }>(
    'select distinct blockchain as name from collection where not suspended order by 1',
  )
  return rows.map(({ name }) => ({ name, count: of(counts, name) }))
}

/** Families always, symbols as far as something is asked in them or they are chosen. */
function currenciesOf(query: AssetsFilter, counts: Counts) {
  const chosen = (query.cu ?? []).map((code) => code.toLowerCase())
  const codes = new Set(['thb', 'jfin', ...Object.keys(counts ?? {}).sort(), ...chosen])
  return [...codes].map((code) => ({ code, count: of(counts, code) }))
}

export function facetRoutes(app: App, deps: Deps): void {
  const kept = cacheSlow<Counted>({ now: deps.now, forMs: deps.config.COUNTS_KEPT_MS })

  app.route(listFacets, async ({ query }) => {
    const found = query.q === undefined ? undefined : await lookUp(deps.db, query.q, 'assets')
    const within = await withCollectionIds(deps.db, query)
    const at = await momentOf(deps.db, deps.now())
    const counts = await countFacets(deps.db, kept, { query: within, at, found })
    const [collections, blockchains] = await Promise.all([
      collectionsOf(deps.db, query, counts.collections),
      blockchainsOf(deps.db, counts.blockchains),
    ])
    return {
      status: (['li', 'of'] as const).map((code) => ({ code, count: of(counts.status, code) })),
      collections,
      currencies: currenciesOf(query, counts.currencies),
      blockchains,
      price: { family: query.cv ?? 'thb', ...counts.price },
    }
  })
}
