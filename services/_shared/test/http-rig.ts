import { base, type Endpoint, endpoint } from '@talad/proto/http/contract'
import { row } from '@talad/proto/http/rejection-row'
import type { FastifyInstance } from 'fastify'
import { type CryptoKey, createLocalJWKSet, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { pino } from 'pino'
import { z } from 'zod'
import { systemClock } from '../src/clock.ts'
import type { Db } from '../src/db.ts'
import { type App, createApp } from '../src/http/app.ts'
import { type Auth, type CallerPorts, createAuth, TOKEN_AUDIENCE, TOKEN_ISSUER } from '../src/http/auth.ts'

/** Secrets of `ledger`, which is changing them; and of another service. */
export const INTERNAL = ['old-secret-0123456789', 'new-secret-0123456789']
export const CALLERS = { ledger: INTERNAL, campaign: ['campaign-secret-0123456789'] }

/** Tokens as identity makes them, and every way to make them wrong. */
export async function tokenMaker() {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' }
  const make = (
    claims: JWTPayload,
    header: { alg?: string; kid?: string } = {},
    key: CryptoKey | Uint8Array = privateKey,
  ) =>
    new SignJWT({ iss: TOKEN_ISSUER, aud: TOKEN_AUDIENCE, sub: 'account-1', ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: 'k1', ...header })
      .setIssuedAt()
      .setExpirationTime(claims.exp ?? '15m')
      .sign(key)
  return { make, privateKey, keys: createLocalJWKSet({ keys: [jwk] }) }
}

/** An application with a real fastify under it, whose logs can be read. */
export function rig(auth: Auth, options: { db?: Db; devMode?: boolean; callers?: CallerPorts } = {}) {
  const logs: string[] = []
  const app: App = createApp({
    service: 'test',
    auth,
    log: pino({ level: 'debug' }, { write: (line: string) => void logs.push(line) }),
    rejections: { NOT_TODAY: row(409, 'XX-1', 'not today', 'วันนี้ไม่ได้') },
    devMode: options.devMode ?? false,
    now: systemClock,
    ...(options.db ? { db: options.db } : {}),
    ...(options.callers ? { callers: options.callers } : {}),
  })
  return { app, logs }
}

export const noAuth = createAuth({ jwks: createLocalJWKSet({ keys: [] }), callers: CALLERS })

/** A value-moving call of the visitor's, for bodies of every kind. */
export const pay = endpoint({
  name: 'pay',
  service: 'test',
  method: 'POST',
  path: `${base.user}/pay/:to`,
  auth: { kind: 'visitor' },
  summary: 'moves value',
  params: z.object({ to: z.string().max(8) }),
  query: z.object({ limit: z.coerce.number().int().max(100).optional() }),
  body: z.strictObject({
    amount: z.int().min(1),
    kind: z.enum(['card', 'points']),
    parts: z.array(z.strictObject({ share: z.int() })).optional(),
  }),
  status: 201,
  response: z.object({ id: z.string(), amount: z.int(), at: z.string().optional() }),
  idempotent: true,
})

export const read = (auth: Endpoint['auth'], more: Partial<Endpoint> = {}) =>
  endpoint({
    name: 'read',
    service: 'test',
    method: 'GET',
    path: `${base.public}/thing`,
    auth,
    summary: 'reads',
    status: 200,
    response: z.object({ who: z.string() }),
    ...(more.cacheable ? { cacheable: true } : {}),
  })

export const send = (
  fastify: FastifyInstance,
  body: unknown,
  headers: Record<string, string> = {},
  path = '/api/user/v1/pay/bob',
) =>
  fastify.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/json', ...headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
