import { inTx, type Tx } from '@talad/shared/db'
import type { SessionStatus } from '@talad/shared/http/session-status'
import { Rejection } from '@talad/shared/rejection'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { noteSecurity } from '../security/log.ts'
import { readJoinProfile } from './join-profile.ts'
import { endOf, isLive, judgeRefresh, refreshExpiry } from './judge-refresh.ts'
import {
  findSession,
  lockTellingSession,
  revokeSession,
  rotate,
  type Session,
  sawSession,
  sessionOfToken,
} from './store.ts'
import { accessTokenFor, type TokenPair } from './tokens.ts'

const pair = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  // absent in a pair that was kept by a version before
  refreshExpiresAt: z.iso.datetime().optional(),
})

function replacementOf(deps: Deps, session: Session): TokenPair {
  if (!session.replacement) throw new Rejection('SESSION_EXPIRED')
  const kept = pair.parse(JSON.parse(deps.replacements.open(session.replacement, session.id)))
  return { ...kept, refreshExpiresAt: kept.refreshExpiresAt ?? endOf(session).toISOString() }
}

type Judged = { use: Session } | { pair: TokenPair }

/**
 * ID-6: whether a refresh token may be used, was replaced within the minute, or ends its family.
 * @throws Rejection SESSION_EXPIRED
 */
async function judge(deps: Deps, refreshToken: string): Promise<Judged> {
  const found = await sessionOfToken(deps.db, refreshToken)
  if (!found) throw new Rejection('SESSION_EXPIRED')
  const { session, generation } = found
  switch (judgeRefresh(session, generation, deps.now())) {
    case 'current':
      return { use: session }
    case 'repeat':
      return { pair: replacementOf(deps, session) }
    case 'reuse':
      deps.log.warn({ session: session.id, account: session.accountId }, 'a retired refresh token came again')
      await endOne(deps, session.id, 'token_reused')
      throw new Rejection('SESSION_EXPIRED')
    case 'ended':
      throw new Rejection('SESSION_EXPIRED')
  }
}

async function reload(deps: Deps, id: string): Promise<Session> {
  const session = await findSession(deps.db, id)
  if (!session || !isLive(session, deps.now())) throw new Rejection('SESSION_EXPIRED')
  return session
}

/**
 * ID-5: a new access token; the refresh token stays.
 * @throws Rejection SESSION_EXPIRED, UNAVAILABLE when the level can't be read (ID-4)
 */
export async function halfRefresh(deps: Deps, refreshToken: string): Promise<TokenPair> {
  const judged = await judge(deps, refreshToken)
  if ('pair' in judged) return judged.pair
  const isAsked = await readJoinProfile(deps, judged.use) // ID-4
  const isNoted = await sawSession(deps.db, judged.use, deps.now())
  // read a moment ago, it is read again only where somebody was waited for since
  const session = isAsked || isNoted ? await reload(deps, judged.use.id) : judged.use
  return {
    accessToken: await accessTokenFor(deps, session, deps.now()),
    refreshToken,
    refreshExpiresAt: endOf(session).toISOString(),
  }
}

/** Both tokens of a session that is locked anew; the pair lies sealed in its row for a minute. */
async function renew(deps: Deps, tx: Tx, session: Session, now: Date): Promise<void> {
  const expiresAt = refreshExpiry(now, deps.config.REFRESH_TOKEN_SECONDS, session.joinExpiresAt)
  await rotate(tx, session, {
    expiresAt,
    now,
    seal: async (refreshToken) => {
      const accessToken = await accessTokenFor(deps, { ...session, expiresAt }, now)
      const refreshExpiresAt = endOf({ expiresAt, lastSeenAt: now }).toISOString()
      const kept: TokenPair = { accessToken, refreshToken, refreshExpiresAt }
      return deps.replacements.seal(JSON.stringify(kept), session.id)
    },
  })
}

/**
 * A§7: a new pair for who shows an access token alone: only where the refresh token lies outside of a cookie anyway, as
 * nobody gets a month from fifteen minutes of a browser's session (ID-10).
 * @returns undefined where the refresh token lies in a cookie
 */
export async function pairWithoutCookie(deps: Deps, sessionId: string): Promise<TokenPair | undefined> {
  const isRenewed = await inTx(deps.db, async (tx) => {
    const session = await lockTellingSession(tx, sessionId)
    const now = deps.now()
    if (!session || !isLive(session, now)) return false
    await renew(deps, tx, session, now)
    return true
  })
  return isRenewed ? replacementOf(deps, await reload(deps, sessionId)) : undefined
}

/**
 * ID-5: both tokens new; the old refresh token is retired.
 * @throws Rejection SESSION_EXPIRED, UNAVAILABLE when the level can't be read (ID-4)
 */
export async function fullRefresh(deps: Deps, refreshToken: string): Promise<TokenPair> {
  const judged = await judge(deps, refreshToken)
  if ('pair' in judged) return judged.pair
  await readJoinProfile(deps, judged.use)
  await inTx(deps.db, async (tx) => {
    const found = await sessionOfToken(tx, refreshToken, true)
    const now = deps.now()
    // another tab may have been first: then this one finds its pair below
    if (!found || judgeRefresh(found.session, found.generation, now) !== 'current') return
    await renew(deps, tx, found.session, now)
  })
  const after = await judge(deps, refreshToken)
  if ('use' in after) throw new Error(`session ${after.use.id} was not rotated`)
  return after.pair
}

/** ID-11: ends a session, and tells its owner why; nothing where it was over. */
export async function endOne(deps: Deps, id: string, why: 'signed_out' | 'token_reused'): Promise<void> {
  await inTx(deps.db, async (tx) => {
    const accountId = await revokeSession(tx, id, deps.now())
    if (accountId !== undefined) await noteSecurity(tx, [{ accountId, kind: why }], deps.now())
  })
}

/** ID-11: ends the family of a refresh token of any generation; nothing for a token that isn't ours. */
export async function signOut(deps: Deps, refreshToken: string): Promise<void> {
  const found = await sessionOfToken(deps.db, refreshToken)
  if (found) await endOne(deps, found.session.id, 'signed_out')
}

/** ID-11: the live session of an access token. @throws Rejection SESSION_EXPIRED when it was revoked */
export async function liveSession(deps: Deps, sessionId: string | undefined): Promise<Session> {
  if (sessionId === undefined) throw new Rejection('SESSION_EXPIRED')
  return reload(deps, sessionId)
}

/** ID-11, ID-4: what has become of a session since its access token was made. */
export async function sessionStatusOf(deps: Deps, sessionId: string | undefined): Promise<SessionStatus> {
  const session = sessionId === undefined ? undefined : await findSession(deps.db, sessionId)
  if (!session) return { ended: false, kycLevel: 0 } // ID-37: the account is gone, and its calls say so
  return { ended: !isLive(session, deps.now()), kycLevel: session.kycLevel }
}
