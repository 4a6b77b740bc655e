import type { Policy } from '@talad/proto/http/contract'
import type { Permission } from '@talad/proto/http/permissions'

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
  /** brings an API key for tests: it is told apart by its form, before anybody knows whether it counts */
  testKey?: boolean
  /** knows the secret of the services */
  internal?: boolean
  /** the only permission of an admin; `super_admin`: all of them */
  may?: Permission | 'super_admin'
  /** signed in longer ago than a step-up lasts */
  stale?: boolean
}

/** What a policy says about a caller, in words of its own: the code of the refusal, or undefined. */
export function refusalFor(policy: Policy, caller: Caller, method: string): string | undefined {
  if (policy.kind === 'callback') return undefined
  if (policy.kind === 'internal') return caller.internal ? undefined : 'unauthorized'
  if (caller.bad !== undefined) return caller.bad
  if (policy.kind === 'visitor') return undefined
  if (caller.ended) return 'session_expired'
  if (policy.kind === 'dev') return undefined
  // CA-6: what a program may write isn't written by a key for tests
  const takesKeys = policy.kind === 'project' && policy.scope !== undefined && !policy.dryRun
  if (caller.testKey && takesKeys && method !== 'GET' && method !== 'HEAD') return 'test_key'
  if (!caller.signedIn) return 'unauthorized'
  const unlessFresh = 'fresh' in policy && policy.fresh && caller.stale ? 'reauth_required' : undefined
  if (policy.kind === 'user') return unlessFresh
  // CA-1: nobody has a role in a project that a request doesn't name
  if (policy.kind === 'project') return 'permission_required'
  if (caller.level === undefined) return 'invalid_join_session'
  if (policy.kind === 'admin') {
    if (caller.may !== 'super_admin' && caller.may !== policy.permission) return 'permission_required'
    return unlessFresh
  }
  return policy.kind === 'kyc' && caller.level < policy.level ? 'kyc_not_eligible' : unlessFresh
}
