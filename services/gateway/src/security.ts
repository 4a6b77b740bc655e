import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { GatewayConfig } from './config.ts'

const YEAR_S = 31_536_000
const PREFLIGHT_S = 600

/**
 * What a page of ours may do: run our own scripts and styles, show our own pictures, talk to us and, for browser
 * wallets, to the chain. Styles that scripts put on single elements are allowed, style sheets in the page are not.
 */
export function contentSecurityPolicy(rpcUrl: string | undefined): Record<string, string[]> {
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
  }
}

/** Headers of every answer, and the list of sites whose scripts may read one. */
export async function secure(fastify: FastifyInstance, config: GatewayConfig): Promise<void> {
  await fastify.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: contentSecurityPolicy(config.CHAIN_RPC_URL),
    },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    frameguard: { action: 'deny' },
    // only where there is a certificate: it would lock a developer out of http://localhost
    hsts: config.NODE_ENV === 'production' ? { maxAge: YEAR_S, includeSubDomains: true } : false,
  })
  await fastify.register(cors, {
    origin: config.SITE_ORIGINS.length === 0 ? false : config.SITE_ORIGINS, // GW-25
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type', 'idempotency-key', 'last-event-id', 'x-request-id'],
    exposedHeaders: ['retry-after', 'x-request-id'],
    maxAge: PREFLIGHT_S,
  })
}
