import type { Server } from 'node:http'
import type { Readable } from 'node:stream'
import type { Endpoint } from '@talad/proto/http/contract'
import type { RejectionTable } from '@talad/proto/http/rejection-row'
import { commonRejections } from '@talad/proto/http/rejections'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifySchema,
  LogController,
} from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Logger } from 'pino'
import type { z } from 'zod'
import type { Clock } from '../clock.ts'
import { cacheKey, SITE_HEADER, siteIn, withContext } from '../context.ts'
import type { Db } from '../db.ts'
import { newId } from '../ids.ts'
import { hashOf } from '../json.ts'
import { Rejection } from '../rejection.ts'
import { currentTraceparent, inSpan } from '../telemetry.ts'
import type { Actor, Auth, CallerPorts } from './auth.ts'
import { cacheControl, nameAnswer } from './caching.ts'
import { bodyIntoQuery } from './delete-input.ts'
import { installErrors, refuseBadAddress } from './errors.ts'
import { readForms } from './forms.ts'
import { installHealth, requireWritable } from './health.ts'
import { type Attempt, once, singleAttempt } from './idempotency.ts'
import { refuseIllFormed } from './input.ts'
import { answerParserError } from './parser-errors.ts'
import { languageOf } from './problem.ts'
import { guardRoutes, type Served } from './routes.ts'

export type HttpDeps = {
  service: string
  auth: Auth
  log: Logger
  rejections: RejectionTable
  /** GW-28: routes for development exist only when this is set */
  devMode: boolean
  now: Clock
  /** needed where a route accepts Idempotency-Key; asked for readiness */
  db?: Db
  /** each other dependency's own check; the service is ready when all resolve */
  ready?: Readonly<Record<string, () => Promise<void>>>
  /** when the newest event happened that was projected of each, told by `/readyz` */
  newest?: Readonly<Record<string, () => Promise<Date | undefined>>>
  /** what somebody should look at, in words, told by `/readyz` */
  warnings?: Readonly<Record<string, () => Promise<string | undefined>>>
  /** who tells of roles in projects and of API keys, where a route asks for them */
  callers?: CallerPorts
  /**
   * the site that a request is for; unless told, what the gateway says of it. undefined: it came to nobody's host, and is
   * answered nothing (GW-4)
   */
  siteOf?: (request: FastifyRequest) => string | undefined
  /** addresses besides the contract's that are everybody's, as they are registered: pages, files, documentation */
  open?: readonly string[]
  /** settings of the server that differ from those of a service behind the gateway */
  server?: Pick<
    FastifyHttpOptions<Server>,
    'trustProxy' | 'forceCloseConnections' | 'keepAliveTimeout' | 'http' | 'rewriteUrl'
  >
}

/** What a handler is given: parsed input and who is calling. */
export type Call<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> = {
  params: z.output<P>
  query: z.output<Q>
  body: z.output<B>
  actor: Actor | undefined
  /** CA-6: a test key calls: nothing may change, the answer says what would */
  isTest: boolean
  /** of a call that takes an Idempotency-Key; without a key each call is the first of its own */
  attempt: Attempt
  request: FastifyRequest
  reply: FastifyReply
}

export type App = {
  fastify: FastifyInstance
  /** Serves one call of the contract: validates, authorises by its policy, answers with its status; streams a file. */
  route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
    endpoint: Endpoint<P, Q, B, R>,
    handler: (call: Call<P, Q, B>) => Promise<z.input<R> | Readable>,
  ): void
  /** the routes that exist, for the authorisation matrix and the gateway's own check */
  endpoints: readonly Endpoint[]
  /** every address that is served under a policy, also those that no contract describes */
  routes: readonly Served[]
}

/** The caller of a route whose policy guarantees one. @throws Rejection UNAUTHORIZED otherwise */
export function signedIn(actor: Actor | undefined): Actor {
  if (!actor) throw new Rejection('UNAUTHORIZED')
  return actor
}

/** The caller of a route for customers (ID-3). @throws Rejection INVALID_JOIN_SESSION otherwise */
export function customer(actor: Actor | undefined): Actor & { customerId: string } {
  const known = signedIn(actor)
  if (known.customerId === undefined) throw new Rejection('INVALID_JOIN_SESSION')
  return { ...known, customerId: known.customerId }
}

const REQUEST_ID = /^[A-Za-z0-9-]{8,64}$/

function correlationOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && REQUEST_ID.test(header) ? header : crypto.randomUUID()
}

/** The trace that a request belongs to. */
function traceOf(request: FastifyRequest) {
  const { traceparent } = request.headers
  return {
    kind: 'server' as const,
    correlationId: request.id,
    traceparent: typeof traceparent === 'string' ? traceparent : undefined,
  }
}

/** Where and for whom the work of a request is done. */
function whereOf({ site, headers }: FastifyRequest) {
  const language = languageOf(headers['accept-language'])
  return { ...(site === undefined ? {} : { site }), ...(language ? { language } : {}) }
}

/** Who is named in logs and stored events: an account, an API key, or the service that calls (GW-3). */
function actorIn({ actor, caller }: FastifyRequest): { actor?: string } {
  if (actor) return { actor: actor.accountId }
  if (caller === undefined) return {}
  return { actor: caller.startsWith('key:') ? caller : `service:${caller}` }
}

