import { newestSuspension } from '@talad/market/suspensions'
import { rejections } from '@talad/proto/http/order-book/rejections'
import { type App, createApp } from '@talad/shared/http/app'
import { orderAdminRoutes } from './admin/routes.ts'
import type { Deps } from './deps.ts'
import { listingRoutes } from './listing/routes.ts'
import { termsRoutes } from './listing/terms-routes.ts'
import { rateRoutes } from './rate/routes.ts'
import { suspensionPreviewRoutes } from './suspension/preview-routes.ts'
import { viewerRoutes } from './viewer/routes.ts'

/** The order book's HTTP application. */
export function buildApp(deps: Deps): App {
  const app = createApp({ ...deps, rejections, newest: { suspensions: () => newestSuspension(deps.db) } })
  listingRoutes(app, deps)
  termsRoutes(app, deps)
  viewerRoutes(app, deps)
  orderAdminRoutes(app, deps)
  suspensionPreviewRoutes(app, deps)
  rateRoutes(app, deps)
  return app
}
