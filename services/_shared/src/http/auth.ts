import type { Ability, Scope } from '@talad/proto/http/campaign/abilities'
import type { Policy } from '@talad/proto/http/contract'
import type { FastifyRequest } from 'fastify'
import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { z } from 'zod'
import type { Grant, Grants } from '../admin-grants.ts'
import { Rejection } from '../rejection.ts'
import { readApiKey, type SentKey } from './api-key.ts'
import { type Callers, callersByToken } from './callers.ts'
import type { SessionStatus, SessionStatuses } from './session-status.ts'

/** Claims of an access token (ID-2). */
const claims = z.object({
  sub: z.string().min(1),
  jid: z.string().min(1).optional(),
  jyc: z.int().min(0).max(3).default(0),
  jsh: z.string().optional(),
  jxp: z.int().optional(),
  sid: z.string().optional(),
  auth_time: z.int().optional(),
  ways: z.array(z.string()).default([]),
})

/** Who is calling. */
export type Actor = {
  accountId: string
  /** `join-{jid}`; absent without a join identity (ID-3) */
  customerId: string | undefined
  kycLevel: number
  /** id of the token family, for the revocation list (ID-11) */
  sessionId: string | undefined
  /** when they proved who they are; a refresh of the token doesn't move it (AW-14) */
  signedInAt: Date | undefined
  /** the providers by which they can prove it again */
  waysIn: readonly string[]
}

export const TOKEN_ISSUER = 'talad-identity'
export const TOKEN_AUDIENCE = 'talad'

export type Auth = {
  /** @throws Rejection UNAUTHORIZED or TOKEN_EXPIRED */
  actorOf(authorization: string | undefined): Promise<Actor | undefined>
  /** GW-3: the service that a secret of calls among services belongs to */
  callerOf(token: string | undefined): string | undefined
  /** what has become of the caller since the token was made @throws Rejection UNAVAILABLE when that isn't known */
  sessionStatus(holder: Pick<Actor, 'accountId' | 'sessionId'>): Promise<SessionStatus>
  /** what a customer may do as an admin (MO-38); undefined: nothing */
  grantOf(customerId: string): Promise<Grant | undefined>
  now(): Date
}

export type AuthOptions = {
  /** where identity publishes its public keys, or the keys themselves in a test */
  jwks: URL | JWTVerifyGetKey
  /** services that may call, and their secrets */
  callers: Callers
  /** who is asked whether a session still lives; absent: a token counts until it ends */
  sessionStatuses?: SessionStatuses
  /** who is asked what an admin may do; absent: nobody is one */
  grants?: Grants
  now?: () => Date
}

/** A caller that isn't a person: an API key, by the id under which its owner knows it. */
export type ApiKey = {
  id: string
  /** CA-6: nothing may change by it: who serves the call says what would */
  isTest: boolean
}

/** What a service knows of callers that no token tells; one with a route for them can't start without. */
export type CallerPorts = {
  /** whether somebody's role in the project that a request names allows something; the body is parsed, not validated */
  projectRoles?: (actor: Actor, ability: Ability, request: FastifyRequest) => Promise<boolean>
  /**
   * the id of the key with this digest, where it counts, has the scope and is of the project that the request names;
   * undefined otherwise, whatever is wrong: no refusal may look or last different
   */
  apiKeys?: (digest: string, scope: Scope, request: FastifyRequest) => Promise<string | undefined>
}

type KeyPolicy = Extract<Policy, { kind: 'key' | 'project' }>

/** The policy of a call that is made by an API key; undefined where somebody else calls. */
export function policyOfKey(policy: Policy, headers: FastifyRequest['headers']): KeyPolicy | undefined {
  if (policy.kind === 'key') return policy
  if (policy.kind !== 'project' || policy.scope === undefined) return undefined
  return headers.authorization === undefined && headers['x-api-key'] !== undefined ? policy : undefined
}

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** What can be said of an API key without a look. @throws Rejection UNAUTHORIZED for what can't be one, TEST_KEY */
function readKeyOf(policy: KeyPolicy, { headers, method }: FastifyRequest): SentKey {
  const sent = readApiKey(headers['x-api-key'])
  if (!sent) throw new Rejection('UNAUTHORIZED')
  if (sent.isTest && !policy.dryRun && !READING.has(method)) throw new Rejection('TEST_KEY') // CA-6
  return sent
}