/** Whose answers are kept: on the main site by the caller alone, as they were before there were others (GW-10). */
function keptFor({ site, actor, caller, ip }: FastifyRequest): string {
  const key = caller?.startsWith('key:') ? caller : undefined
  const who = actor?.accountId ?? key ?? ip
  return site === undefined ? who : cacheKey({ site }, who)
}

/** GW-10: of 1 to 64 characters. @throws Rejection VALIDATION */
export function idempotencyKey({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined || (typeof key === 'string' && key.length >= 1 && key.length <= 64)) return key
  throw new Rejection('VALIDATION', {
    field: 'Idempotency-Key',
    details: { reason: 'must be 1 to 64 characters' },
  })
}

/** What a call asks for, to be told from another one with the same key (GW-10); of a DELETE wherever it stood (GW-14). */
function askedBy({ method }: Endpoint, { url, query, body, formDigest }: FastifyRequest) {
  if (formDigest) return { method, path: url, form: formDigest }
  if (method !== 'DELETE') return { method, path: url, body }
  return { method, path: url.split('?')[0], query }
}

/** A service's HTTP application: never listens by itself. */
export function createApp(deps: HttpDeps): App {
  const log: FastifyBaseLogger = deps.log
  const fastify: FastifyInstance = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => correlationOf(request.headers['x-request-id']),
    bodyLimit: 256 * 1024,
    requestTimeout: 15_000,
    connectionTimeout: 20_000,
    trustProxy: '127.0.0.1/8',
    forceCloseConnections: true,
    frameworkErrors: refuseBadAddress,
    clientErrorHandler: answerParserError,
    ...deps.server,
  })
  fastify.setValidatorCompiler(validatorCompiler)
  fastify.setSerializerCompiler(serializerCompiler)
  fastify.addHook('onRequest', (request, reply, done) => {
    const site = deps.siteOf ? deps.siteOf(request) : request.headers[SITE_HEADER]
    if (deps.siteOf && site === undefined) return void reply.code(421).send() // GW-4
    reply.header('x-request-id', request.id)
    request.site = siteIn(site)
    withContext({ correlationId: request.id, ...whereOf(request) }, done)
  })
  readForms(fastify)
  const routes = guardRoutes(fastify, deps.auth, { open: deps.open ?? [], ports: deps.callers ?? {} })
  installErrors(fastify, { ...commonRejections, ...deps.rejections }, routes)
  const { db } = deps
  const database = db && { database: () => requireWritable(db) }
  const { log: told, now, newest = {}, warnings = {} } = deps
  installHealth(fastify, { log: told, now, newest, warnings, ready: { ...database, ...deps.ready } })
  const endpoints: Endpoint[] = []
  return {
    fastify,
    endpoints,
    routes,
    route: (endpoint, handler) => addRoute(fastify, deps, endpoints, endpoint, handler),
  }
}

function addRoute<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  fastify: FastifyInstance,
  deps: HttpDeps,
  endpoints: Endpoint[],
  endpoint: Endpoint<P, Q, B, R>,
  handler: (call: Call<P, Q, B>) => Promise<z.input<R> | Readable>,
): void {
  if (endpoint.auth.kind === 'dev' && !deps.devMode) return // GW-28
  endpoints.push(endpoint)
  const { params, query, body, response, status } = endpoint

  const schema: FastifySchema = {
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body } : {}),
    response: { [status]: response },
  }
  const run = async (request: FastifyRequest, reply: FastifyReply, attempt: Attempt) => {
    // the validator compiler has replaced these by the schemas' outputs
    const { params, query, body, actor, apiKey } = request
    const isTest = apiKey?.isTest ?? false
    return handler({ params, query, body, actor, isTest, attempt, request, reply } as Call<P, Q, B>)
  }

  fastify.route({
    method: endpoint.method,
    url: endpoint.path,
    schema,
    config: { policy: endpoint.auth, ...(endpoint.form && { form: true }) },
    ...(endpoint.largestBody && { bodyLimit: endpoint.largestBody }),
    preValidation: async (request) => {
      refuseIllFormed(request.params, request.query, request.body)
      if (endpoint.method === 'DELETE') bodyIntoQuery(request) // GW-14
    },
    ...(endpoint.cacheable ? { onSend: nameAnswer } : {}),
    handler: (request, reply) =>
      inSpan(`${endpoint.method} ${endpoint.path}`, traceOf(request), async () => {
        const answer = async () => {
          const key = endpoint.idempotent ? idempotencyKey(request) : undefined
          if (key === undefined || endpoint.keepsKeys || !deps.db)
            return run(request, reply, singleAttempt(newId(deps.now())))
          const bodyHash = hashOf(askedBy(endpoint, request))
          const who = { actor: keptFor(request), key, bodyHash, status }
          const work = async (attempt: Attempt) => ({ status, body: await run(request, reply, attempt) })
          const { body, replayed } = await once({ db: deps.db, now: deps.now }, who, work)
          if (replayed) reply.header('idempotency-replayed', 'true')
          return body
        }
        const traceparent = currentTraceparent()
        const result = await withContext(
          {
            correlationId: request.id,
            causationId: request.id,
            ...actorIn(request),
            ...whereOf(request),
            ...(traceparent ? { traceparent } : {}),
          },
          answer,
        )
        if (reply.sent) return reply
        reply.header('cache-control', cacheControl(endpoint, request)) // GW-23
        return reply.code(status).send(result)
      }),
  })
}
