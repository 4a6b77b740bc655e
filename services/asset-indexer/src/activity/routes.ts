import { getEvent, listEvents } from '@talad/proto/http/asset-indexer'
import type { App } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import { pageOf } from '../asset/sql.ts'
import type { Deps } from '../deps.ts'
import { countEvents, readEvents, withContracts } from './read.ts'

export function activityRoutes(app: App, deps: Deps): void {
  app.route(listEvents, async ({ query: asked }) => {
    const query = await withContracts(deps.db, asked)
    const total = query.count ? countEvents(deps.db, query) : undefined
    const list = await readEvents(deps.db, query, { limit: query.ps, offset: query.ps * query.pi })
    return pageOf(list, query, await total)
  })

  app.route(getEvent, async ({ query: asked }) => {
    const query = await withContracts(deps.db, asked)
    const [event] = await readEvents(deps.db, query, { limit: 1, offset: 0 })
    if (!event) throw new Rejection('NOT_FOUND')
    return event
  })
}
