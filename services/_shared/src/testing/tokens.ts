import { createServer } from 'node:http'
import { revokedSessions } from '@talad/proto/http/identity/token-checks'
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { TOKEN_AUDIENCE, TOKEN_ISSUER } from '../http/auth.ts'
import { unixSeconds } from '../unix-time.ts'

/** A key pair whose public half is served as a JWKS, as identity does; it also answers for sessions, as identity does. */
export type TestKeys = {
  url: string
  privateKey: CryptoKey
  kid: string
  /** ID-11: ends a session (claim `sid`) */
  endSession(sid: string): void
  /** ID-4: changes the level of an account (claim `sub`) */
  setLevel(accountId: string, level: number): void
  close(): Promise<void>
}

export async function testKeys(kid = 'test'): Promise<TestKeys> {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const jwk = { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' }
  const sessions: { sid: string; revoked_at: string }[] = []
  const levels: { account_id: string; kyc_level: number; changed_at: string }[] = []
  const now = () => new Date().toISOString()
  const server = createServer((request, response) => {
    const statuses = { as_of: now(), oldest: new Date(0).toISOString(), sessions, levels }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(request.url?.startsWith(revokedSessions.path) ? statuses : { keys: [jwk] }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}/jwks.json`,
    privateKey,
    kid,
    endSession: (sid) => void sessions.push({ sid, revoked_at: now() }),
    setLevel: (accountId, level) =>
      void levels.push({ account_id: accountId, kyc_level: level, changed_at: now() }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** An access token with the given claims (ID-2), good for 15 minutes; signed in just now unless `auth_time` says else. */
export function signToken(
  keys: TestKeys,
  claims: { sub: string } & Record<string, unknown>,
): Promise<string> {
  return new SignJWT({ auth_time: unixSeconds(new Date()), ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: keys.kid })
    .setIssuer(TOKEN_ISSUER)
    .setAudience(TOKEN_AUDIENCE)
    .setIssuedAt()
    .setExpirationTime('15m')
    .sign(keys.privateKey)
}
