import type { Endpoint } from '@talad/proto/http/contract'
import { rejections } from '@talad/proto/http/gateway/rejections'
import { type App, createApp } from '@talad/shared/http/app'
import type { CallerPorts } from '@talad/shared/http/auth'
import type { Deps } from './deps.ts'
import { docsRoutes } from './docs/routes.ts'
import { openFirstPages } from './first-page/first-pages.ts'
import { createLimits, type Limits } from './limits/limits.ts'
import { liveRoutes } from './live/routes.ts'
import { operationsRoutes } from './operations.ts'
import { PAYMENT_PATHS, paymentPageRoutes } from './payment-page/routes.ts'
import { rewriteByHost } from './platform-host.ts'
import { forwardRoutes } from './routes/forward.ts'
import { exposedEndpoints, routeTable } from './routes/table.ts'
import { secure } from './security.ts'
import { openPreviews } from './share/previews.ts'
import { SHARE_PATH, shareRoutes } from './share/routes.ts'
import { siteOf, siteRoutes } from './site.ts'
import { webRoutes } from './web/routes.ts'

/** The web app, the documentation and the answers to browsers that ask what they may send (CORS). */
const OPEN = [
  ...PAYMENT_PATHS,
  ...['/*', '/asset/:address/:token', '*', SHARE_PATH],
  ...['/openapi.json', '/docs/errors', '/docs/openapi.json', '/docs', '/docs/', '/docs/json', '/docs/yaml'],
  ...['/docs/static/*', '/docs/static/index.html', '/docs/static/swagger-initializer.js'],
]
const HEALTH = new Set(['/livez', '/readyz'])
const HEADERS_TIMEOUT_MS = 10_000
/** How often slow senders are looked for: 1,000 of them may not stay for long (B28). */
const CHECKING_INTERVAL_MS = 5_000
const KEEP_ALIVE_MS = 65_000
/** What is still being answered gets this long when the gateway stops. */
const CLOSE_GRACE_MS = 5_000

/** Whether a key or a role may do what is asked is known to the service alone: here a key must only be there. */
const PASSED_ON: CallerPorts = {
  projectRoles: async () => true,
  apiKeys: async (digest) => ({ id: digest, may: () => true, within: async () => true }),
}

/** The gateway's HTTP application: everything that a browser ever talks to. */
export async function buildApp(deps: Deps): Promise<App> {
  const { config } = deps
  const app = createApp({
    ...deps,
    rejections,
    siteOf,
    callers: PASSED_ON,
    open: OPEN,
    server: {
      trustProxy: config.TRUSTED_PROXIES,
      forceCloseConnections: 'idle',
      keepAliveTimeout: KEEP_ALIVE_MS,
      rewriteUrl: rewriteByHost(config.PLATFORM_ADMIN_HOSTS),
      http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: CHECKING_INTERVAL_MS },
    },
  })
  const { fastify } = app
  const exposure = { upstreams: config.UPSTREAMS, devMode: config.DEV_MODE }
  const endpoints = exposedEndpoints(exposure)

  await secure(fastify, config, deps.origins)
  const limits = await createLimits(fastify, config, deps.log, deps.redis)
  countRequests(app, limits, endpoints)
  siteRoutes(app, config)
  operationsRoutes(app, deps)
  liveRoutes(app, deps)
  await forwardRoutes(fastify, deps, limits, routeTable(exposure))
  await docsRoutes(fastify, endpoints, config)
  const previews = openPreviews(deps)
  if (previews) shareRoutes(fastify, previews)
  paymentPageRoutes(fastify, config)
  const firstPages = openFirstPages(deps)
  await webRoutes(fastify, config, { previews, firstPages })
  fastify.addHook('onClose', async () => void (await Promise.all([previews?.close(), firstPages?.close()])))
  fastify.addHook('preClose', async () => {
    setTimeout(() => fastify.server.closeAllConnections(), CLOSE_GRACE_MS).unref()
  })
  return { ...app, endpoints }
}

/** Counts every request against its IP, before anything else is done for it. */
function countRequests({ fastify }: App, limits: Limits, endpoints: readonly Endpoint[]): void {
  const known = new Map(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]))
  fastify.addHook('onRequest', async (request, reply) => {
    const { url } = request.routeOptions
    if (url !== undefined && HEALTH.has(url)) return
    const method = request.method === 'HEAD' ? 'GET' : request.method
    await limits.ofIp(known.get(`${method} ${url}`), request, reply)
  })
}
