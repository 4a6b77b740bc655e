import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { Endpoint } from '@talad/proto/http/contract'
import type { Platform } from '@talad/shared/platform'
import { Rejection } from '@talad/shared/rejection'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Redis } from 'ioredis'
import type { GatewayConfig } from '../config.ts'

const WINDOW_MS = 60_000
/** How long Redis is left alone after a fault: the shop goes on uncounted, and requests don't wait for it. */
const REDIS_REST_MS = 2_000

type IpKind = 'public' | 'search' | 'sign-in' | 'sync' | 'callback' | 'files'

export type Limits = {
  /** counts a request against its IP @throws Rejection RATE_LIMITED when it is one too many */
  ofIp(endpoint: Endpoint | undefined, request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** counts a call against its account, where its contract says so @throws Rejection RATE_LIMITED */
  ofAccount(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<void>
}

type Verdict = { exceeded: boolean; retryAfterSeconds: number }
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

/** Asks the counters, and lets everybody pass while Redis is away: the shop matters more than the count. */
function failingOpen(check: Check, log: Platform['log']): Check {
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

function refuseIf({ exceeded, retryAfterSeconds }: Verdict, reply: FastifyReply): void {
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
  config: GatewayConfig,
  log: Platform['log'],
  redis: Redis | undefined,
): Promise<Limits> {
  await fastify.register(rateLimit, {
    global: false,
    nameSpace: 'gateway-limit-',
    ...(redis ? { redis } : {}),
  })
  const counter = (
    kind: IpKind | 'write',
    max: number,
    keyOf: (request: FastifyRequest) => string,
  ): Check => {
    const hit = fastify.createRateLimit({
      max,
      timeWindow: WINDOW_MS,
      keyGenerator: (request) => `${kind}:${keyOf(request)}`,
    })
    const check: Check = async (request) => {
      const result = await hit(request)
      if (result.isAllowed) return { exceeded: false, retryAfterSeconds: 0 }
      return { exceeded: result.isExceeded, retryAfterSeconds: result.ttlInSeconds }
    }
    return redis ? failingOpen(check, log) : check
  }
  const byIp: Readonly<Record<IpKind, Check>> = {
    public: counter('public', config.LIMIT_PUBLIC, ipKey),
    search: counter('search', config.LIMIT_SEARCH, ipKey),
    'sign-in': counter('sign-in', config.LIMIT_SIGN_IN, ipKey),
    sync: counter('sync', config.LIMIT_SYNC, ipKey),
    callback: counter('callback', config.LIMIT_CALLBACK, ipKey),
    files: counter('files', config.LIMIT_FILES, ipKey),
  }
  const write = counter('write', config.LIMIT_WRITE, (request) => request.actor?.accountId ?? ipKey(request))

  return {
    async ofIp(endpoint, request, reply) {
      const own = endpoint?.limit
      const checks = [byIp[kindOf(endpoint)]]
      if (own !== undefined && own !== 'write') checks.push(byIp[own])
      for (const check of checks) refuseIf(await check(request), reply)
    },
    async ofAccount(endpoint, request, reply) {
      if (endpoint.limit === 'write') refuseIf(await write(request), reply)
    },
  }
}
