import { createHash } from 'node:crypto'
import type { Endpoint } from '@talad/proto/http/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** GW-23: shared caches never hold what was made for one person. */
export function cacheControl(endpoint: Pick<Endpoint, 'cacheable'>, request: FastifyRequest): string {
  const shared = endpoint.cacheable && request.headers.authorization === undefined
  return shared ? 'public, s-maxage=10, stale-while-revalidate=30' : 'private, no-store'
}

function names(header: string | undefined, tag: string): boolean {
  const known = (header ?? '').split(',').map((one) => one.trim())
  return known.includes('*') || known.includes(tag)
}

/** A name for what is answered, so that who asks again with `If-None-Match` gets 304 and no body (RFC 9110). */
export async function nameAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return payload
  const tag = `W/"${createHash('sha1').update(payload).digest('base64url')}"`
  reply.header('etag', tag)
  if (!names(request.headers['if-none-match'], tag)) return payload
  reply.code(304).removeHeader('content-length')
  return ''
}
