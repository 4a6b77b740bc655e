import { createServer } from 'node:http'
import { connect } from 'node:net'
import { problem } from '@talad/proto/http/common'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerParserError } from '../src/http/parser-errors.ts'
import { noAuth, rig } from './http-rig.ts'

const { app, logs } = rig(noAuth)
let port = 0
beforeAll(async () => {
  await app.fastify.listen({ host: '127.0.0.1', port: 0 })
  const address = app.fastify.addresses()[0]
  port = typeof address === 'object' ? address.port : 0
})
afterAll(() => app.fastify.close())

/** What comes back for bytes that are no good request. */
async function answerTo(text: string, to = port): Promise<{ head: string; body: unknown }> {
  const socket = connect(to, '127.0.0.1', () => socket.write(text))
  let answer = ''
  for await (const chunk of socket) answer += String(chunk)
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return { head, body: JSON.parse(body) }
}

test.each([
  ['no HTTP', 'HELLO\r\n\r\n', 400, 'validation'],
  [
    'a transfer encoding that is none',
    'POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunky\r\n\r\n',
    404,
    'not_found',
  ],
  [
    'more headers than fit',
    `GET / HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(40_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
  [
    'an address that can not be decoded',
    'GET /%zz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
    400,
    'validation',
  ],
])('GW-8 GW-9 %s is answered with a problem, and is no fault of ours', async (_what, text, status, code) => {
  const { head, body } = await answerTo(text)
  expect(head).toContain(`HTTP/1.1 ${status} `)
  expect(head.toLowerCase()).toContain('content-type: application/problem+json')
  expect(problem.parse(body)).toMatchObject({ status, code })
  expect(logs.join('')).not.toContain('"level":50')
})

test('GW-9 a request that comes too slowly is told so, and cut off', async () => {
  const limits = { headersTimeout: 60, requestTimeout: 60, connectionsCheckingInterval: 20 }
  const server = createServer(limits).on('clientError', answerParserError)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const { head, body } = await answerTo(
    'GET / HTTP/1.1\r\nhost: x\r\n',
    typeof address === 'object' ? address?.port : 0,
  )
  expect(head).toContain('HTTP/1.1 408 ')
  expect(problem.parse(body)).toMatchObject({ status: 408, code: 'request_timeout' })
  server.close()
})
