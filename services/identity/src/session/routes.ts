import { fullRefresh as full, halfRefresh as half, logout } from '@talad/proto/http/identity/session'
import { jwks, revokedSessions } from '@talad/proto/http/identity/token-checks'
import type { App } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import type { FastifyReply } from 'fastify'
import type { Deps } from '../deps.ts'
import { answerRefresh, clearCookies, clearRefreshCookie, presentedToken } from './cookies.ts'
import { endOne, fullRefresh, halfRefresh, signOut } from './refresh.ts'
import { levelsSince, revokedSince, sessionOfToken } from './store.ts'

/** For so long a refusal may overtake the cookie of the sign-in that ended the session. */
const OVERTAKEN_MS = 60_000

/**
 * An ended session's cookie is taken away with the refusal, so that a browser doesn't present it for ever. Not at once: the
 * browser may have signed in anew in another tab, and has another cookie by now.
 */
async function orSignedOut<T>(
  deps: Deps,
  reply: FastifyReply,
  refreshToken: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Rejection) || error.code !== 'SESSION_EXPIRED') throw error
    const found = refreshToken === undefined ? undefined : await sessionOfToken(deps.db, refreshToken)
    const endedMs = found?.session.revokedAt?.getTime() ?? Number.NEGATIVE_INFINITY
    if (deps.now().getTime() - endedMs > OVERTAKEN_MS) clearRefreshCookie(reply)
    throw error
  }
}

export function sessionRoutes(app: App, deps: Deps): void {
  for (const { endpoint, refresh } of [
    { endpoint: half, refresh: halfRefresh },
    { endpoint: full, refresh: fullRefresh },
  ]) {
    app.route(endpoint, ({ request, reply, body }) => {
      const { refreshToken, byCookie } = presentedToken(request, body)
      return orSignedOut(deps, reply, refreshToken, async () => {
        if (refreshToken === undefined) throw new Rejection('SESSION_EXPIRED')
        const pair = await refresh(deps, refreshToken)
        return answerRefresh(deps, { request, reply }, pair, { refreshToken, byCookie })
      })
    })
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
