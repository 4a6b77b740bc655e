import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { choosePorts } from './ports.ts'

test('a port that somebody listens on gives way to the next one', async () => {
  const server = createServer()
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
  const chosen = await choosePorts().near(port)
  expect(chosen.instead).toBe(true)
  expect(chosen.port).toBeGreaterThan(port)
  server.close()
})

test('the same port is not given out twice', async () => {
  const ports = choosePorts()
  const { port } = await ports.near(0)
  expect((await ports.near(port)).port).not.toBe(port)
})
