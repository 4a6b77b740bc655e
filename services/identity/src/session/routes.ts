import { fullRefresh as full, halfRefresh as half, logout } from '@talad/proto/http/identity/session'
import { jwks, revokedSessions } from '@talad/proto/http/identity/token-checks'
import type { App } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import type { FastifyReply } from 'fastify'
import type { Deps } from '../deps.ts'
import { answerRefresh, clearCookies, clearRefreshCookie, presentedToken } from './cookies.ts'
import { endOne, fullRefresh, halfRefresh, signOut } from './refresh.ts'
import { levelsSince, revokedSince } from './store.ts'

/** An ended session's cookie is taken away with the refusal, so that a browser doesn't present it for ever. */
async function orSignedOut<T>(reply: FastifyReply, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Rejection && error.code === 'SESSION_EXPIRED') clearRefreshCookie(reply)
    throw error
  }
}

export function sessionRoutes(app: App, deps: Deps): void {
  for (const { endpoint, refresh } of [
    { endpoint: half, refresh: halfRefresh },
    { endpoint: full, refresh: fullRefresh },
  ]) {
    app.route(endpoint, ({ request, reply, body }) =>
      orSignedOut(reply, async () => {
        const { refreshToken, byCookie } = presentedToken(request, body)
        if (refreshToken === undefined) throw new Rejection('SESSION_EXPIRED')
        const pair = await refresh(deps, refreshToken)
        return answerRefresh(deps, { request, reply }, pair, { refreshToken, byCookie })
      }),
    )
  }

  // ID-11
  app.route(logout, async ({ request, reply, body, actor }) => {
    const { refreshToken } = presentedToken(request, body)
    if (refreshToken !== undefined) await signOut(deps, refreshToken)
    if (actor?.sessionId !== undefined) await endOne(deps, actor.sessionId, 'signed_out')
    clearCookies(reply)
    return { status: 'signed_out' as const }
  })

  app.route(jwks, async () => ({ keys: await deps.keys.published() }))

  // ID-11, ID-4: tokens made before `oldest` are over
  app.route(revokedSessions, async ({ query }) => {
    const asOf = deps.now()
    const oldest = new Date(asOf.getTime() - deps.accessTokenSeconds * 1000)
    const asked = query.since === undefined ? oldest : new Date(query.since)
    const since = asked > oldest ? asked : oldest
    const [sessions, levels] = await Promise.all([revokedSince(deps.db, since), levelsSince(deps.db, since)])
    return {
      as_of: asOf.toISOString(),
      oldest: oldest.toISOString(),
      sessions: sessions.map(({ id, revokedAt }) => ({ sid: id, revoked_at: revokedAt.toISOString() })),
      levels: levels.map(({ accountId, level, changedAt }) => ({
        account_id: accountId,
        kyc_level: level,
        changed_at: changedAt.toISOString(),
      })),
    }
  })
}
