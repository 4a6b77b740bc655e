import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { Endpoint } from '@talad/proto/http/contract'
import { cacheKey } from '@talad/shared/context'
import type { Platform } from '@talad/shared/platform'
import { Rejection } from '@talad/shared/rejection'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Redis } from 'ioredis'
import type { GatewayConfig } from '../config.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** How long Redis is left alone after a fault: the shop goes on uncounted, and requests don't wait for it. */
const REDIS_REST_MS = 2_000

type IpKind = 'public' | 'search' | 'sign-in' | 'sync' | 'coupon' | 'callback' | 'files'
type AccountKind = 'write' | 'flag' | 'trigger'

export type Limits = {
  /** counts a request against its IP @throws Rejection RATE_LIMITED when it is one too many */
  ofIp(endpoint: Endpoint | undefined, request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** counts a call against its account, where its contract says so @throws Rejection RATE_LIMITED */
  ofAccount(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<void>
}

type Verdict = {
  exceeded: boolean
  retryAfterSeconds: number
  /** what is left, unless nobody counts */
  left?: { policy: string; state: string }
}
type Check = (request: FastifyRequest) => Promise<Verdict>

/** Media are files in all but name: a page of cards asks for dozens. */
function kindOf(endpoint: Endpoint | undefined): IpKind {
  if (!endpoint || endpoint.path.startsWith('/media/')) return 'files'
  return endpoint.auth.kind === 'callback' ? 'callback' : 'public'
}

/** An IP that has one counter; a customer's whole IPv6 network (/64) counts as one. */
function ipKey(request: FastifyRequest): string {
  return normalizeIP(request.ip)
}

/** The API key of a call that asks for one; elsewhere a key that is sent must not make a new counter. */
function keyOfCall(request: FastifyRequest): string | undefined {
  return request.caller?.startsWith('key:') ? request.caller : undefined
}

/** Asks the counters, and lets everybody pass while Redis is away: the shop matters more than the count. */
function failingOpen(check: Check, log: Pick<Platform['log'], 'warn'>): Check {
  let awayUntil = 0
  return async (request) => {
    if (Date.now() < awayUntil) return { exceeded: false, retryAfterSeconds: 0 }
    try {
      return await check(request)
    } catch (error) {
      awayUntil = Date.now() + REDIS_REST_MS
      log.warn({ err: error }, 'limits are not counted: Redis is away')
      return { exceeded: false, retryAfterSeconds: 0 }
    }
  }
}

/** Tells what is left of a limit, of several beside each other (draft-ietf-httpapi-ratelimit-headers). */
function tell(reply: FastifyReply, { policy, state }: { policy: string; state: string }): void {
  const join = (name: string, text: string) => {
    const before = reply.getHeader(name)
    reply.header(name, before === undefined ? text : `${String(before)}, ${text}`)
  }
  join('ratelimit-policy', policy)
  join('ratelimit', state)
}

function refuseIf({ exceeded, retryAfterSeconds, left }: Verdict, reply: FastifyReply): void {
  if (left) tell(reply, left)
  if (!exceeded) return
  reply.header('retry-after', Math.max(1, retryAfterSeconds))
  throw new Rejection('RATE_LIMITED') // GW-24
}

/**
 * GW-24: counters of one minute, of this process or, with Redis, of all gateways together.
 * @param fastify the plugin is registered on it
 */
export async function createLimits(
  fastify: FastifyInstance,
  config: Pick<GatewayConfig, `LIMIT_${string}` & keyof GatewayConfig>,
  log: Pick<Platform['log'], 'warn'>,
  redis: Redis | undefined,
): Promise<Limits> {
  await fastify.register(rateLimit, {
    global: false,
    nameSpace: 'gateway-limit-',
    ...(redis ? { redis } : {}),
  })
  const counter = (
    kind: IpKind | AccountKind,
    max: number,
    keyOf: (request: FastifyRequest) => string,
    windowMs = MINUTE_MS,
  ): Check => {
    const hit = fastify.createRateLimit({
      max,
      timeWindow: windowMs,
      keyGenerator: (request) => cacheKey(request, kind, keyOf(request)),
    })
    const policy = `"${kind}";q=${max};w=${windowMs / 1000}`
    const check: Check = async (request) => {
      const result = await hit(request)
      if (result.isAllowed) return { exceeded: false, retryAfterSeconds: 0 }
      const { isExceeded: exceeded, remaining, ttlInSeconds } = result
      const left = { policy, state: `"${kind}";r=${Math.max(0, remaining)};t=${ttlInSeconds}` }
      return { exceeded, retryAfterSeconds: ttlInSeconds, left }
    }
    return redis ? failingOpen(check, log) : check
  }
  const byIp: Readonly<Record<IpKind, Check>> = {
    public: counter('public', config.LIMIT_PUBLIC, ipKey),
    search: counter('search', config.LIMIT_SEARCH, ipKey),
    'sign-in': counter('sign-in', config.LIMIT_SIGN_IN, ipKey),
    sync: counter('sync', config.LIMIT_SYNC, ipKey),
    coupon: counter('coupon', config.LIMIT_COUPON, ipKey),
    callback: counter('callback', config.LIMIT_CALLBACK, ipKey),
    files: counter('files', config.LIMIT_FILES, ipKey),
  }
  const accountKey = (request: FastifyRequest) =>
    request.actor?.accountId ?? keyOfCall(request) ?? ipKey(request)
  const byAccount: Readonly<Record<AccountKind, Check>> = {
    write: counter('write', config.LIMIT_WRITE, accountKey),
    flag: counter('flag', config.LIMIT_FLAG, accountKey, DAY_MS),
    trigger: counter('trigger', config.LIMIT_TRIGGER, accountKey),
  }

  return {
    async ofIp(endpoint, request, reply) {
      const own = endpoint?.limit
      const checks = [byIp[kindOf(endpoint)]]
      if (own !== undefined && !isOfAccount(own)) checks.push(byIp[own])
      for (const check of checks) refuseIf(await check(request), reply)
    },
    async ofAccount({ limit }, request, reply) {
      if (limit === undefined || !isOfAccount(limit)) return
      const checks = limit === 'write' ? [byAccount.write] : [byAccount.write, byAccount[limit]]
      for (const check of checks) refuseIf(await check(request), reply)
    },
  }
}

const ofAccounts: readonly string[] = ['write', 'flag', 'trigger'] satisfies AccountKind[]

function isOfAccount(limit: NonNullable<Endpoint['limit']>): limit is AccountKind {
  return ofAccounts.includes(limit)
}
