import type { Socket } from 'node:net'
import { commonRejections } from '@talad/proto/http/rejections'
import { problemOf } from './problem.ts'

/** What Node's parser refuses, before there is a request. */
const CODES: Readonly<Record<string, keyof typeof commonRejections>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
}

/** GW-8: what isn't HTTP, comes too slowly or has too many headers is answered with a problem too, and cut off. */
export function answerParserError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const code = CODES[error.code ?? ''] ?? 'VALIDATION'
  const problem = problemOf(code, commonRejections[code], { requestId: crypto.randomUUID() })
  const body = JSON.stringify(problem)
  // after an answer on the same connection, a client couldn't tell what this one belongs to
  if (socket.writable && socket.bytesWritten === 0)
    socket.write(
      [
        `HTTP/1.1 ${problem.status} ${problem.title}`,
        'content-type: application/problem+json',
        `content-length: ${Buffer.byteLength(body)}`,
        'connection: close',
        '',
        body,
      ].join('\r\n'),
    )
  socket.destroySoon()
}