/** Everything that jose and our schema find wrong with a token; not an answer that identity failed to give. */
function isBadToken(error: unknown): boolean {
  if (error instanceof z.ZodError) return true
  if (!(error instanceof errors.JOSEError) || error instanceof errors.JWKSTimeout) return false
  return error.code !== 'ERR_JOSE_GENERIC' && !(error instanceof errors.JWKSInvalid)
}

/** Verifies access tokens: ES256 by a key of the JWKS, our issuer and audience, not expired, nothing else. */
export function createAuth(options: AuthOptions): Auth {
  const keys =
    options.jwks instanceof URL
      ? createRemoteJWKSet(options.jwks, { cooldownDuration: 5_000, timeoutDuration: 3_000 })
      : options.jwks
  return {
    async actorOf(authorization) {
      if (authorization === undefined) return undefined
      const match = /^Bearer ([A-Za-z0-9._-]{1,4096})$/i.exec(authorization)
      if (!match?.[1]) throw new Rejection('UNAUTHORIZED')
      try {
        const { payload } = await jwtVerify(match[1], keys, {
          algorithms: ['ES256'],
          issuer: TOKEN_ISSUER,
          audience: TOKEN_AUDIENCE,
          requiredClaims: ['sub', 'exp', 'iat'],
          ...(options.now ? { currentDate: options.now() } : {}),
        })
        const actor = claims.parse(payload)
        return {
          accountId: actor.sub,
          customerId: actor.jid === undefined ? undefined : `join-${actor.jid}`,
          kycLevel: actor.jyc,
          sessionId: actor.sid,
          signedInAt: actor.auth_time === undefined ? undefined : new Date(actor.auth_time * 1000),
          waysIn: actor.ways,
        }
      } catch (error) {
        if (error instanceof errors.JWTExpired) throw new Rejection('TOKEN_EXPIRED')
        if (isBadToken(error)) throw new Rejection('UNAUTHORIZED')
        throw new Rejection('UNAVAILABLE') // the keys can't be had: that says nothing about the token
      }
    },
    callerOf: callersByToken(options.callers),
    sessionStatus: async (holder) => (await options.sessionStatuses?.of(holder)) ?? AS_THE_TOKEN_SAYS,
    grantOf: async (customerId) => options.grants?.of(customerId),
    now: options.now ?? (() => new Date()),
  }
}

const AS_THE_TOKEN_SAYS: SessionStatus = { ended: false, kycLevel: undefined }

/** The caller as of now. @throws Rejection SESSION_EXPIRED when the session has ended since the token was made */
async function asOfNow(auth: Auth, actor: Actor): Promise<Actor> {
  const { ended, kycLevel } = await auth.sessionStatus(actor)
  if (ended) throw new Rejection('SESSION_EXPIRED') // ID-11
  return kycLevel === undefined ? actor : { ...actor, kycLevel: Math.min(actor.kycLevel, kycLevel) } // ID-4
}

/** ID-29, AW-14: how long a proof of who somebody is counts. */
export const FRESH_SECONDS = 15 * 60

/**
 * ID-29, AW-14: that somebody proved who they are a moment ago; a refresh proves nothing.
 * @throws Rejection REAUTH_REQUIRED
 */
export function requireFresh({ signedInAt, waysIn }: Pick<Actor, 'signedInAt' | 'waysIn'>, now: Date): void {
  const since = signedInAt?.getTime() ?? Number.NEGATIVE_INFINITY
  if (now.getTime() - since <= FRESH_SECONDS * 1000) return
  throw new Rejection('REAUTH_REQUIRED', { details: { maxAgeSeconds: FRESH_SECONDS, ways: waysIn } })
}

