import { identityHttp } from '@talad/proto/http/identity/accounts'
import { makeApiKey } from '@talad/shared/http/api-key'
import { holds } from '../proof.ts'
import type { System } from '../system.ts'
import { everyAdmin } from './admins.ts'
import type { Caller } from './caller.ts'
import { bearer, send } from './doors.ts'
import { claimsOf, enterAs } from './enter.ts'
import { openProject } from './project.ts'
import { signed, signingKey } from './signing-key.ts'

const AGO_S = 3_600

/** Everybody who might try, made anew: no two proofs share a session. */
export async function everyCaller(system: System): Promise<Caller[]> {
  const [key, guest, ended, ...levels] = await Promise.all([
    signingKey(system),
    enterAs(system, { user: 'matrix-guest', level: 0, customer: false }),
    enterAs(system, { user: 'matrix-ended', level: 3 }),
    ...[0, 1, 2, 3].map((level) => enterAs(system, { user: `matrix-${level}`, level })),
  ])
  const best = levels[3]
  holds(best !== undefined, 'nobody could sign in')
  const left = await send(system.run.gateway + identityHttp.logout.path, { refreshToken: ended.refreshToken })
  holds(left.status === 200, `a sign-out is answered ${left.status}`)
  const claims = claimsOf(best.accessToken)
  const now = Math.floor(Date.now() / 1000)
  const { makeKey } = await openProject(system)
  const [apiKey, testKey] = [await makeKey(), await makeKey(true)]
  const secret = system.service('gateway').env.INTERNAL_TOKENS ?? ''
  const [head = '', , signature = ''] = best.accessToken.split('.')
  const payload = Buffer.from(JSON.stringify({ ...claims, jid: 'demo-mali' })).toString('base64url')
  const wrong = (change: Record<string, unknown>) => bearer(signed(key, { ...claims, ...change }))
  return [
    { name: 'a visitor', headers: {} },
    { name: 'garbage', headers: bearer('garbage'), bad: 'unauthorized' },
    { name: 'a changed token', headers: bearer(`${head}.${payload}.${signature}`), bad: 'unauthorized' },
    {
      name: 'an expired token',
      headers: wrong({ iat: now - AGO_S, exp: now - 60 }),
      bad: 'token_expired',
    },
    { name: 'a token of another project', headers: wrong({ aud: 'campaign' }), bad: 'unauthorized' },
    { name: 'a token of another issuer', headers: wrong({ iss: 'campaign-identity' }), bad: 'unauthorized' },
    { name: 'a session that has ended', headers: bearer(ended.accessToken), ended: true, signedIn: true },
    { name: 'a user without a join identity', headers: bearer(guest.accessToken), signedIn: true },
    ...(await everyAdmin(system, key)),
    // CA-6: a key does nothing where no project is named, and is refused as one that never was
    { name: 'an API key', headers: apiKey.headers },
    { name: 'an API key for tests', headers: testKey.headers, testKey: true },
    { name: 'an API key that nobody has', headers: { 'x-api-key': makeApiKey('live') } },
    {
      name: 'a visitor with an API key',
      headers: { ...apiKey.headers, ...bearer('garbage') },
      bad: 'unauthorized',
    },
    ...levels.map(({ accessToken }, level) => ({
      name: `a customer of level ${level}`,
      headers: bearer(accessToken),
      signedIn: true,
      level,
    })),
    { name: 'a service', headers: { 'x-internal-token': secret }, internal: true },
    { name: 'a service with a wrong secret', headers: { 'x-internal-token': `${secret}x` } },
    { name: 'a service with an empty secret', headers: { 'x-internal-token': '' } },
    {
      name: 'a customer who claims to be a service',
      headers: { ...bearer(best.accessToken), 'x-internal-token': 'x'.repeat(48) },
      signedIn: true,
      level: 3,
    },
  ]
}
