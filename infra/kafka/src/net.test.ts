import { createServer } from 'node:net'
import { freePort } from '@talad/process/free-port'
import { expect, onTestFinished, test } from 'vitest'
import { ask } from './net.ts'

async function server(reply: string | undefined): Promise<number> {
  const port = await freePort()
  const listener = createServer((socket) => {
    if (reply !== undefined) socket.write(reply)
    socket.end()
  })
  await new Promise<void>((done) => listener.listen(port, '127.0.0.1', done))
  onTestFinished(() => void listener.close())
  return port
}

test('a request is answered with the bytes that came', async () => {
  const port = await server('pong')
  expect(String(await ask(port, Buffer.from('ping'), (bytes) => bytes.length === 4))).toBe('pong')
})

test('a connection that ends before the whole answer came is an error', async () => {
  const port = await server('po')
  await expect(ask(port, Buffer.from('ping'), (bytes) => bytes.length === 4)).rejects.toThrow('closed')
})

test('a port where nobody listens is an error', async () => {
  await expect(ask(await freePort(), Buffer.from('ping'), () => true)).rejects.toThrow('ECONNREFUSED')
})
