import formbody from '@fastify/formbody'
import { type App, createApp } from '@talad/shared/http/app'
import type { Deps } from './deps.ts'
import { rejections } from './rejections.ts'
import { shippingRoutes } from './shipping/routes.ts'
import { topupRoutes } from './topup/routes.ts'

/** The HTTP application of shipping and payment. */
export function buildApp(deps: Deps): App {
  const app = createApp({
    ...deps,
    rejections,
    ready: { chain: deps.delivery.check },
  })
  app.fastify.register(formbody) // the card provider speaks application/x-www-form-urlencoded
  shippingRoutes(app, deps)
  topupRoutes(app, deps)
  return app
}
