import { getEvent, listEvents } from '@talad/proto/http/asset-indexer/assets'
import type { App } from '@talad/shared/http/app'
import { page } from '@talad/shared/http/page'
import { toJson } from '@talad/shared/json'
import { cacheSlow } from '@talad/shared/kept'
import { Rejection } from '@talad/shared/rejection'
import type { Deps } from '../deps.ts'
import { countEvents, lookUp, readEvents } from './read.ts'

export function activityRoutes(app: App, deps: Deps): void {
  const totals = cacheSlow<bigint>({ now: deps.now, forMs: deps.config.COUNTS_KEPT_MS })

  app.route(listEvents, async ({ query: asked }) => {
    const query = await lookUp(deps.db, asked)
    const now = deps.now()
    const { ps, pi, sr: _sr, sd: _sd, count, ...filters } = query
    const [list, total] = await Promise.all([
      readEvents(deps.db, query, { now, limit: ps, offset: ps * pi }),
      count ? totals(toJson(filters), () => countEvents(deps.db, query, now)) : undefined,
    ])
    return page(list, query, total) // GW-20
  })

  app.route(getEvent, async ({ query: asked }) => {
    const query = await lookUp(deps.db, asked)
    const [event] = await readEvents(deps.db, query, { now: deps.now(), limit: 1, offset: 0 })
    if (!event) throw new Rejection('NOT_FOUND')
    return event
  })
}
