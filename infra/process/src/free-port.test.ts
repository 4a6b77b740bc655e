import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { freePort, isFree } from './free-port.ts'

test('a free port can be listened on, and is none that a connection outwards is given by itself', async () => {
  for (let n = 0; n < 50; n++) {
    const port = await freePort()
    expect(await isFree(port)).toBe(true)
    expect(port).toBeLessThan(32_768)
  }
})

test('a port that somebody listens on is not free', async () => {
  const port = await freePort()
  const server = createServer()
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  expect(await isFree(port)).toBe(false)
})
