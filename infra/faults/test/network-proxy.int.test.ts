import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { until } from '@talad/shared/testing/wait'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FaultyWay, startProxy } from '../src/chaos/proxy.ts'

const HURRY = 20

let proxy: FaultyWay
let heard: string
let clients: Socket[]
/** decides what becomes of the next connection: below a half, a time-out holds only its answers */
let chance: number
const echo = createServer((socket) => {
  socket.on('error', () => undefined)
  socket.on('data', (bytes) => {
    heard += String(bytes)
    socket.write(bytes)
  })
})

beforeEach(async () => {
  heard = ''
  clients = []
  chance = 0.9
  await new Promise<void>((done) => echo.listen(0, '127.0.0.1', done))
  const { port } = echo.address() as AddressInfo
  proxy = await startProxy({ targetPort: port, random: () => chance, hurry: HURRY })
})
afterEach(async () => {
  for (const client of clients) client.destroy()
  await proxy.close()
  await new Promise((done) => echo.close(done))
})

/** Of the connections that stand when a time-out begins, the first, third and so on are forgotten. */
async function forgotten(): Promise<void> {
  const { connections } = proxy.state()
  client()
  await until('it is there', () => proxy.state().connections === connections + 1)
}

/** A client and what became of it. */
function client() {
  const socket = connect(proxy.port, '127.0.0.1')
  const seen = { answers: '', end: '', socket }
  clients.push(socket)
  socket.on('data', (bytes) => {
    seen.answers += String(bytes)
  })
  socket.on('error', (error: NodeJS.ErrnoException) => {
    seen.end = error.code ?? ''
  })
  socket.on('close', () => {
    seen.end ||= 'closed'
  })
  return seen
}

const answered = (one: { answers: string }, text: string) =>
  until(`${text} is answered`, () => one.answers.includes(text))

test('a good network passes everything on', async () => {
  const one = client()
  one.socket.write('hello')
  await answered(one, 'hello')
  expect(proxy.state()).toEqual({ connections: 1, bytes: 10 })
  one.socket.end()
  await until('nobody is connected', () => proxy.state().connections === 0)
})

test('latency delays what passes, in order', async () => {
  await proxy.set('latency')
  const one = client()
  const since = performance.now()
  for (const text of ['a', 'b', 'c']) one.socket.write(text)
  await answered(one, 'abc')
  expect(performance.now() - since).toBeGreaterThan((2 * 200) / HURRY)
})

test('a reset breaks connections by RST', async () => {
  const one = client()
  await once(one.socket, 'connect')
  await proxy.set('reset')
  await until('it is broken', () => one.end === 'ECONNRESET')
})

test('a time-out holds everything without closing, and lets it pass when it is over', async () => {
  await forgotten()
  const both = [client()]
  await until('it is there', () => proxy.state().connections === 2)
  await forgotten()
  chance = 0.3
  both.push(client())
  for (const one of both) one.socket.write('before ')
  for (const one of both) await answered(one, 'before ')
  chance = 0.9
  await proxy.set('time-out')
  const late = client()
  for (const one of [...both, late]) one.socket.write('within')
  await until('one request arrives', () => heard.endsWith('within'))
  expect([...both, late].map(({ answers, end }) => answers + end)).toEqual(['before ', 'before ', ''])
  expect(heard.match(/within/g)).toHaveLength(1)
  await proxy.set(undefined)
  for (const one of [...both, late]) await answered(one, 'within')
})

test('a time-out forgets some connections for ever: only the server notices', async () => {
  const one = client()
  one.socket.write('before')
  await answered(one, 'before')
  await proxy.set('time-out')
  await proxy.set(undefined)
  one.socket.write('lost')
  const next = client()
  next.socket.write('next')
  await answered(next, 'next')
  next.socket.destroy()
  await until('the server has noticed', async () => (await count()) === 0)
  expect(one).toMatchObject({ answers: 'before', end: '' })
  expect(heard).not.toContain('lost')
})

test('what somebody sent before giving up arrives when a time-out is over', async () => {
  await forgotten()
  const one = client()
  await until('it is there', () => proxy.state().connections === 2)
  await proxy.set('time-out')
  for (const sender of [one, client()]) {
    sender.socket.write('given up')
    sender.socket.end()
  }
  await proxy.set(undefined)
  await until('both arrive', () => heard.match(/given up/g)?.length === 2)
  await until('they have gone', () => proxy.state().connections === 1)
})

test('a slow close tells late that the other side has gone, and loses what is sent meanwhile', async () => {
  const one = client()
  one.socket.write('before')
  await answered(one, 'before')
  await proxy.set('slow close')
  await until('the other side has gone', async () => (await count()) === 0)
  one.socket.write('lost')
  expect(one.end).toBe('')
  await until('it is told', () => one.end !== '')
  expect(heard).toBe('before')
})

test('a cut breaks what stands and refuses what comes, and the port is the same afterwards', async () => {
  const one = client()
  await once(one.socket, 'connect')
  await proxy.set('cut')
  await until('it is broken', () => one.end === 'ECONNRESET')
  const refused = client()
  await until('it is refused', () => refused.end === 'ECONNREFUSED')
  await proxy.set(undefined)
  const again = client()
  again.socket.write('again')
  await answered(again, 'again')
})

function count(): Promise<number> {
  return new Promise((resolve, reject) => {
    echo.getConnections((error, open) => (error ? reject(error) : resolve(open)))
  })
}
