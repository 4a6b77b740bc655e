import type { Problem } from '@talad/proto/http/common'
import type { RejectionRow, RejectionTable } from '@talad/proto/http/rejection-row'
import { commonRejections } from '@talad/proto/http/rejections'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { isTransient } from '../db.ts'
import { isConflict } from '../lost-race.ts'
import { Rejection } from '../rejection.ts'
import { problemOf, sendProblem } from './problem.ts'
import type { Served } from './routes.ts'

const aboutOf = (request: FastifyRequest) => ({
  requestId: request.id,
  languages: request.headers['accept-language'],
})

/** What the client sent at the path of a schema's fault; a list may have been sent as one text. */
function inputAt(request: FastifyRequest, context: string | undefined, path: readonly string[]): unknown {
  const part =
    context === 'querystring' ? request.query : context === 'params' ? request.params : request.body
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null
        ? Object.getOwnPropertyDescriptor(value, key)?.value
        : typeof value === 'string'
          ? value
          : undefined,
    part,
  )
}

/** The first fault of a schema: which field, and whether it was missing altogether. */
function validationProblem(error: unknown, request: FastifyRequest): Problem | undefined {
  if (!hasZodFastifySchemaValidationErrors(error)) return undefined
  const first = error.validation[0]
  const path = (first?.instancePath ?? '').split('/').filter((part) => part !== '')
  const unknownKeys = first?.keyword === 'unrecognized_keys' ? first.params : undefined
  const keys = unknownKeys && 'keys' in unknownKeys && Array.isArray(unknownKeys.keys) ? unknownKeys.keys : []
  const field = [...path, ...keys.slice(0, 1).map(String)].join('.') || 'body'
  const missing = keys.length === 0 && inputAt(request, error.validationContext, path) === undefined
  const about = { ...aboutOf(request), field }
  if (missing) return problemOf('REQUIRED_PARAMETER', commonRejections.REQUIRED_PARAMETER, about)
  // in English beside a message in any language: no catalogue has what schemas say
  const details = { reason: first?.message ?? '' }
  return problemOf('VALIDATION', commonRejections.VALIDATION, { ...about, details })
}

const REFUSAL_CODES: Readonly<Record<number, keyof typeof commonRejections>> = {
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'RATE_LIMITED',
  503: 'UNAVAILABLE',
}

/** Fastify's own refusals (malformed JSON, content type, size) and a limit reached. Others may not choose a status. */
function refusalOf(
  error: unknown,
): { code: string; row: RejectionRow; details?: Record<string, unknown> } | undefined {
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number')
    return undefined
  const { statusCode: status } = error
  const ours = 'code' in error && typeof error.code === 'string' && error.code.startsWith('FST_')
  const code = REFUSAL_CODES[status]
  if (code !== undefined && (ours || status === 429)) return { code, row: commonRejections[code] }
  if (!ours || status < 400 || status >= 500) return undefined
  return { code: 'VALIDATION', row: commonRejections.VALIDATION, details: { reason: error.message } }
}

/** Whether a path that is asked for is one that is registered, `/a/:b`. */
function isAt(registered: string, path: string): boolean {
  const parts = path.split('/')
  const known = registered.split('/')
  return (
    parts.length === known.length &&
    known.every((part, at) => (part.startsWith(':') ? parts[at] !== '' : part === parts[at]))
  )
}

/** The methods that an address takes, where it is one of ours. */
function methodsFor(routes: readonly Served[], url: string): string[] {
  const [path = ''] = url.split('?')
  const found = routes.filter(({ url: registered }) => isAt(registered, path))
  return [...new Set(found.map(({ method }) => method))].toSorted()
}

/** GW-9: an address that knows other methods says which, any other is unknown. */
function installUnknown(app: FastifyInstance, routes: readonly Served[]): void {
  app.setNotFoundHandler((request, reply) => {
    const allowed = methodsFor(routes, request.url)
    if (allowed.length === 0 || allowed.includes(request.method))
      return sendProblem(reply, problemOf('NOT_FOUND', commonRejections.NOT_FOUND, aboutOf(request)))
    reply.header('allow', [...allowed, 'OPTIONS'].join(', '))
    if (request.method === 'OPTIONS') return reply.code(204).send()
    const row = commonRejections.METHOD_NOT_ALLOWED
    return sendProblem(reply, problemOf('METHOD_NOT_ALLOWED', row, aboutOf(request)))
  })
}

/**
 * Turns everything thrown into one problem+json answer; faults are logged, business answers are not errors.
 * @param routes the list of what is served, as it grows
 */
export function installErrors(
  app: FastifyInstance,
  rejections: RejectionTable,
  routes: readonly Served[],
): void {
  installUnknown(app, routes)
  app.setErrorHandler<unknown>((error, request, reply) => {
    const about = aboutOf(request)
    if (error instanceof Rejection) {
      const row = rejections[error.code]
      const problem =
        row && problemOf(error.code, row, { ...about, field: error.field, details: error.details })
      if (problem) return sendProblem(reply, problem, row.retryAfterSeconds)
      request.log.error({ err: error }, 'rejection without a row in rejections.ts')
    }
    const invalid = validationProblem(error, request)
    if (invalid) return sendProblem(reply, invalid)
    if (isTransient(error) || isConflict(error)) {
      request.log.warn({ err: error }, 'dependency is away or too slow, or others were always first')
      const row = commonRejections.UNAVAILABLE
      return sendProblem(reply, problemOf('UNAVAILABLE', row, about), row.retryAfterSeconds)
    }
    const refusal = refusalOf(error)
    if (refusal) {
      const { code, row, details } = refusal
      return sendProblem(reply, problemOf(code, row, { ...about, details }), row.retryAfterSeconds)
    }
    request.log.error({ err: error }, 'request failed')
    return sendProblem(reply, problemOf('INTERNAL', commonRejections.INTERNAL, about))
  })
}

/** An address that can't even be decoded. */
export function refuseBadAddress(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const problem = problemOf('VALIDATION', commonRejections.VALIDATION, { ...aboutOf(request), field: 'url' })
  sendProblem(reply, problem)
}
