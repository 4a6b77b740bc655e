import { sessionsHttp as http } from '@talad/proto/http/identity/sessions'
import { audit } from '@talad/shared/audit'
import { inTx } from '@talad/shared/db'
import { decideOnce } from '@talad/shared/decision'
import { type App, signedIn } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import { transact } from '@talad/shared/stream'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { noteSecurity, securityLogOf } from '../security/log.ts'
import { deviceOf } from './device.ts'
import { endSessions, liveSessionsOf, type WhichSessions } from './list.ts'

/** The sessions of a person, for themselves and for support, and what happened to their account. */
export function sessionListRoutes(app: App, deps: Deps): void {
  const { db, now } = deps

  app.route(http.listSessions, async ({ actor }) => {
    const { accountId, sessionId } = signedIn(actor)
    return { list: await liveSessionsOf(db, accountId, sessionId, now()) }
  })

  /** Ends sessions in the caller's name, and writes that down where there were some. */
  const end = (
    kind: 'session_ended' | 'others_ended',
    accountId: string,
    which: WhichSessions,
    request: FastifyRequest,
  ) =>
    transact(deps, async (tx) => {
      const ended = await endSessions(tx, accountId, which, now())
      const device = deviceOf(request.headers['user-agent'])
      if (ended.length > 0) await noteSecurity(tx, [{ accountId, kind, device }], now())
      return ended.length
    })

  app.route(http.endSession, async ({ actor, body, request }) => {
    const { accountId } = signedIn(actor)
    const { session_id: only } = body
    const known = await db.query('select 1 from session where id = $1 and account_id = $2', [only, accountId])
    if (known.rows.length === 0) throw new Rejection('NOT_FOUND')
    return { ended: (await end('session_ended', accountId, { only }, request)) > 0 }
  })

  app.route(http.endOtherSessions, async ({ actor, request }) => {
    const { accountId, sessionId } = signedIn(actor)
    return { ended: await end('others_ended', accountId, { but: sessionId }, request) }
  })

  /** BAD_CURSOR */
  app.route(http.securityLog, async ({ actor, query }) => securityLogOf(db, signedIn(actor).accountId, query))

  app.route(http.adminSessions, async ({ actor, query: { account_id: id }, request }) => {
    const line = { action: 'person.look_up' as const, target: { kind: 'account', id }, requestId: request.id }
    await inTx(db, (tx) => audit(tx, { ...line, actor: signedIn(actor), now: now() })) // ID-42
    return { list: await liveSessionsOf(db, id, undefined, now()) }
  })

  app.route(http.adminEndSessions, ({ body, ...call }) =>
    transact(deps, async (tx) => {
      const { account_id: accountId, session_id: only, note } = body
      const line = {
        action: 'session.end' as const,
        target: { kind: 'account', id: accountId },
        note,
        now: now(),
      }
      let ended: string[] = []
      await decideOnce(tx, call, line, async () => {
        ended = await endSessions(tx, accountId, { only }, line.now)
        if (ended.length === 0) return undefined
        await noteSecurity(tx, [{ accountId, kind: 'admin_ended' }], line.now)
        return { before: { sessions: ended }, after: { sessions: [] } }
      })
      return call.attempt.keep(tx, { ended: ended.length })
    }),
  )
}
