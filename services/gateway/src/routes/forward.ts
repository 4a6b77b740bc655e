import { Readable } from 'node:stream'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import replyFrom from '@fastify/reply-from'
import { apiKeyAdminHttp } from '@talad/proto/http/campaign/api-keys-admin'
import { projectAdminHttp } from '@talad/proto/http/campaign/projects-admin'
import { MAIN_SITE } from '@talad/shared/context'
import { isConnectionFault } from '@talad/shared/db'
import { Rejection } from '@talad/shared/rejection'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ownOrigins } from '../admin-host.ts'
import type { KnownKeys } from '../api-key/known-keys.ts'
import type { GatewayConfig } from '../config.ts'
import type { Deps } from '../deps.ts'
import type { Limits } from '../limits/limits.ts'
import { cacheControl, clientHeaders, isForeign, upstreamHeaders } from './headers.ts'
import { createLane, type Lane, type Release } from './lanes.ts'
import type { Route } from './table.ts'

const CONNECT_TIMEOUT_MS = 2_000
/** Shorter than the services' own keep-alive (72 s), so that no request meets a connection that is being closed. */
const KEEP_ALIVE_MS = 30_000
const RETRY_PAUSE_MS = 10
/** A burst of quick calls waits for its turn; how long is bounded anyway. */
const QUEUE_PER_CALL = 8
/** A list of two dozen assets is 60 kB, and 6 packed: a third of a second on a phone's slow line. */
const PACKED_FROM_BYTES = 1_000
const BROTLI_QUALITY = 4

const TIMEOUTS = new Set([
  'FST_REPLY_FROM_TIMEOUT',
  'FST_REPLY_FROM_GATEWAY_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
])

const DISGUISED = /\/\/|\\|%2f|%5c|%2e|\/\.{1,2}(\/|$)/i

/** The router reads past a host in the address and past encoded slashes and dots; the service might not (GW-2). */
function isCanonical(url: string): boolean {
  const [path = ''] = url.split('?')
  return path.startsWith('/') && !DISGUISED.test(path)
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

/** GW-9: what the client hears when the service didn't answer. */
function refusalOf(error: Error): Error {
  if (TIMEOUTS.has(String(codeOf(error))) || TIMEOUTS.has(String(codeOf(error.cause)))) {
    return new Rejection('GATEWAY_TIMEOUT')
  }
  return isConnectionFault(error) ? new Rejection('UNAVAILABLE') : error
}

/** The body of a service's answer, if it gave one. */
function answerOf(response: unknown): Readable | undefined {
  const stream: unknown =
    typeof response === 'object' && response !== null && 'stream' in response ? response.stream : undefined
  return stream instanceof Readable ? stream : undefined
}

/**
 * Whether an answer is packed for the line. Only what is read: tokens and signatures, whose length would tell something of
 * them beside words of a stranger's choice, are answers to a POST.
 */
function isPacked(request: FastifyRequest, reply: FastifyReply): boolean {
  const isJson = String(reply.getHeader('content-type')).startsWith('application/json')
  const length = Number(reply.getHeader('content-length'))
  return request.method === 'GET' && reply.statusCode === 200 && isJson && length >= PACKED_FROM_BYTES
}

type ForwardDeps = Deps & { keys: KnownKeys }

/** CA-6: once one of these was answered, what a key could do before says nothing. */
const ENDS_KEYS: ReadonlySet<string> = new Set([
  apiKeyAdminHttp.revokeApiKey.name,
  apiKeyAdminHttp.rotateApiKey.name,
  projectAdminHttp.revokeProjectRoles.name,
])

/** The body as it came: parsing and judging it is the service's business. */
function bodyOf(request: FastifyRequest): { body?: Buffer; contentType?: string } {
  if (!Buffer.isBuffer(request.body)) return {}
  return { body: request.body, contentType: request.headers['content-type'] ?? 'application/octet-stream' }
}

/**
 * Calls that share connections to their service, and a queue for them. Those that wait for a provider have their own, so
 * that a slow one takes no place of the others; and callbacks theirs, so that it can't starve its own.
 */
type Kind = 'usual' | 'slow' | 'callback'

function kindOf({ auth, slow }: Route['endpoint']): Kind {
  if (auth.kind === 'callback') return 'callback'
  return slow ? 'slow' : 'usual'
}

function widthOf(kind: Kind, config: GatewayConfig): number {
  return {
    usual: config.UPSTREAM_CALLS,
    slow: config.UPSTREAM_SLOW_CALLS,
    callback: config.UPSTREAM_CALLBACKS,
  }[kind]
}

function forward({ config, now, sites, keys }: ForwardDeps, { endpoint, upstream }: Route, lane: Lane) {
  function send(request: FastifyRequest, reply: FastifyReply, timeoutMs: number, release: Release) {
    return reply.from(undefined, {
      ...bodyOf(request),
      getUpstream: () => upstream,
      timeout: timeoutMs,
      // asked after each attempt, also when the client has left meanwhile: the place is free when the service is done
      retryDelay: ({ err, res, attempt }) => {
        // a connection that the service closed at that moment; anything but a read might have had its effect
        const again =
          attempt === 0 && ['GET', 'HEAD'].includes(request.method) && codeOf(err) === 'UND_ERR_SOCKET'
        if (again && !reply.sent) return RETRY_PAUSE_MS
        const answer = answerOf(res)
        if (!answer) release()
        else for (const part of [answer, reply.raw]) part.once('close', release)
        return null
      },
      rewriteRequestHeaders: (_request, headers) =>
        upstreamHeaders(request, headers, {
          endpoint,
          isOurs: sites.isOurs,
          primary: sites.originOf(request.site ?? MAIN_SITE) ?? config.SITE_ORIGINS[0],
        }),
      rewriteHeaders: (headers) => clientHeaders(headers, endpoint),
      onResponse: (_request, _reply, response) => {
        if (ENDS_KEYS.has(endpoint.name)) keys.renew()
        reply.header('cache-control', cacheControl(endpoint, request, reply.statusCode))
        if (endpoint.cacheable) reply.header('vary', varyOf(reply))
        if (isPacked(request, reply)) reply.compress(response.stream)
        else reply.send(response.stream)
      },
      onError: (_reply, { error }) => {
        reply.send(refusalOf(error))
      },
    })
  }

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (!isCanonical(request.url)) throw new Rejection('NOT_FOUND')
    if (isForeign(endpoint, request, ownOrigins(sites, request))) throw new Rejection('FOREIGN_ORIGIN')
    const asked = now().getTime()
    const release = await lane.enter()
    try {
      return send(
        request,
        reply,
        Math.max(1, config.UPSTREAM_TIMEOUT_MS - (now().getTime() - asked)),
        release,
      )
    } catch (error) {
      release()
      throw error
    }
  }
}

