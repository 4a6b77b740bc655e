/** Answers to a wrong call of the sandbox's own JSON interfaces. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

export type Refusal = Error & { statusCode: number; code: string }

/** Makes the error that is answered as `{ code, message }` with that HTTP status. */
export function refusal(statusCode: number, code: string, message: string): Refusal {
  return Object.assign(new Error(message), { statusCode, code })
}

/** The error for an id that nobody knows. */
export const notFound = (what: string) => refusal(404, 'not_found', `${what} not found`)

/**
 * Reads a body, query or parameter.
 * @throws a 400 refusal that names the first wrong field
 */
export function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw refusal(400, 'invalid_request', z.prettifyError(result.error))
}

const knownError = z.object({ statusCode: z.number().int().min(400).max(499), code: z.string().optional() })

/** Answers refusals as they say and everything else as a logged 500. */
export function answerErrors(app: FastifyInstance, log: (line: string) => void) {
  app.setErrorHandler((error, _request, reply) => {
    const known = knownError.safeParse(error)
    const message = error instanceof Error ? error.message : String(error)
    if (known.success)
      return reply.code(known.data.statusCode).send({ code: known.data.code ?? 'invalid_request', message })
    log(`sandbox fault: ${error instanceof Error ? error.stack : message}`)
    return reply.code(500).send({ code: 'fault', message })
  })
}
