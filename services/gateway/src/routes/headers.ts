import type { IncomingHttpHeaders } from 'node:http'
import { getMedia } from '@talad/proto/http/asset-indexer/assets'
import type { Endpoint } from '@talad/proto/http/contract'
import { SITE_HEADER } from '@talad/shared/context'
import type { FastifyRequest } from 'fastify'
import { hostOf } from '../site/sites.ts'

/**
 * GW-3: what a request may bring to a service. Everything else stays here: x-internal-token, x-forwarded-*, hop-by-hop
 * headers and whatever a service may learn to trust one day.
 */
const PASSED = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'content-length',
  'content-type',
  'host',
  'idempotency-key',
  'if-modified-since',
  'if-none-match',
  'origin',
  'range',
  'referer',
  'sec-fetch-site',
  'user-agent',
] as const

const TRACEPARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/

/** The only service that keeps something in cookies (ID-10): nobody else gets to see or set them. */
const COOKIE_SERVICE = 'identity'

type Ours = { isOurs: (host: string) => boolean; primary: string | undefined }

/**
 * The headers with which a request goes on.
 * @param headers as the client sent them, with the upstream's own host and the body's real length
 * @param about `isOurs`: whether a Host is one of our sites; another one is not passed on. `primary`: the origin of the site
 */
export function upstreamHeaders(
  request: Pick<FastifyRequest, 'id' | 'ip' | 'protocol' | 'headers' | 'site'>,
  headers: IncomingHttpHeaders,
  about: { endpoint: Endpoint } & Ours,
): IncomingHttpHeaders {
  const passed: IncomingHttpHeaders = {}
  for (const name of PASSED)
    Object.assign(passed, headers[name] === undefined ? {} : { [name]: headers[name] })
  if (about.endpoint.service === COOKIE_SERVICE && headers.cookie !== undefined)
    passed.cookie = headers.cookie
  if (takesKeys(about.endpoint)) Object.assign(passed, pickKey(headers))
  const { traceparent } = headers
  if (typeof traceparent === 'string' && TRACEPARENT.test(traceparent)) passed.traceparent = traceparent
  passed['x-request-id'] = request.id
  if (request.site !== undefined) passed[SITE_HEADER] = request.site
  passed['x-forwarded-for'] = request.ip
  passed['x-forwarded-proto'] = request.protocol
  passed['x-forwarded-host'] = siteHost(hostOf(request), about)
  return passed
}

/** Whether an API key may make a call. */
export function takesKeys({ auth }: Pick<Endpoint, 'auth'>): boolean {
  return auth.kind === 'key' || (auth.kind === 'project' && auth.scope !== undefined)
}

/** An API key goes to the calls that ask for one, and to no other service. */
function pickKey({ 'x-api-key': key }: IncomingHttpHeaders): IncomingHttpHeaders {
  return key === undefined ? {} : { 'x-api-key': key }
}

/** ID-10: whether a page of somebody else would have a browser's cookies work for it. */
export function isForeign(
  { service }: Pick<Endpoint, 'service'>,
  request: Pick<FastifyRequest, 'headers'>,
  origins: readonly string[],
): boolean {
  const { cookie, origin } = request.headers
  const host = hostOf(request)
  if (service !== COOKIE_SERVICE || cookie === undefined || origin === undefined) return false
  return !origins.includes(origin) && origin !== `http://${host}` && origin !== `https://${host}`
}

/** The Host of the request if it is one of ours, else the primary site's: links must never be made from a stranger's. */
function siteHost(asked: string, { isOurs, primary }: Ours): string {
  if (isOurs(asked)) return asked
  return primary === undefined ? asked : new URL(primary).host
}

/** What belongs to the connection with the service, and what is for the gateway alone to say. */
const KEPT_BACK = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'server',
  'x-powered-by',
  'x-internal-token',
])

/** The headers of a service's answer that reach the client. */
export function clientHeaders(headers: IncomingHttpHeaders, endpoint: Endpoint): IncomingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) =>
        !KEPT_BACK.has(name) &&
        !name.startsWith('access-control-') &&
        (name !== 'set-cookie' || endpoint.service === COOKIE_SERVICE),
    ),
  )
}

const YEAR_S = 31_536_000

/**
 * GW-23: how long an answer may be kept, whatever the service said: nobody's personal data in a shared cache.
 * @returns the Cache-Control header
 */
export function cacheControl(endpoint: Endpoint, request: FastifyRequest, status: number): string {
  const good = status === 200 || status === 206 || status === 304
  const forEverybody = good && request.headers.authorization === undefined
  if (forEverybody && endpoint.path === getMedia.path) return `public, max-age=${YEAR_S}, immutable`
  if (forEverybody && endpoint.cacheable) return 'public, s-maxage=10, stale-while-revalidate=30'
  return 'private, no-store'
}
