import formbody from '@fastify/formbody'
import { newestSuspension } from '@talad/market/suspensions'
import { rejections } from '@talad/proto/http/shipping-payment/rejections'
import { type App, createApp } from '@talad/shared/http/app'
import { adminDecisionRoutes } from './admin/decisions.ts'
import { adminReadRoutes } from './admin/routes.ts'
import { suspensionPreviewRoutes } from './admin/suspension-preview.ts'
import { cryptoRoutes } from './crypto/routes.ts'
import type { Deps } from './deps.ts'
import { providerRoutes } from './payment/provider-routes.ts'
import { paymentRoutes } from './payment/routes.ts'
import { shippingRoutes } from './shipping/routes.ts'

/** The HTTP application of shipping and payment. */
export function buildApp(deps: Deps): App {
  const app = createApp({
    ...deps,
    rejections,
    ready: { chain: deps.delivery.check },
    newest: { suspensions: () => newestSuspension(deps.db) },
    // the gateway alone calls: who it says is calling is told to the card provider (SP-16)
    server: { trustProxy: (_address, hop) => hop < 1 },
  })
  app.fastify.register(formbody) // the card provider speaks application/x-www-form-urlencoded
  shippingRoutes(app, deps)
  cryptoRoutes(app, deps)
  paymentRoutes(app, deps)
  providerRoutes(app, deps)
  adminReadRoutes(app, deps)
  adminDecisionRoutes(app, deps)
  suspensionPreviewRoutes(app, deps)
  return app
}
