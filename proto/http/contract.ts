import type { z } from 'zod'
import type { Ability, Scope } from './campaign/abilities.ts'
import type { Permission } from './permissions.ts'

/**
 * Who may call: everybody; a signed-in account; a signed-in account with a join identity (a customer, ID-3); a customer
 * with at least a KYC level; an admin who has a permission (MO-38); each of these with `fresh` only when they proved who
 * they are at most fifteen minutes ago (ID-29, AW-14); somebody whose role in the project that the request names allows it (CA-1), whom no wallet is asked
 * of, and with `scope` also its API keys that may do that; API keys alone (CA-6), with `dryRun` also those for tests where
 * it would change something: it then only says what would happen; the card provider; another service; nobody outside
 * development (GW-28).
 */
export type Policy =
  | { kind: 'visitor' }
  | { kind: 'user'; fresh?: true }
  | { kind: 'customer'; fresh?: true }
  | { kind: 'kyc'; level: 1 | 2 | 3; fresh?: true }
  | { kind: 'admin'; permission: Permission; fresh?: true }
  | { kind: 'project'; ability: Ability; scope?: Scope; dryRun?: true }
  | { kind: 'key'; scope: Scope; dryRun?: true }
  | { kind: 'callback' }
  | { kind: 'internal' }
  | { kind: 'dev' }

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One call: the only description of it, shared by the route, the client, the tests and the API documentation. */
export type Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> = {
  /** unique, camelCase: the operation's name in the API documentation */
  name: string
  service: string
  method: Method
  /** as users call it, with `:param` segments */
  path: string
  auth: Policy
  summary: string
  params?: Params
  query?: Query
  body?: Body
  /** status of success (GW-11) */
  status: 200 | 201 | 302
  response: Response
  /** rejection codes that a client can meet, lower case */
  errors?: readonly string[]
  /** true for calls that move value or mint: they accept Idempotency-Key (GW-10) */
  idempotent?: boolean
  /**
   * the service itself keeps what an Idempotency-Key led to, of an answer that goes on changing: a key leads to what it
   * began, as that is when it is asked again
   */
  keepsKeys?: true
  /**
   * waits for a card provider, a wallet app or the chain before it answers: the gateway keeps such calls from taking the
   * place of others
   */
  slow?: boolean
  /** the body is multipart/form-data: texts and files (`z.file()`) by the names of its fields, and no JSON */
  form?: true
  /** bytes of the largest body; absent: 256 kB */
  largestBody?: number
  /** anonymous answers may be cached by shared caches for 10 s (GW-23) */
  cacheable?: boolean
  /**
   * stricter than the general limit (GW-24): of an IP `search`, `sign-in`, `sync`, `coupon`; of an account `write`, and
   * besides that `flag` (a day) and `trigger`
   */
  limit?: 'search' | 'sign-in' | 'sync' | 'coupon' | 'write' | 'flag' | 'trigger'
}

/** Declares a call and keeps its exact types. */
export function endpoint<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Response extends z.ZodType = z.ZodUndefined,
>(spec: Endpoint<Params, Query, Body, Response>): Endpoint<Params, Query, Body, Response> {
  return spec
}

/**
 * The bases of M§7. GW-1: the calls of the campaign platform for the public and for admins have the same addresses on two
 * hosts; where one origin serves both, and in every service, those for admins are found below another base.
 */
export const base = {
  public: '/api/public/v1',
  user: '/api/user/v1',
  admin: '/api/admin/v1',
  dev: '/api/dev/v1',
  callback: '/api/callback/v1',
  platform: '/api/v1',
  platformAdmin: '/platform-admin/api/v1',
  identity: '/identity',
  signing: '/signing',
  names: '/names',
} as const

/** GW-15: who moves value, signs or is an admin is told of a field that is none; elsewhere it is passed over. */
export function refusesUnknownFields({ path, idempotent }: Pick<Endpoint, 'path' | 'idempotent'>): boolean {
  if (path.startsWith(`${base.user}/`)) return idempotent === true
  return /^\/(api\/(dev|admin)|signing|platform-admin)\//.test(path)
}
