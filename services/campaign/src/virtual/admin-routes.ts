import {
  virtualCollectionAdminHttp as http,
  virtualItemAdminHttp as itemHttp,
} from '@talad/proto/http/campaign/virtual-admin'
import type { Queryable } from '@talad/shared/db'
import { type App, signedIn } from '@talad/shared/http/app'
import type { Actor } from '@talad/shared/http/auth'
import { page } from '@talad/shared/http/page'
import type { Deps } from '../deps.ts'
import { requireOurCover } from '../project/theme.ts'
import { addAssets, makeAssets, urlsOf } from './assets.ts'
import { changeVirtual, createVirtual, deleteVirtual, type Found, requireVirtual, wholeOf } from './change.ts'
import type { GivenTerms } from './decide.ts'
import { withContracts, withOwnContracts } from './minting.ts'
import { countVirtual, listVirtual } from './rows.ts'
import { payloadOf, shown, shownItem, warningsOf, withCid, withCids } from './shown.ts'

type Sent = {
  [Name in Exclude<keyof GivenTerms, 'mintLimit'>]?: GivenTerms[Name] | undefined
} & { mint_limit?: number | null | undefined }

/** What was sent, without what wasn't. */
function givenOf({ mint_limit: mintLimit, ...sent }: Sent) {
  const given = Object.entries({ ...sent, mintLimit }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as Partial<GivenTerms>
}

const collectionAnswer = async ({ row, inherited }: Found, db: Queryable) => ({
  collection: shown(await withOwnContracts(db, row)),
  warnings: warningsOf(row, inherited),
})
const itemAnswer = async ({ row, inherited }: Found, db: Queryable) => ({
  item: shownItem(await withCid(db, row, inherited)),
  warnings: warningsOf(row, inherited),
})

/** Only for the people of the project, who are asked for by the policy; everything is counted with what is archived. */
const ALL = { archived: true } as const
const byPerson = <Call extends { actor: Actor | undefined }>(call: Call) => ({
  ...call,
  actor: signedIn(call.actor),
})

/** CA-9, CA-15, CA-17, CA-57: collections as their project makes them; refusals by the rows of rejections.ts. */
export function collectionAdminRoutes(app: App, deps: Deps): void {
  const { db } = deps

  app.route(http.countVirtualCollections, async ({ query: { project_id: id } }) => ({
    count: Number(await countVirtual(db, 'vcollection', { ...ALL, of: 'project_id', id })),
  }))

  app.route(http.listVirtualCollections, async ({ query }) => {
    const asked = { ...ALL, of: 'project_id', id: query.project_id } as const
    const list = await listVirtual(db, 'vcollection', { ...asked, ...query })
    const total = query.count ? await countVirtual(db, 'vcollection', asked) : null
    return { collections: page((await withContracts(db, list)).map(shown), query, total) }
  })

  app.route(http.getVirtualCollection, async ({ query: { _id } }) =>
    collectionAnswer(await requireVirtual(db, 'vcollection', _id), db),
  )

  app.route(http.createVirtualCollection, (call) => {
    const { project_id: projectId, ...sent } = call.body.collection
    requireOurCover(deps, sent.theme, 'collection.theme.cover')
    const terms = wholeOf(givenOf(sent))
    return createVirtual(deps, byPerson(call), { projectId }, terms, collectionAnswer)
  })

  app.route(http.changeVirtualCollection, (call) => {
    const { _id: id, updated, ...sent } = call.body.collection
    requireOurCover(deps, sent.theme, 'collection.theme.cover')
    const what = { id, updated, partial: call.query.partial, given: givenOf(sent) }
    return changeVirtual(deps, byPerson(call), 'vcollection', what, collectionAnswer)
  })

  app.route(http.uploadCollectionAssets, async (call) => {
    const made = await makeAssets(deps, call.body)
    const answer = async (found: Found, tx: Queryable) => ({
      ...(await collectionAnswer(found, tx)),
      urls: urlsOf(deps, made),
    })
    return addAssets(deps, byPerson(call), 'vcollection', { id: call.body._id, made }, answer)
  })

  app.route(http.deleteVirtualCollection, (call) =>
    deleteVirtual(deps, byPerson(call), 'vcollection', call.query._id),
  )
}

/** CA-54, CA-59: the items of a collection. */
export function itemAdminRoutes(app: App, deps: Deps): void {
  const { db } = deps

  app.route(itemHttp.countVirtualItems, async ({ query: { collection_id: id } }) => ({
    count: Number(await countVirtual(db, 'vitem', { ...ALL, of: 'collection_id', id })),
  }))

  app.route(itemHttp.listVirtualItems, async ({ query }) => {
    const asked = { ...ALL, of: 'collection_id', id: query.collection_id } as const
    const list = await listVirtual(db, 'vitem', { ...asked, ...query })
    const total = query.count ? await countVirtual(db, 'vitem', asked) : null
    const items = await withCids(db, list, await payloadOf(db, query.collection_id))
    return { items: page(items.map(shownItem), query, total) }
  })

  app.route(itemHttp.getVirtualItem, async ({ query: { _id } }) =>
    itemAnswer(await requireVirtual(db, 'vitem', _id), db),
  )

  app.route(itemHttp.createVirtualItem, (call) => {
    const { collection_id: collectionId, ...sent } = call.body.item
    const terms = wholeOf(givenOf(sent))
    return createVirtual(deps, byPerson(call), { collectionId }, terms, itemAnswer)
  })

  app.route(itemHttp.changeVirtualItem, (call) => {
    const { _id: id, updated, ...sent } = call.body.item
    const what = { id, updated, partial: call.query.partial, given: givenOf(sent) }
    return changeVirtual(deps, byPerson(call), 'vitem', what, itemAnswer)
  })

  app.route(itemHttp.uploadItemAssets, async (call) => {
    const made = await makeAssets(deps, call.body)
    const answer = async (found: Found, tx: Queryable) => ({
      ...(await itemAnswer(found, tx)),
      urls: urlsOf(deps, made),
    })
    return addAssets(deps, byPerson(call), 'vitem', { id: call.body._id, made }, answer)
  })

  app.route(itemHttp.deleteVirtualItem, (call) =>
    deleteVirtual(deps, byPerson(call), 'vitem', call.query._id),
  )
}
