import type { Endpoint } from '@talad/proto/http/contract'
import { rejections } from '@talad/proto/http/gateway/rejections'
import { MAIN_SITE } from '@talad/shared/context'
import { readApiKey } from '@talad/shared/http/api-key'
import { type App, createApp } from '@talad/shared/http/app'
import { type CallerPorts, policyOfKey } from '@talad/shared/http/auth'
import { Rejection } from '@talad/shared/rejection'
import type { FastifyRequest } from 'fastify'
import { askCampaign, type KnownKeys, keepKeys } from './api-key/known-keys.ts'
import { clientErrorRoutes } from './client-errors/routes.ts'
import type { Deps } from './deps.ts'
import { GUIDES } from './docs/guides.ts'
import { docsRoutes } from './docs/routes.ts'
import { openFirstPages } from './first-page/first-pages.ts'
import { createLimits, type Limits } from './limits/limits.ts'
import { liveRoutes } from './live/routes.ts'
import { operationsRoutes } from './operations.ts'
import { PAYMENT_PATHS, paymentPageRoutes } from './payment-page/routes.ts'
import { isElsewhere, rewriteByHost } from './platform-host.ts'
import { forwardRoutes } from './routes/forward.ts'
import { exposedEndpoints, routeTable } from './routes/table.ts'
import { secure } from './security.ts'
import { openPreviews } from './share/previews.ts'
import { SHARE_PATH, shareRoutes } from './share/routes.ts'
import { documentRoutes } from './site/document/routes.ts'
import { SITE_FILES, siteFiles } from './site/files.ts'
import { siteRoutes } from './site/routes.ts'
import { siteAdminRoutes } from './site/site/routes.ts'
import { hostOf } from './site/sites.ts'
import { TAGS_PATH, tagsPage } from './site/tags.ts'
import { webRoutes } from './web/routes.ts'

/** The web app, the documentation and the answers to browsers that ask what they may send (CORS). */
const OPEN = [
  ...PAYMENT_PATHS,
  ...['/*', '/asset/:address/:token', '*', SHARE_PATH],
  ...[...SITE_FILES, TAGS_PATH],
  ...[
    '/openapi.json',
    '/docs/errors',
    '/docs/rules',
    '/docs/openapi.json',
    '/docs/users.json',
    '/docs/admins.json',
    '/docs/campaigns.json',
    '/docs',
    '/docs/',
    '/docs/json',
    '/docs/yaml',
  ],
  ...Object.keys(GUIDES),
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
const passedOn = (keys: KnownKeys): CallerPorts => ({
  projectRoles: async () => true,
  apiKeys: async (digest) => (await keys.of(digest))?.id,
})

/** The gateway's HTTP application: everything that a browser ever talks to. */
export async function buildApp(deps: Deps): Promise<App> {
  const { config, sites } = deps
  const [internalToken = ''] = config.INTERNAL_TOKENS
  const keys = keepKeys(askCampaign(config.UPSTREAMS.campaign, internalToken))
  const app = createApp({
    ...deps,
    rejections,
    siteOf: (request) => (HEALTH.has(request.url) ? MAIN_SITE : sites.at(hostOf(request))?.siteId),
    callers: passedOn(keys),
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

  await secure(fastify, config, sites)
  const limits = createLimits(config, deps.log, deps.redis)
  countRequests(app, limits, keys, endpoints)
  fastify.addHook('onRequest', async ({ routeOptions: { url }, headers }) => {
    if (isElsewhere(config.PLATFORM_ADMIN_HOSTS, url, headers)) throw new Rejection('NOT_FOUND')
  })
  siteRoutes(app, deps)
  siteFiles(fastify, deps)
  tagsPage(fastify, deps)
  clientErrorRoutes(app, deps)
  siteAdminRoutes(app, deps)
  documentRoutes(app, deps)
  operationsRoutes(app, deps)
  liveRoutes(app, deps)
  await forwardRoutes(fastify, { ...deps, keys }, limits, routeTable(exposure))
  await docsRoutes(fastify, endpoints, config)
  const previews = openPreviews(deps)
  if (previews) shareRoutes(fastify, previews)
  paymentPageRoutes(fastify, deps)
  const firstPages = openFirstPages(deps)
  await webRoutes(fastify, deps, { previews, firstPages })
  fastify.addHook('onClose', async () => void (await Promise.all([previews?.close(), firstPages?.close()])))
  fastify.addHook('preClose', async () => {
    setTimeout(() => fastify.server.closeAllConnections(), CLOSE_GRACE_MS).unref()
  })
  return { ...app, endpoints }
}

/** The digest of the API key that makes a call, where one does. */
function digestOf(endpoint: Endpoint | undefined, { headers }: FastifyRequest): string | undefined {
  const isByKey = endpoint !== undefined && policyOfKey(endpoint.auth, headers) !== undefined
  return isByKey ? readApiKey(headers['x-api-key'])?.digest : undefined
}

/** Counts every request against its IP, or the API key that makes it, before anything else is done for it. */
function countRequests(
  { fastify }: App,
  limits: Limits,
  keys: KnownKeys,
  endpoints: readonly Endpoint[],
): void {
  const known = new Map(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]))
  fastify.addHook('onRequest', async (request, reply) => {
    const { url } = request.routeOptions
    if (url !== undefined && HEALTH.has(url)) return
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const endpoint = known.get(`${method} ${url}`)
    const digest = digestOf(endpoint, request)
    // whoever guesses keys has them looked up no more often than they may call
    if (digest === undefined || !keys.wasKnown(digest)) await limits.ofIp(endpoint, request, reply)
    const key = digest === undefined ? undefined : await keys.of(digest)
    if (endpoint && key) await limits.ofKey(endpoint, key, request, reply)
  })
}
