import type { Problem } from '@talad/proto/http/common'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { isPassingFault } from '../db.ts'
import { commonRejections, Rejection, type RejectionRow, type RejectionTable } from '../rejection.ts'

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

/** GW-8: the body of every error. */
export function problemOf(
  code: string,
  row: RejectionRow,
  requestId: string,
  about: { field?: string | undefined; details?: Record<string, unknown> | undefined; message?: string } = {},
): Problem {
  const wireCode = code.toLowerCase()
  return {
    type: `urn:talad:problem:${wireCode}`,
    title: TITLES[row.status] ?? 'Error',
    status: row.status,
    code: wireCode,
    message: about.message ?? row.text,
    ...(about.field === undefined ? {} : { field: about.field }),
    ...(about.details === undefined ? {} : { details: about.details }),
    rule: row.rule,
    requestId,
  }
}

export function sendProblem(reply: FastifyReply, body: Problem, retryAfterSeconds?: number): FastifyReply {
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  // a string: Fastify's serializers of the route are for its own answer only
  return reply.code(body.status).type('application/problem+json').send(JSON.stringify(body))
}

const INTERNAL: RejectionRow = { status: 500, rule: 'GW-8', text: 'something went wrong' }

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
  const code = missing ? 'REQUIRED_PARAMETER' : 'VALIDATION'
  const message = missing ? `required parameter ${field} is missing` : `${field}: ${first?.message ?? ''}`
  return problemOf(code, commonRejections[code], request.id, { field, message })
}

/** Fastify's own refusals (malformed JSON, content type, size) and a limit reached. Others may not choose a status. */
function refusalOf(error: unknown): RejectionRow | undefined {
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number')
    return undefined
  const { statusCode: status } = error
  const ours = 'code' in error && typeof error.code === 'string' && error.code.startsWith('FST_')
  if (status === 429) return commonRejections.RATE_LIMITED
  if (ours && status === 503) return commonRejections.UNAVAILABLE
  return ours && status >= 400 && status < 500 ? { status, rule: 'GW-9', text: error.message } : undefined
}

const REFUSAL_CODES: Readonly<Record<number, string>> = { 429: 'RATE_LIMITED', 503: 'UNAVAILABLE' }

/** Turns everything thrown into one problem+json answer; faults are logged, business answers are not errors. */
export function installErrors(app: FastifyInstance, rejections: RejectionTable): void {
  app.setNotFoundHandler((request, reply) =>
    sendProblem(reply, problemOf('NOT_FOUND', commonRejections.NOT_FOUND, request.id)),
  )
  app.setErrorHandler<unknown>((error, request, reply) => {
    if (error instanceof Rejection) {
      const row = rejections[error.code]
      const about = { field: error.field, details: error.details }
      if (row) return sendProblem(reply, problemOf(error.code, row, request.id, about), row.retryAfterSeconds)
      request.log.error({ err: error }, 'rejection without a row in rejections.ts')
    }
    const invalid = validationProblem(error, request)
    if (invalid) return sendProblem(reply, invalid)
    if (isPassingFault(error)) {
      request.log.warn({ err: error }, 'dependency is away or too slow')
      const row = commonRejections.UNAVAILABLE
      return sendProblem(reply, problemOf('UNAVAILABLE', row, request.id), row.retryAfterSeconds)
    }
    const refusal = refusalOf(error)
    if (refusal) {
      const code = REFUSAL_CODES[refusal.status] ?? 'VALIDATION'
      return sendProblem(reply, problemOf(code, refusal, request.id), refusal.retryAfterSeconds)
    }
    request.log.error({ err: error }, 'request failed')
    return sendProblem(reply, problemOf('INTERNAL', INTERNAL, request.id))
  })
}
