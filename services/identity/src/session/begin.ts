import type { Tx } from '@talad/shared/db'
import type { Deps } from '../deps.ts'
import { noteSecurity } from '../security/log.ts'
import type { Visit } from './device.ts'
import { endOf } from './judge-refresh.ts'
import { findSession, insertSession, type NewSession, revokeSession } from './store.ts'
import { accessTokenFor, type TokenPair } from './tokens.ts'

/** Begins a session, ends the one that the browser had, and writes the sign-in down. @returns the refresh token */
export async function beginSession(
  tx: Tx,
  session: Omit<NewSession, 'device' | 'site'>,
  { device, site, formerSessionId }: Visit,
  now: Date,
): Promise<string> {
  const { accountId, provider } = session
  const refreshToken = await insertSession(tx, { ...session, device, site }, now)
  // whoever knew the session from before has nothing of what is proved now
  if (formerSessionId !== undefined) await revokeSession(tx, formerSessionId, now)
  await noteSecurity(tx, [{ accountId, kind: 'signed_in', provider, device, site }], now)
  return refreshToken
}

/** The tokens of a session that has just begun. */
export async function pairOf(
  deps: Deps,
  sessionId: string,
  refreshToken: string,
  now: Date,
): Promise<TokenPair> {
  const session = await findSession(deps.db, sessionId)
  if (!session) throw new Error(`session ${sessionId} is gone`)
  const accessToken = await accessTokenFor(deps, session, now)
  return { accessToken, refreshToken, refreshExpiresAt: endOf(session).toISOString() }
}
