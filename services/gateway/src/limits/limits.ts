import { normalizeIP } from '@fastify/rate-limit'
import type { Endpoint } from '@talad/proto/http/contract'
import { cacheKey } from '@talad/shared/context'
import type { Platform } from '@talad/shared/platform'
import { Rejection } from '@talad/shared/rejection'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Redis } from 'ioredis'
import type { KnownKey } from '../api-key/known-keys.ts'
import type { GatewayConfig } from '../config.ts'
import { type Count, type Counters, type Limit, memoryCounters, redisCounters } from './counters.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** How long Redis is left alone after a fault: the shop goes on uncounted, and requests don't wait for it. */
const REDIS_REST_MS = 2_000

type IpKind = 'public' | 'search' | 'sign-in' | 'sync' | 'coupon' | 'callback' | 'files'
type AccountKind = 'write' | 'flag' | 'trigger'

export type Limits = {
  /** counts a request against its IP @throws Rejection RATE_LIMITED when it is one too many */
  ofIp(endpoint: Endpoint | undefined, request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** counts a call against the API key that makes it @throws Rejection RATE_LIMITED (CA-6) */
  ofKey(endpoint: Endpoint, key: KnownKey, request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** counts a call against its account, where its contract says so @throws Rejection RATE_LIMITED */
  ofAccount(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<void>
}

type Kind = IpKind | AccountKind | 'key'
/** A limit of its kind, for who is counted. */
type Counted = Omit<Limit, 'key'> & { kind: Kind; who: string }

/** Media are files in all but name: a page of cards asks for dozens. */
function kindOf(endpoint: Endpoint | undefined): IpKind {
  if (!endpoint || endpoint.path.startsWith('/media/')) return 'files'
  return endpoint.auth.kind === 'callback' ? 'callback' : 'public'
}

/** An IP that has one counter; a customer's whole IPv6 network (/64) counts as one. */
function ipKey(request: FastifyRequest): string {
  return normalizeIP(request.ip)
}

/** Asks the counters; nothing is told, and everybody passes, while Redis is away: the shop matters more than the count. */
function failingOpen(counters: Counters, log: Pick<Platform['log'], 'warn'>): Counters {
  let awayUntil = 0
  return {
    async take(limits) {
      if (Date.now() < awayUntil) return []
      try {
        return await counters.take(limits)
      } catch (error) {
        awayUntil = Date.now() + REDIS_REST_MS
        log.warn({ err: error }, 'limits are not counted: Redis is away')
        return []
      }
    },
  }
}

const secondsOf = (ms: number) => Math.ceil(ms / 1_000)

/** Tells what is left of a limit, of several beside each other (draft-ietf-httpapi-ratelimit-headers). */
function tell(reply: FastifyReply, { kind, max, windowMs }: Counted, { remaining, ttlMs }: Count): void {
  const join = (name: string, text: string) => {
    const before = reply.getHeader(name)
    reply.header(name, before === undefined ? text : `${String(before)}, ${text}`)
  }
  join('ratelimit-policy', `"${kind}";q=${max};w=${windowMs / 1_000}`)
  join('ratelimit', `"${kind}";r=${remaining};t=${secondsOf(ttlMs)}`)
}

const ofAccounts: readonly string[] = ['write', 'flag', 'trigger'] satisfies AccountKind[]

function isOfAccount(limit: NonNullable<Endpoint['limit']>): limit is AccountKind {
  return ofAccounts.includes(limit)
}

/** GW-24: counters of one minute, of this process or, with Redis, of all gateways together. */
export function createLimits(
  config: Pick<GatewayConfig, `LIMIT_${string}` & keyof GatewayConfig>,
  log: Pick<Platform['log'], 'warn'>,
  redis: Redis | undefined,
): Limits {
  const counters = redis ? failingOpen(redisCounters(redis), log) : memoryCounters()
  const most: Readonly<Record<IpKind | AccountKind, number>> = {
    public: config.LIMIT_PUBLIC,
    search: config.LIMIT_SEARCH,
    'sign-in': config.LIMIT_SIGN_IN,
    sync: config.LIMIT_SYNC,
    coupon: config.LIMIT_COUPON,
    callback: config.LIMIT_CALLBACK,
    files: config.LIMIT_FILES,
    write: config.LIMIT_WRITE,
    flag: config.LIMIT_FLAG,
    trigger: config.LIMIT_TRIGGER,
  }
  const of = (kind: IpKind | AccountKind, who: string): Counted => ({
    kind,
    who,
    max: most[kind],
    windowMs: kind === 'flag' ? DAY_MS : MINUTE_MS,
  })

  /** Counts against all of them, or where one is full against none. */
  async function count(limits: readonly Counted[], request: FastifyRequest, reply: FastifyReply) {
    const keyOf = ({ kind, who }: Counted) => `gateway-limit-${cacheKey(request, kind, who)}`
    const counts = await counters.take(limits.map((limit) => ({ ...limit, key: keyOf(limit) })))
    const told = limits.flatMap((limit, at) => {
      const counted = counts[at]
      return counted ? [{ limit, counted }] : []
    })
    for (const { limit, counted } of told) tell(reply, limit, counted)
    const waits = told.flatMap(({ counted }) => (counted.exceeded ? [secondsOf(counted.ttlMs)] : []))
    if (waits.length === 0) return
    reply.header('retry-after', Math.max(1, ...waits))
    throw new Rejection('RATE_LIMITED') // GW-24
  }

  return {
    async ofIp(endpoint, request, reply) {
      const own = endpoint?.limit
      const ip = ipKey(request)
      const besides = own === undefined || isOfAccount(own) ? [] : [of(own, ip)]
      await count([of(kindOf(endpoint), ip), ...besides], request, reply)
    },
    async ofKey({ limit: own }, { id, limitPerMinute }, request, reply) {
      const ofIts: Counted = { kind: 'key', who: id, max: limitPerMinute, windowMs: MINUTE_MS }
      // its own limit is in place of that of an account's writes
      const besides =
        own === undefined || own === 'write' ? [] : [of(own, isOfAccount(own) ? `key:${id}` : ipKey(request))]
      await count([ofIts, ...besides], request, reply)
    },
    async ofAccount({ limit }, request, reply) {
      // who calls with a key was counted by it
      if (limit === undefined || !isOfAccount(limit) || request.sentKey) return
      const account = request.actor?.accountId ?? ipKey(request)
      const besides = limit === 'write' ? [] : [of(limit, account)]
      await count([of('write', account), ...besides], request, reply)
    },
  }
}
