import {
  getCollection,
  listCollections,
  listTraits,
  searchCollections,
} from '@talad/proto/http/asset-indexer/assets'
import type { App } from '@talad/shared/http/app'
import { countIf, page } from '@talad/shared/http/page'
import { collectionFound, lookUp } from '../asset/search.ts'
import { conditions, inCollections, shownHere } from '../asset/sql.ts'
import { countFiltered, isFiltered } from '../asset/trait-counts.ts'
import type { Deps } from '../deps.ts'
import { momentOf } from '../rate/store.ts'
import { readTraits } from '../trait/read.ts'
import { readConfigs } from '../trait/store.ts'
import { pickCollection, selectCollections, toCollection } from './read.ts'

const SEARCH_RESULTS = 10
/** What collections are ranked by; those without a floor come last either way. */
const RANKED_BY = { vo: 'c.volume', fl: 'c.floor', it: 'c.items', ow: 'c.owners', li: 'c.listed' } as const

/** Values of a larger collection keep the counts of the whole of it. */
const COUNTED_AT_MOST = 50_000

export function collectionRoutes(app: App, deps: Deps): void {
  app.route(getCollection, async ({ query, actor }) =>
    toCollection(await pickCollection(deps, query.id, actor)),
  )

  app.route(listCollections, async ({ query }) => {
    const where = conditions()
    if (query.bc) where.add(`c.blockchain = any(${where.value(query.bc)})`)
    inCollections(where, query.cl)
    where.add('not c.suspended')
    shownHere(where)
    const total = countIf(query.count, deps.db, `from collection c where ${where.text()}`, where.values)
    const code = query.sr ?? 'vo'
    const way = query.sd ?? (code === 'fl' ? 'asc' : 'desc')
    const order = `order by ${RANKED_BY[code]} ${way} nulls last, c.volume desc, c.items desc, c.slug
      limit ${query.ps} offset ${query.ps * query.pi}`
    const rows = await selectCollections(deps.db, where, order)
    return page(rows.map(toCollection), query, await total)
  })

  app.route(searchCollections, async ({ query }) => {
    const where = conditions()
    where.add(collectionFound(where, 'c', await lookUp(deps.db, query.q, 'collections'))) // AI-17
    where.add('not c.suspended')
    shownHere(where)
    const rows = await selectCollections(
      deps.db,
      where,
      `order by c.volume desc, c.items desc, c.slug limit ${SEARCH_RESULTS}`,
    )
    return { list: rows.map(toCollection) }
  })

  app.route(listTraits, async ({ query, actor }) => {
    const { id, items } = await pickCollection(deps, query.collection_id, actor)
    const [traits, configs] = await Promise.all([readTraits(deps.db, id), readConfigs(deps.db, id)])
    const counted = isFiltered(query) && items <= COUNTED_AT_MOST
    return {
      collection_id: id,
      items,
      traits: counted
        ? await countFiltered(deps.db, { id, traits, query, at: await momentOf(deps.db, deps.now()) })
        : traits,
      configs,
      summary: { keys: traits.length, values: traits.reduce((sum, { total }) => sum + total, 0) },
    }
  })
}