function varyOf(reply: FastifyReply): string {
  const vary = reply.getHeader('vary')
  return vary === undefined ? 'Authorization' : `${String(vary)}, Authorization`
}

/**
 * Registers the route table. A request is counted, its token verified (the service does it again) and its body read
 * whole, up to the server's limit, before the service hears of it: slow clients cost only us.
 */
export async function forwardRoutes(
  fastify: FastifyInstance,
  deps: ForwardDeps,
  limits: Limits,
  table: readonly Route[],
): Promise<void> {
  const { UPSTREAM_QUEUE_MS: waitMs } = deps.config
  const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }
  for (const kind of ['usual', 'slow', 'callback'] as const) {
    const width = widthOf(kind, deps.config)
    const lanes = new Map<string, Lane>()
    await fastify.register(async (scope) => {
      await scope.register(replyFrom, {
        disableRequestLogging: true,
        destroyAgent: true,
        undici: {
          connections: width, // for each service
          connect: { timeout: CONNECT_TIMEOUT_MS },
          keepAliveTimeout: KEEP_ALIVE_MS,
          keepAliveMaxTimeout: KEEP_ALIVE_MS,
        },
      })
      await scope.register(compress, { global: false, encodings: ['br', 'gzip'], brotliOptions })
      takeBodiesAsTheyAre(scope)
      for (const route of table.filter(({ endpoint }) => kindOf(endpoint) === kind)) {
        const { endpoint } = route
        const lane =
          lanes.get(endpoint.service) ?? createLane({ width, queue: width * QUEUE_PER_CALL, waitMs })
        lanes.set(endpoint.service, lane)
        scope.route({
          method: endpoint.method,
          url: endpoint.path,
          config: { policy: endpoint.auth },
          ...(endpoint.largestBody && { bodyLimit: endpoint.largestBody }),
          onRequest: (request, reply) => limits.ofAccount(endpoint, request, reply),
          handler: forward(deps, route, lane),
        })
      }
    })
  }
}

function takeBodiesAsTheyAre(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  scope.setErrorHandler((error) => {
    throw codeOf(error) === 'FST_ERR_CTP_BODY_TOO_LARGE' ? new Rejection('PAYLOAD_TOO_LARGE') : error
  })
}
