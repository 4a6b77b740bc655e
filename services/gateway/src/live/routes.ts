import { live } from '@talad/proto/http/gateway'
import { type App, signedIn } from '@talad/shared/http/app'
import { decodeJwt } from 'jose'
import type { Deps } from '../deps.ts'
import { createConnections } from './connections.ts'

/** The end of a token that was verified before, milliseconds since 1970. */
function expiryOf(authorization: string): number {
  return (decodeJwt(authorization.replace(/^Bearer /i, '')).exp ?? 0) * 1_000
}

/** Serves the live updates; open streams end when the server closes, so that it doesn't wait for them. */
export function liveRoutes(app: App, { hub, config, now, auth }: Deps): void {
  const connections = createConnections({
    hub,
    now,
    perAccount: config.LIVE_PER_ACCOUNT,
    perIp: config.LIVE_PER_IP,
    heartbeatMs: config.LIVE_HEARTBEAT_MS,
    hasEnded: async (listener) => (await auth.standing(listener)).ended,
  })
  app.fastify.addHook('preClose', async () => connections.close())

  app.route(live, async ({ actor, request, reply }) => {
    const { accountId, customerId, sessionId } = signedIn(actor)
    reply.type('text/event-stream')
    reply.header('x-accel-buffering', 'no') // a proxy that collects output would hold updates back
    if (request.method === 'HEAD') return ''
    const lastEventId = request.headers['last-event-id']
    return connections.open({
      accountId,
      customerId,
      sessionId,
      ip: request.ip,
      expiresAt: expiryOf(request.headers.authorization ?? ''),
      lastEventId: typeof lastEventId === 'string' ? lastEventId : undefined,
    })
  })
}
