import type { Problem } from '@talad/proto/http/common'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors, isResponseSerializationError } from 'fastify-type-provider-zod'
import { isConnectionFault } from '../db.ts'
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

/** The first fault of a schema: which field, and whether it was missing altogether. */
function validationProblem(error: FastifyError, request: FastifyRequest): Problem | undefined {
  if (!hasZodFastifySchemaValidationErrors(error)) return undefined
  const first = error.validation[0]
  const path = first?.instancePath.replace(/^\//, '').replaceAll('/', '.') ?? ''
  const unknownKeys = first?.keyword === 'unrecognized_keys' ? first.params : undefined
  const keys = unknownKeys && 'keys' in unknownKeys && Array.isArray(unknownKeys.keys) ? unknownKeys.keys : []
  const field = [path, ...keys.slice(0, 1).map(String)].filter((part) => part !== '').join('.')
  const missing = first?.message?.includes('received undefined') === true
  const code = missing ? 'REQUIRED_PARAMETER' : 'VALIDATION'
  const message = missing
    ? `required parameter ${field} is missing`
    : `${field || 'body'}: ${first?.message ?? ''}`
  return problemOf(code, commonRejections[code], request.id, { field, message })
}

/** Turns everything thrown into one problem+json answer; faults are logged, business answers are not errors. */
export function installErrors(app: FastifyInstance, rejections: RejectionTable): void {
  app.setNotFoundHandler((request, reply) =>
    sendProblem(reply, problemOf('NOT_FOUND', commonRejections.NOT_FOUND, request.id)),
  )
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error instanceof Rejection) {
      const row = rejections[error.code]
      const about = { field: error.field, details: error.details }
      if (row) return sendProblem(reply, problemOf(error.code, row, request.id, about), row.retryAfterSeconds)
      request.log.error({ err: error }, 'rejection without a row in rejections.ts')
    }
    const invalid = validationProblem(error, request)
    if (invalid) return sendProblem(reply, invalid)
    if (isConnectionFault(error)) {
      request.log.warn({ err: error }, 'dependency is away')
      const row = commonRejections.UNAVAILABLE
      return sendProblem(reply, problemOf('UNAVAILABLE', row, request.id), row.retryAfterSeconds)
    }
    const status = error.statusCode
    if (status !== undefined && status >= 400 && status < 500 && !isResponseSerializationError(error)) {
      const row = { status, rule: 'GW-9', text: error.message }
      return sendProblem(reply, problemOf(status === 429 ? 'RATE_LIMITED' : 'VALIDATION', row, request.id))
    }
    request.log.error({ err: error }, 'request failed')
    return sendProblem(reply, problemOf('INTERNAL', INTERNAL, request.id))
  })
}
