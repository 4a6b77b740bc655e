import cors, { type FastifyCorsOptions } from '@fastify/cors'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { isAdminHost, ownOrigins } from './admin-host.ts'
import type { GatewayConfig } from './config.ts'
import type { Sites } from './site/sites.ts'

const YEAR_S = 31_536_000
const PREFLIGHT_S = 600

/**
 * What a page of ours may do: run our own scripts and styles, show our own pictures, talk to us and, for browser
 * wallets, to the chain. Styles that scripts put on single elements are allowed, style sheets in the page are not.
 */
export function contentSecurityPolicy(
  rpcUrl: string | undefined,
  policies: "'none'" | 'offline', // the users' app names one script of its own: its service worker
): Record<string, string[]> {
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...(rpcUrl === undefined ? [] : [new URL(rpcUrl).origin])],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    // GW-33: no text becomes markup or a script, whoever has written it
    'require-trusted-types-for': ["'script'"],
    'trusted-types': [policies],
  }
}

const written = (policy: Record<string, string[]>) =>
  Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ')

/** The admins' app talks to nobody but us, shows no pictures from elsewhere, and frames the sites that are edited in it. */
const adminPolicy = (sites: Sites) =>
  written({
    ...contentSecurityPolicy(undefined, "'none'"),
    'frame-src': ["'self'", ...sites.origins('users')],
  })

/** AW-13: the page that shows a draft is framed by the admins' app, and by nobody else. */
export const previewPolicy = (config: Pick<GatewayConfig, 'CHAIN_RPC_URL'>, sites: Sites) =>
  written({
    ...contentSecurityPolicy(config.CHAIN_RPC_URL, 'offline'),
    'frame-ancestors': sites.origins('admins').length === 0 ? ["'none'"] : [...sites.origins('admins')],
  })

/**
 * ID-44: LIFF asks LINE whose token it has. What we use of it (@liff/init, @liff/verify-id-token, @liff/sub-window) fetches from
 * `api.line.me` alone, as @liff/server-api lists; to `access.line.me` it sends the browser, which needs no leave.
 */
export const liffPolicy = ({ CHAIN_RPC_URL }: Pick<GatewayConfig, 'CHAIN_RPC_URL'>) => {
  const policy = contentSecurityPolicy(CHAIN_RPC_URL, 'offline')
  return written({ ...policy, 'connect-src': [...(policy['connect-src'] ?? []), 'https://api.line.me'] })
}

/** Headers of every answer, and the list of sites whose scripts may read one. */
export async function secure(fastify: FastifyInstance, config: GatewayConfig, sites: Sites): Promise<void> {
  await fastify.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: contentSecurityPolicy(config.CHAIN_RPC_URL, 'offline'),
    },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    frameguard: { action: 'deny' },
    // only where there is a certificate: it would lock a developer out of http://localhost
    hsts: config.NODE_ENV === 'production' ? { maxAge: YEAR_S, includeSubDomains: true } : false,
  })
  fastify.addHook('onRequest', async (request, reply) => {
    if (!isAdminHost(sites, request)) return
    reply.header('content-security-policy', adminPolicy(sites)).header('x-robots-tag', 'noindex, nofollow')
  })
  const common: FastifyCorsOptions = {
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'authorization',
      'content-type',
      'idempotency-key',
      'if-none-match',
      'last-event-id',
      'x-request-id',
    ],
    exposedHeaders: [
      'etag',
      'idempotency-replayed',
      'ratelimit',
      'ratelimit-policy',
      'retry-after',
      'x-request-id',
    ],
    maxAge: PREFLIGHT_S,
  }
  // GW-25. The users' site is of the same site as the admins' for cookies: its scripts must not read with an admin's.
  await fastify.register(cors, {
    delegator: (request, callback) => {
      const { origin } = request.headers
      callback(null, {
        ...common,
        origin: origin !== undefined && ownOrigins(sites, request).includes(origin),
      })
    },
  })
}
