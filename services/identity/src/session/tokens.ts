import { TOKEN_AUDIENCE, TOKEN_ISSUER } from '@talad/shared/http/auth'
import { unixSeconds } from '@talad/shared/unix-time'
import { SignJWT } from 'jose'
import { accessExpiry } from './judge-refresh.ts'
import type { SigningKeys } from './keys.ts'
import type { Session } from './store.ts'

/** A pair, and when its refresh token ends unless it is used (ID-5). */
export type TokenPair = { accessToken: string; refreshToken: string; refreshExpiresAt: string }

/** Signs an access token for a session (ID-2). */
export async function accessTokenFor(
  deps: { keys: SigningKeys; accessTokenSeconds: number },
  session: Session,
  now: Date,
): Promise<string> {
  const { kid, key } = await deps.keys.current()
  const { joinId, kycLevel, joinSessionHash } = session
  const customer =
    joinId === undefined
      ? {}
      : {
          jid: joinId,
          ...(joinSessionHash === undefined ? {} : { jsh: joinSessionHash }),
          jxp: unixSeconds(session.joinExpiresAt ?? session.expiresAt),
        }
  // ID-29, AW-14: a refresh doesn't move it
  const proved = session.provedAt && { auth_time: unixSeconds(session.provedAt) }
  return new SignJWT({ ...customer, jyc: kycLevel, sid: session.id, ...proved, ways: session.waysIn })
    .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
    .setIssuer(TOKEN_ISSUER)
    .setAudience(TOKEN_AUDIENCE)
    .setSubject(session.accountId)
    .setIssuedAt(now)
    .setExpirationTime(accessExpiry(now, deps.accessTokenSeconds, session.expiresAt))
    .sign(key)
}
