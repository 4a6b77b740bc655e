import { unknownSite } from '@talad/market/sites'
import { collectionAdminHttp as http } from '@talad/proto/http/asset-indexer/collection-admin'
import { collectionSitesHttp } from '@talad/proto/http/asset-indexer/collection-sites-admin'
import type { App } from '@talad/shared/http/app'
import { countIf, page } from '@talad/shared/http/page'
import { Rejection } from '@talad/shared/rejection'
import { collectionFound, lookUp } from '../asset/search.ts'
import { conditions, shownOn } from '../asset/sql.ts'
import type { Deps } from '../deps.ts'
import { recordSites } from '../sync/record.ts'
import { readPicked, readShown } from './admin-read.ts'
import { changeCollection } from './change.ts'
import { giveSlug } from './rename.ts'
import { chooseSamples } from './samples.ts'
import { askVerification, verify } from './verification.ts'

/** What admins see and say of collections. */
export function collectionAdminRoutes(app: App, deps: Deps): void {
  const { db, now } = deps

  app.route(http.listAdminCollections, async ({ query }) => {
    const where = conditions()
    if (query.q !== undefined)
      where.add(collectionFound(where, 'c', await lookUp(db, query.q, 'collections')))
    if (query.suspended !== undefined) where.add(`c.suspended = ${where.value(query.suspended)}`)
    if (query.verification !== undefined) where.add(`c.verification = ${where.value(query.verification)}`)
    if (query.waiting) where.add('c.verification_asked_at is not null')
    if (query.continent !== undefined) shownOn(where, query.continent)
    const total = await countIf(query.count, db, `from collection c where ${where.text()}`, where.values)
    const first = query.waiting ? 'c.verification_asked_at, ' : '' // who waits longest
    const tail = `order by ${first}lower(c.name), c.id limit ${query.ps} offset ${query.ps * query.pi}`
    return page(await readShown(db, where, tail), query, total)
  })

  app.route(http.pickAdminCollection, ({ params }) => readPicked(db, params.collection_id, now()))

  app.route(http.setCollectionSlug, ({ body: { slug, ...about }, ...call }) =>
    changeCollection(deps, { call, about, action: 'collection.slug' }, (tx, held, at) =>
      giveSlug(tx, held, slug, at),
    ),
  )

  app.route(http.setCollectionName, ({ body: { name, ...about }, ...call }) =>
    changeCollection(deps, { call, about, action: 'collection.name' }, async (tx, { id }) => {
      await tx.query('update collection set name = $2, named = true where id = $1', [id, name])
    }),
  )

  app.route(collectionSitesHttp.setCollectionContinents, ({ body: { continents, ...about }, ...call }) =>
    changeCollection(deps, { call, about, action: 'collection.continents' }, async (tx, held, at) => {
      const sites = [...new Set(continents)]
      const added = sites.filter((site) => !held.continents.includes(site)) // what it has stays, whatever is known
      const unknown = await unknownSite(tx, added)
      if (unknown !== undefined)
        throw new Rejection('SITE_NOT_KNOWN', { field: `continents.${continents.indexOf(unknown)}` })
      await tx.query('update collection set continents = $2 where id = $1', [held.id, sites])
      const shown = { collectionId: held.id, contract: held.address, sites, revision: held.version + 1 }
      await recordSites(tx, shown, at)
    }),
  )

  app.route(http.setVerification, ({ body: { verification, checks, evidence, ...about }, ...call }) =>
    changeCollection(deps, { call, about, action: 'collection.verification', inLine: true }, (tx, held, at) =>
      verify(tx, held, { verification, checks, evidence, note: about.note }, at),
    ),
  )

  app.route(http.askVerification, ({ body: { asked, ...about }, ...call }) =>
    changeCollection(deps, { call, about, action: 'collection.verification-asked' }, (tx, held, at) =>
      askVerification(tx, held, new Date(asked), at),
    ),
  )

  app.route(http.randomizeSamples, ({ body: about, ...call }) =>
    changeCollection(deps, { call, about, action: 'collection.samples' }, (tx, { id }) =>
      chooseSamples(tx, id),
    ),
  )
}
