import { timingSafeEqual } from 'node:crypto'
import type { Queryable, Tx } from '@talad/shared/db'
import { Rejection } from '@talad/shared/rejection'
import type { JoinProfile } from '../account/profile.ts'
import type { Deps } from '../deps.ts'
import { joinSessionHash } from '../session/cookies.ts'
import type { Visit } from '../session/device.ts'
import { signIn } from '../session/sign-in.ts'
import { signInHosts } from '../session/sign-in-hosts.ts'
import type { TokenPair } from '../session/tokens.ts'
import { normalisePhone } from './phone.ts'
import { mayReturnTo } from './redirect.ts'

/** ID-14 */
export const SESSION_SECONDS = 10 * 60

type Stored = { browser_hash: Buffer; expires_at: Date; used_at: Date | null }

/**
 * ID-13 step 1.
 * @param browser what is kept of the cookie of the browser that begins (ID-14)
 * @throws Rejection INVALID_REDIRECT_URL, INVALID_PHONE, UNAVAILABLE
 */
export async function openJoinSession(
  deps: Deps,
  given: { redirectUrl: string; phone: string | undefined; browser: Buffer },
): Promise<{ sessionId: string; webviewUrl: string; expiresAt: Date }> {
  const { redirectUrl, phone: text, browser } = given
  if (!mayReturnTo(redirectUrl, await signInHosts(deps))) {
    throw new Rejection('INVALID_REDIRECT_URL', { field: 'redirectUrl' }) // ID-15
  }
  const phone = text === undefined ? undefined : normalisePhone(text)
  if (text !== undefined && phone === undefined) throw new Rejection('INVALID_PHONE', { field: 'phone' }) // WB-12
  // ID-17: whether the phone is known is Join's knowledge alone; the answer is the same
  const session = await deps.join.openSession(redirectUrl, phone)
  const latest = deps.now().getTime() + SESSION_SECONDS * 1000
  const expiresAt = new Date(Math.min(session.expiresAt.getTime(), latest))
  await deps.db.query('insert into join_session (id_hash, browser_hash, expires_at) values ($1, $2, $3)', [
    joinSessionHash(session.sessionId),
    browser,
    expiresAt,
  ])
  return { sessionId: session.sessionId, webviewUrl: session.webviewUrl, expiresAt }
}

async function findJoinSession(db: Queryable, sessionId: string): Promise<Stored> {
  const found = await db.query<Stored>(
    'select browser_hash, expires_at, used_at from join_session where id_hash = $1',
    [joinSessionHash(sessionId)],
  )
  const row = found.rows[0]
  if (!row) throw new Rejection('INVALID_JOIN_SESSION')
  return row
}

/** ID-13 step 5. @throws Rejection INVALID_JOIN_SESSION for one that we didn't open, UNAVAILABLE */
export async function joinSessionStatus(
  deps: Deps,
  sessionId: string,
): Promise<'pending' | 'approved' | 'rejected' | 'expired'> {
  const stored = await findJoinSession(deps.db, sessionId)
  if (deps.now() >= stored.expires_at) return 'expired'
  return (await deps.join.session(sessionId))?.status ?? 'expired'
}

/** Marks a session as used: of many at once, one. */
async function useUp(db: Queryable, sessionHash: string, now: Date): Promise<void> {
  const used = await db.query('update join_session set used_at = $2 where id_hash = $1 and used_at is null', [
    sessionHash,
    now,
  ])
  if (used.rowCount !== 1) throw new Rejection('SESSION_USED') // ID-13
}

export type JoinProof = {
  profile: JoinProfile
  sessionHash: string
  sessionExpiresAt: Date
  /** of many at once, for one */
  useUp: (tx: Tx) => Promise<void>
}

/**
 * Who approved a sign-in in the Join app.
 * @param browser what is kept of the caller's cookie; undefined without one
 * @throws Rejection INVALID_JOIN_SESSION, SESSION_USED, UNAVAILABLE
 */
export async function proveJoin(
  deps: Deps,
  sessionId: string,
  browser: Buffer | undefined,
): Promise<JoinProof> {
  const stored = await findJoinSession(deps.db, sessionId)
  // ID-14: only the browser that began may finish, or a stranger's link would sign one in as the stranger
  if (!browser || !timingSafeEqual(browser, stored.browser_hash)) throw new Rejection('INVALID_JOIN_SESSION')
  if (stored.used_at !== null) throw new Rejection('SESSION_USED')
  if (deps.now() >= stored.expires_at) throw new Rejection('INVALID_JOIN_SESSION')

  const session = await deps.join.session(sessionId)
  if (session?.status !== 'approved') {
    throw new Rejection('INVALID_JOIN_SESSION', { details: { status: session?.status ?? 'expired' } })
  }
  const { userId, sessionExpiresAt } = session
  const profile = await deps.join.profile(userId)
  if (!profile || profile.id !== userId || sessionExpiresAt <= deps.now()) {
    throw new Rejection('INVALID_JOIN_SESSION')
  }
  const sessionHash = joinSessionHash(sessionId)
  return { profile, sessionHash, sessionExpiresAt, useUp: (tx) => useUp(tx, sessionHash, deps.now()) }
}

/** ID-13 step 6. @throws Rejection of `proveJoin` */
export async function finishJoinSession(
  deps: Deps,
  sessionId: string,
  { browser, userAgent }: { browser: Buffer | undefined; userAgent: string | undefined },
  visit: Visit,
): Promise<TokenPair> {
  const { useUp: claim, ...proved } = await proveJoin(deps, sessionId, browser)
  return signIn(deps, { provider: 'join', ...proved, userAgent }, claim, visit)
}
