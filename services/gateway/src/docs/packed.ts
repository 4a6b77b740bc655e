import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)]
/** Packed once and sent often, but the first who asks waits for it. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** Answers a text that stays the same while the process runs: packed as the caller takes it, and 304 where they have it. */
export function packed(text: string, type: string) {
  const etag = `"${hash('sha256', text, 'base64url').slice(0, 27)}"`
  const made = new Map<string, Promise<Buffer>>()
  const pack = (encoding: 'br' | 'gzip') => {
    const found = made.get(encoding) ?? (encoding === 'br' ? toBrotli(text, QUALITY) : toGzip(text))
    made.set(encoding, found)
    return found
  }
  return async (request: FastifyRequest, reply: FastifyReply) => {
    void reply
      .header('cache-control', 'no-cache')
      .header('etag', etag)
      .header('vary', 'accept-encoding')
      .type(type)
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
    const taken = String(request.headers['accept-encoding'] ?? '')
    const encoding = /\bbr\b/.test(taken) ? 'br' : /\bgzip\b/.test(taken) ? 'gzip' : undefined
    if (encoding === undefined) return reply.send(text)
    return reply.header('content-encoding', encoding).send(await pack(encoding))
  }
}
