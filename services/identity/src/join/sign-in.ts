import { timingSafeEqual } from 'node:crypto'
import type { Queryable, Tx } from '@talad/shared/db'
import type { Actor } from '@talad/shared/http/auth'
import { Rejection } from '@talad/shared/rejection'
import { requireFresh } from '../account/decide-wallet.ts'
import type { JoinProfile } from '../account/profile.ts'
import type { Deps } from '../deps.ts'
import { mayReturnTo } from '../redirect.ts'
import { joinSessionHash } from '../session/cookies.ts'
import type { Visit } from '../session/device.ts'
import { signIn } from '../session/sign-in.ts'
import { signInHosts } from '../session/sign-in-hosts.ts'
import type { TokenPair } from '../session/tokens.ts'
import { normalisePhone } from './phone.ts'
import { keepSession, noteAnswer, requireOwnPhone, takeTurn } from './push.ts'

/** ID-14 */
export const SESSION_SECONDS = 10 * 60

/** What the approval of a session is good for (ID-13). */
export type Purpose = 'sign-in' | 'link' | 'renew'

type Stored = {
  browser_hash: Buffer
  expires_at: Date
  used_at: Date | null
  purpose: Purpose
  account_id: string | null
  session_id: string | null
  push_id: string | null
}

/**
 * ID-13 step 1.
 * @param browser what is kept of the cookie of the browser that begins (ID-14)
 * @param given.by the session that asks; a link or a renewal needs one
 * @throws Rejection INVALID_REDIRECT_URL, CONFIRM_IDENTITY, INVALID_PHONE, PHONE_NOT_YOURS, PUSH_PAUSED, PUSH_STOPPED, UNAVAILABLE
 */
export async function openJoinSession(
  deps: Deps,
  given: {
    redirectUrl: string
    phone: string | undefined
    browser: Buffer
    purpose: Purpose
    by: Pick<Actor, 'accountId' | 'sessionId' | 'signedInAt' | 'waysIn'> | undefined
  },
): Promise<{ sessionId: string; webviewUrl: string; expiresAt: Date; compare: string | null }> {
  const { redirectUrl, phone: text, browser, purpose, by } = given
  const accountId = by?.accountId
  if (purpose !== 'sign-in' && accountId === undefined) throw new Rejection('UNAUTHORIZED')
  if (purpose === 'link') requireFresh(by?.signedInAt, deps.now(), by?.waysIn) // the session that completes it
  if (!mayReturnTo(redirectUrl, await signInHosts(deps))) {
    throw new Rejection('INVALID_REDIRECT_URL', { field: 'redirectUrl' }) // ID-15
  }
  const phone = text === undefined ? undefined : normalisePhone(text)
  if (text !== undefined && phone === undefined) throw new Rejection('INVALID_PHONE', { field: 'phone' }) // WB-12
  if (phone !== undefined && purpose !== 'sign-in' && accountId !== undefined)
    await requireOwnPhone(deps, accountId, phone)
  const push = phone === undefined ? undefined : await takeTurn(deps, phone, browser)
  // ID-17: whether the phone is known is Join's knowledge alone; the answer is the same
  const session = await deps.join.openSession({
    redirectUrl,
    purpose,
    site: new URL(redirectUrl).host,
    ...(purpose === 'link' && accountId !== undefined && { account: `…${accountId.slice(-4)}` }),
    ...(phone !== undefined && push && { phone, compare: push.digits }),
  })
  if (push) await keepSession(deps, push.id, session.sessionId)
  const latest = deps.now().getTime() + SESSION_SECONDS * 1000
  const expiresAt = new Date(Math.min(session.expiresAt.getTime(), latest))
  await deps.db.query(
    `insert into join_session (id_hash, browser_hash, expires_at, purpose, account_id, push_id, session_id)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      ...[joinSessionHash(session.sessionId), browser, expiresAt, purpose],
      ...[purpose === 'sign-in' ? null : accountId, push?.id ?? null],
      purpose === 'link' ? (by?.sessionId ?? null) : null,
    ],
  )
  const { sessionId, webviewUrl } = session
  return { sessionId, webviewUrl, expiresAt, compare: push?.digits ?? null }
}

async function findJoinSession(db: Queryable, sessionId: string): Promise<Stored> {
  const found = await db.query<Stored>(
    'select browser_hash, expires_at, used_at, purpose, account_id, session_id, push_id from join_session where id_hash = $1',
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
  const status = (await deps.join.session(sessionId))?.status ?? 'expired'
  if (stored.push_id !== null && (status === 'approved' || status === 'rejected'))
    await noteAnswer(deps, stored.push_id, status)
  return status
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
  purpose: Purpose
  /** of a link or renewal: for whom it was begun */
  accountId: string | undefined
  /** of a link: the session that began it */
  bySessionId: string | undefined
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
  if (stored.push_id !== null && (session?.status === 'approved' || session?.status === 'rejected'))
    await noteAnswer(deps, stored.push_id, session.status)
  if (session?.status !== 'approved') {
    throw new Rejection('INVALID_JOIN_SESSION', { details: { status: session?.status ?? 'expired' } })
  }
  const { userId, sessionExpiresAt } = session
  const profile = await deps.join.profile(userId)
  if (!profile || profile.id !== userId || sessionExpiresAt <= deps.now()) {
    throw new Rejection('INVALID_JOIN_SESSION')
  }
  const sessionHash = joinSessionHash(sessionId)
  return {
    profile,
    sessionHash,
    sessionExpiresAt,
    purpose: stored.purpose,
    accountId: stored.account_id ?? undefined,
    bySessionId: stored.session_id ?? undefined,
    useUp: (tx) => useUp(tx, sessionHash, deps.now()),
  }
}

async function joinIdOf(db: Queryable, accountId: string): Promise<string | undefined> {
  const { rows } = await db.query<{ join_id: string | null }>('select join_id from account where id = $1', [
    accountId,
  ])
  return rows[0]?.join_id ?? undefined
}

/** As `proveJoin`, of one that this session began to link something to its account. @throws Rejection of `proveJoin` */
export async function proveJoinFor(
  deps: Deps,
  sessionId: string,
  { browser, by }: { browser: Buffer | undefined; by: { accountId: string; sessionId: string } },
): Promise<JoinProof> {
  const proof = await proveJoin(deps, sessionId, browser)
  const isTheirs = proof.accountId === by.accountId && proof.bySessionId === by.sessionId
  if (proof.purpose !== 'link' || !isTheirs) throw new Rejection('INVALID_JOIN_SESSION')
  return proof
}

/** ID-13 step 6. @throws Rejection of `proveJoin` */
export async function finishJoinSession(
  deps: Deps,
  sessionId: string,
  { browser, userAgent }: { browser: Buffer | undefined; userAgent: string | undefined },
  visit: Visit,
): Promise<TokenPair> {
  const {
    useUp: claim,
    purpose,
    accountId,
    bySessionId: _,
    ...proved
  } = await proveJoin(deps, sessionId, browser)
  // what was approved for a link never becomes a sign-in, and a renewal only one of the same person
  if (purpose === 'link') throw new Rejection('INVALID_JOIN_SESSION')
  if (accountId !== undefined && (await joinIdOf(deps.db, accountId)) !== proved.profile.id)
    throw new Rejection('INVALID_JOIN_SESSION')
  return signIn(deps, { provider: 'join', ...proved, userAgent }, claim, visit)
}
