import replyFrom from '@fastify/reply-from'
import { isConnectionFault } from '@talad/shared/db'
import { Rejection } from '@talad/shared/rejection'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import type { Limits } from '../limits/limits.ts'
import { cacheControl, clientHeaders, upstreamHeaders } from './headers.ts'
import type { Route } from './table.ts'

const CONNECT_TIMEOUT_MS = 2_000
const CONNECTIONS_PER_SERVICE = 128
/** Shorter than the services' own keep-alive (72 s), so that no request meets a connection that is being closed. */
const KEEP_ALIVE_MS = 30_000
const RETRY_PAUSE_MS = 10

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

/** The body as it came: parsing and judging it is the service's business. */
function bodyOf(request: FastifyRequest): { body?: Buffer; contentType?: string } {
  if (!Buffer.isBuffer(request.body)) return {}
  return { body: request.body, contentType: request.headers['content-type'] ?? 'application/octet-stream' }
}

function forward({ config }: Deps, { endpoint, upstream }: Route) {
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (!isCanonical(request.url)) throw new Rejection('NOT_FOUND')
    return reply.from(undefined, {
      ...bodyOf(request),
      getUpstream: () => upstream,
      timeout: config.UPSTREAM_TIMEOUT_MS,
      // a connection that the service closed at that moment; anything but a read might have had its effect
      retryDelay: ({ err, attempt }) =>
        attempt === 0 && ['GET', 'HEAD'].includes(request.method) && codeOf(err) === 'UND_ERR_SOCKET'
          ? RETRY_PAUSE_MS
          : null,
      rewriteRequestHeaders: (_request, headers) =>
        upstreamHeaders(request, headers, { endpoint, origins: config.SITE_ORIGINS }),
      rewriteHeaders: (headers) => clientHeaders(headers, endpoint),
      onResponse: (_request, _reply, response) => {
        reply.header('cache-control', cacheControl(endpoint, request, reply.statusCode))
        if (endpoint.cacheable) reply.header('vary', varyOf(reply))
        reply.send(response.stream)
      },
      onError: (_reply, { error }) => {
        reply.send(refusalOf(error))
      },
    })
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
  deps: Deps,
  limits: Limits,
  table: readonly Route[],
): Promise<void> {
  await fastify.register(async (scope) => {
    await scope.register(replyFrom, {
      disableRequestLogging: true,
      destroyAgent: true,
      undici: {
        connections: CONNECTIONS_PER_SERVICE,
        connect: { timeout: CONNECT_TIMEOUT_MS },
        keepAliveTimeout: KEEP_ALIVE_MS,
        keepAliveMaxTimeout: KEEP_ALIVE_MS,
      },
    })
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.setErrorHandler((error) => {
      throw codeOf(error) === 'FST_ERR_CTP_BODY_TOO_LARGE' ? new Rejection('PAYLOAD_TOO_LARGE') : error
    })
    for (const route of table) {
      const { endpoint } = route
      scope.route({
        method: endpoint.method,
        url: endpoint.path,
        config: { policy: endpoint.auth },
        onRequest: (request, reply) => limits.ofAccount(endpoint, request, reply),
        handler: forward(deps, route),
      })
    }
  })
}
