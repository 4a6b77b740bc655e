import type { Policy } from '@talad/proto/http/contract'
import { identityHttp } from '@talad/proto/http/identity'
import type { Permission } from '@talad/proto/http/permissions'
import { holds } from '../proof.ts'
import { everyAdmin } from './admins.ts'
import { bearer, send } from './doors.ts'
import { claimsOf, enterAs } from './enter.ts'
import { signed, signingKey } from './forge.ts'
import type { House } from './house.ts'

/** Somebody who calls: how, and what they are. */
export type Caller = {
  name: string
  headers: Record<string, string>
  /** why the token they bring is refused wherever one is looked at */
  bad?: 'unauthorized' | 'token_expired'
  /** their session has ended: it counts wherever somebody must be signed in */
  ended?: boolean
  signedIn?: boolean
  /** KYC level of a customer; absent: no customer */
  level?: number
  /** knows the secret of the services */
  internal?: boolean
  /** the only permission of an admin; `super_admin`: all of them */
  may?: Permission | 'super_admin'
  /** signed in longer ago than a step-up lasts */
  stale?: boolean
}

const AGO_S = 3_600

/** Everybody who might try, made anew: no two proofs share a session. */
export async function everyCaller(house: House): Promise<Caller[]> {
  const [key, guest, ended, ...levels] = await Promise.all([
    signingKey(house),
    enterAs(house, { user: 'matrix-guest', level: 0, customer: false }),
    enterAs(house, { user: 'matrix-ended', level: 3 }),
    ...[0, 1, 2, 3].map((level) => enterAs(house, { user: `matrix-${level}`, level })),
  ])
  const best = levels[3]
  holds(best !== undefined, 'nobody could sign in')
  const left = await send(house.run.gateway + identityHttp.logout.path, { refreshToken: ended.refreshToken })
  holds(left.status === 200, `a sign-out is answered ${left.status}`)
  const claims = claimsOf(best.accessToken)
  const now = Math.floor(Date.now() / 1000)
  const secret = house.room('gateway').env.INTERNAL_TOKENS ?? ''
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
    ...(await everyAdmin(house, key)),
    ...levels.map(({ accessToken }, level) => ({
      ...{ name: `a customer of level ${level}`, headers: bearer(accessToken), signedIn: true, level },
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

/** What a policy says about a caller, in words of its own: the code of the refusal, or undefined. */
export function refusalFor(policy: Policy, caller: Caller): string | undefined {
  if (policy.kind === 'callback') return undefined
  if (policy.kind === 'internal') return caller.internal ? undefined : 'unauthorized'
  if (caller.bad !== undefined) return caller.bad
  if (policy.kind === 'visitor') return undefined
  if (caller.ended) return 'session_expired'
  if (policy.kind === 'dev') return undefined
  if (!caller.signedIn) return 'unauthorized'
  if (policy.kind === 'user') return undefined
  if (caller.level === undefined) return 'invalid_join_session'
  if (policy.kind === 'admin') {
    if (caller.may !== 'super_admin' && caller.may !== policy.permission) return 'permission_required'
    return policy.fresh && caller.stale ? 'step_up_required' : undefined
  }
  return policy.kind === 'kyc' && caller.level < policy.level ? 'kyc_not_eligible' : undefined
}