/** @throws Rejection PERMISSION_REQUIRED */
async function authorizeAdmin(
  auth: Auth,
  { permission }: Extract<Policy, { kind: 'admin' }>,
  customerId: string,
): Promise<void> {
  const grant = await auth.grantOf(customerId)
  const allowed = grant && (grant.superAdmin || grant.permissions.has(permission)) // MO-39
  if (!allowed) throw new Rejection('PERMISSION_REQUIRED', { details: { permission } }) // MO-38
}

/** What a policy asks of somebody who is signed in. @throws Rejection INVALID_JOIN_SESSION, KYC_NOT_ELIGIBLE, PERMISSION_REQUIRED */
async function authorizePerson(
  auth: Auth,
  policy: Extract<Policy, { kind: 'user' | 'customer' | 'kyc' | 'admin' }>,
  actor: Actor,
): Promise<void> {
  if (policy.kind === 'user') return
  if (!actor.customerId) throw new Rejection('INVALID_JOIN_SESSION') // ID-3
  if (policy.kind === 'kyc' && actor.kycLevel < policy.level)
    throw new Rejection('KYC_NOT_ELIGIBLE', { details: { level: actor.kycLevel, required: policy.level } })
  if (policy.kind === 'admin') await authorizeAdmin(auth, policy, actor.customerId)
}

/**
 * Lets a request pass by the policy of its route.
 * @returns the caller, or undefined where none is needed and none came
 * @throws Rejection 401 or 403
 */
export async function authorize(
  auth: Auth,
  policy: Policy,
  request: FastifyRequest,
): Promise<Actor | undefined> {
  if (policy.kind === 'internal') {
    const token = request.headers['x-internal-token']
    request.caller = typeof token === 'string' ? auth.callerOf(token) : undefined
    if (request.caller === undefined) throw new Rejection('UNAUTHORIZED')
    return undefined
  }
  if (policy.kind === 'callback') return undefined
  const ofKey = policyOfKey(policy, request.headers)
  if (ofKey) {
    request.sentKey = readKeyOf(ofKey, request) // see authorizeInProject
    return undefined
  }
  const bearer = await auth.actorOf(request.headers.authorization)
  if (policy.kind === 'visitor') return bearer
  const actor = bearer && (await asOfNow(auth, bearer))
  if (policy.kind === 'dev') return actor // GW-28: dev routes don't exist in production
  if (!actor) throw new Rejection('UNAUTHORIZED')
  if (policy.kind === 'project' || policy.kind === 'key') return actor // see authorizeInProject
  await authorizePerson(auth, policy, actor)
  if (policy.fresh) requireFresh(actor, auth.now())
  return actor
}

/**
 * The second half of a policy about projects, once the body that may name one is parsed. A project that isn't there is
 * refused as one in which the caller has no role, and an API key that may not do this as one that never was (CA-6).
 * @throws Rejection PERMISSION_REQUIRED, UNAUTHORIZED
 */
export async function authorizeInProject(
  policy: Policy,
  request: FastifyRequest,
  { projectRoles, apiKeys }: CallerPorts,
): Promise<void> {
  const { actor, sentKey } = request
  const ofKey = sentKey && policyOfKey(policy, request.headers)
  if (ofKey) {
    const { scope } = ofKey
    const id = scope && (await apiKeys?.(sentKey.digest, scope, request))
    if (id === undefined) throw new Rejection('UNAUTHORIZED')
    request.caller = `key:${id}`
    request.apiKey = { id, isTest: sentKey.isTest }
    return
  }
  if (policy.kind !== 'project') return
  const { ability: permission } = policy
  if (!(actor && (await projectRoles?.(actor, permission, request))))
    throw new Rejection('PERMISSION_REQUIRED', { details: { permission } }) // CA-1
}
