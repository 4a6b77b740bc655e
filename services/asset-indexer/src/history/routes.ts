import { getAssetHistory, getCollectionHistory } from '@talad/proto/http/asset-indexer/history'
import type { App } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import { readDays } from '../collection/days.ts'
import { pickCollection } from '../collection/read.ts'
import type { Deps } from '../deps.ts'
import { readSales } from './sales.ts'

export function historyRoutes(app: App, deps: Deps): void {
  const { db } = deps

  /** Takes an asset's id, cs and lm; answers its sales as a cursor list; NOT_FOUND, BAD_CURSOR. */
  app.route(getAssetHistory, async ({ params, query }) => {
    const assetId = params.asset_id
    const found = await db.query('select 1 from asset where id = $1', [assetId])
    if (found.rows.length === 0) throw new Rejection('NOT_FOUND')
    return readSales(db, { assetId }, query)
  })

  /** Takes id or slug, cv, days, cs and lm; answers days, floors and sales of one family (OB-37). */
  app.route(getCollectionHistory, async ({ params, query, actor }) => {
    const { id, address: contract } = await pickCollection(deps, params.collection_id, actor)
    const { cv: family, days } = query
    const [range, sales] = await Promise.all([
      readDays(db, { collectionId: id, family, days, now: deps.now() }),
      readSales(db, { contract, family }, query),
    ])
    return { collection_id: id, family, ...range, sales }
  })
}
