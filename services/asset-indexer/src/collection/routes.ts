import {
  type Collection,
  getCollection,
  listCollections,
  listTraits,
  searchCollections,
} from '@talad/proto/http/asset-indexer'
import type { App } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import { type Conditions, conditions, containing, inCollections, pageOf } from '../asset/sql.ts'
import type { ContractType } from '../chain/facts.ts'
import type { Deps } from '../deps.ts'
import { mediaUrl } from '../media/routes.ts'
import { readTraits } from '../trait/read.ts'

type CollectionRow = {
  id: string
  blockchain: string
  address: string
  type: ContractType
  slug: string
  name: string
  suspended: boolean
  items: number
  owners: number
  listed: number
  floor: string | null
  volume: string
  r360: string | null
}

const COLUMNS = `c.id, c.blockchain, c.address, c.type, c.slug, c.name, c.suspended, c.items, c.owners, c.listed,
  trim_scale(c.floor)::text as floor, trim_scale(c.volume)::text as volume,
  (select a.r360 from asset a where a.collection_id = c.id and a.r360 is not null and not a.suspended
    order by a.token_id limit 1) as r360`

const SEARCH_RESULTS = 10

function toCollection(row: CollectionRow): Collection {
  const { id, slug, name, items, owners, listed, floor, volume, suspended } = row
  return {
    _id: id,
    slug,
    name,
    contract: { blockchain: row.blockchain, address: row.address, type: row.type },
    image: mediaUrl(row.r360),
    ...{ items, owners, listed, floor, volume, suspended },
  }
}

async function select(deps: Deps, where: Conditions, tail: string): Promise<CollectionRow[]> {
  const result = await deps.db.query<CollectionRow>(
    `select ${COLUMNS} from collection c where ${where.text()} ${tail}`,
    where.values,
  )
  return result.rows
}

/** @throws Rejection NOT_FOUND, COLLECTION_SUSPENDED */
async function pick(deps: Deps, idOrSlug: string): Promise<CollectionRow> {
  const where = conditions()
  inCollections(where, [idOrSlug])
  const [row] = await select(deps, where, `order by (c.id = ${where.value(idOrSlug)}) desc limit 1`)
  if (!row) throw new Rejection('NOT_FOUND')
  if (row.suspended) throw new Rejection('COLLECTION_SUSPENDED') // GW-7
  return row
}

export function collectionRoutes(app: App, deps: Deps): void {
  app.route(getCollection, async ({ query }) => toCollection(await pick(deps, query.id)))

  app.route(listCollections, async ({ query }) => {
    const where = conditions()
    if (query.bc) where.add(`c.blockchain = any(${where.value(query.bc)})`)
    inCollections(where, query.cl)
    where.add('not c.suspended')
    const total = query.count
      ? deps.db.query<{ count: bigint }>(
          `select count(*) as count from collection c where ${where.text()}`,
          where.values,
        )
      : undefined
    const order = `order by c.volume desc, c.items desc, c.slug limit ${query.ps} offset ${query.ps * query.pi}`
    const rows = await select(deps, where, order)
    return pageOf(rows.map(toCollection), query, (await total)?.rows[0]?.count)
  })

  app.route(searchCollections, async ({ query }) => {
    const where = conditions()
    const like = where.value(containing(query.q))
    const start = where.value(containing(query.q.toLowerCase()).slice(1))
    where.add(`c.name ilike ${like} or c.slug ilike ${like} or c.address like ${start}`) // AI-17
    where.add('not c.suspended')
    const rows = await select(
      deps,
      where,
      `order by c.volume desc, c.items desc, c.slug limit ${SEARCH_RESULTS}`,
    )
    return { list: rows.map(toCollection) }
  })

  app.route(listTraits, async ({ query }) => {
    const { id, items } = await pick(deps, query.collection_id)
    return { collection_id: id, items, traits: await readTraits(deps.db, id) }
  })
}
