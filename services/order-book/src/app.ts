import { type App, createApp } from '@talad/shared/http/app'
import type { Deps } from './deps.ts'
import { listingRoutes } from './listing/routes.ts'
import { orderRoutes } from './order/routes.ts'
import { rejections } from './rejections.ts'

/** The order book's HTTP application. */
export function buildApp(deps: Deps): App {
  const app = createApp({
    ...deps,
    rejections,
  })
  orderRoutes(app, deps)
  listingRoutes(app, deps)
  return app
}
