import { live, liveMarket } from '@talad/proto/http/gateway/live'
import { type App, signedIn } from '@talad/shared/http/app'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { decodeJwt } from 'jose'
import type { Deps } from '../deps.ts'
import { createConnections, type Listener } from './connections.ts'

/** The end of a token that was verified before, milliseconds since 1970. */
function expiryOf(authorization: string): number {
  return (decodeJwt(authorization.replace(/^Bearer /i, '')).exp ?? 0) * 1_000
}

/** A visitor's stream ends like one whose token does: gateways that are added get their share. */
const VISITOR_MS = 15 * 60_000

/** Serves the live updates; open streams end when the server closes, so that it doesn't wait for them. */
export function liveRoutes(app: App, { hub, config, now, auth }: Deps): void {
  const connections = createConnections({
    hub,
    now,
    perAccount: config.LIVE_PER_ACCOUNT,
    perIp: config.LIVE_PER_IP,
    inAll: config.LIVE_IN_ALL,
    heartbeatMs: config.LIVE_HEARTBEAT_MS,
    hasEnded: async ({ accountId, sessionId }) =>
      accountId !== undefined && (await auth.sessionStatus({ accountId, sessionId })).ended,
  })
  app.fastify.addHook('preClose', async () => connections.close())

  function open(
    request: FastifyRequest,
    reply: FastifyReply,
    who: Pick<Listener, 'accountId' | 'customerId' | 'sessionId' | 'expiresAt' | 'watch'>,
  ) {
    reply.type('text/event-stream')
    reply.header('x-accel-buffering', 'no') // a proxy that collects output would hold updates back
    if (request.method === 'HEAD') return ''
    const lastEventId = request.headers['last-event-id']
    return connections.open({
      ...who,
      ip: request.ip,
      lastEventId: typeof lastEventId === 'string' ? lastEventId : undefined,
    })
  }

  app.route(live, async ({ actor, query: { watch = [] }, request, reply }) => {
    const { accountId, customerId, sessionId } = signedIn(actor)
    const expiresAt = expiryOf(request.headers.authorization ?? '')
    return open(request, reply, { accountId, customerId, sessionId, expiresAt, watch })
  })

  app.route(liveMarket, async ({ query: { watch = [] }, request, reply }) =>
    open(request, reply, {
      accountId: undefined,
      customerId: undefined,
      sessionId: undefined,
      expiresAt: now().getTime() + VISITOR_MS,
      watch,
    }),
  )
}
