import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createClient, FetchError } from './http/client.ts'
import { endpoint } from './http/contract.ts'

const thing = endpoint({
  name: 'getThing',
  service: 'none',
  method: 'GET',
  path: '/thing',
  auth: { kind: 'visitor' },
  summary: 'a thing',
  status: 200,
  response: z.object({ name: z.string() }),
})

async function callOf(answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const call = createClient({ baseUrl: `http://127.0.0.1:${port}` })
  return call(thing, {})
}

test('an answer whose line breaks on its way is none: it may be asked for again', async () => {
  const cut = callOf((_, reply) => {
    reply.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
    reply.write('{"name":"lan')
    setImmediate(() => reply.destroy())
  })
  await expect(cut).rejects.toBeInstanceOf(FetchError)
})

test('a page of somebody who answers in our place, such as the sign-in of a hotel, is no answer', async () => {
  const foreign = callOf((_, reply) => void reply.end('<html>Welcome to our hotel</html>'))
  await expect(foreign).rejects.toBeInstanceOf(FetchError)
})
