import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createConnections, type Listener } from './connections.ts'
import { createHub } from './hub.ts'
import type { Update } from './updates.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function setUp(bounds: { perAccount?: number; perIp?: number; inAll?: number } = {}) {
  const over = new Set<string>()
  const now = () => new Date()
  const hub = createHub({ instance: 'me', now, maxEntries: 100_000, maxAgeMs: 60_000 })
  const connections = createConnections({
    hub,
    now,
    perAccount: bounds.perAccount ?? 10,
    perIp: bounds.perIp ?? 10,
    inAll: bounds.inAll ?? 100,
    heartbeatMs: 15_000,
    hasEnded: async ({ sessionId }) => sessionId !== undefined && over.has(sessionId),
  })
  const listener = (about: Partial<Listener> = {}): Listener => ({
    accountId: 'a',
    customerId: undefined,
    sessionId: undefined,
    ip: '1.1.1.1',
    expiresAt: Date.now() + 600_000,
    lastEventId: undefined,
    watch: ['market'],
    ...about,
  })
  return { hub, connections, listener, over }
}

const big = (length: number, subject = 'a'): Update => ({
  event: 'order',
  audiences: ['market', 'order:0x1'],
  subject,
  data: { hash: 'x'.repeat(length) },
})

test('GW-24 bounds the connections of an account and of an IP', () => {
  const { connections, listener } = setUp({ perAccount: 2, perIp: 3 })
  connections.open(listener())
  connections.open(listener({ ip: '2.2.2.2' }))
  expect(() => connections.open(listener({ ip: '3.3.3.3' }))).toThrow('TOO_MANY_CONNECTIONS')
  connections.open(listener({ accountId: 'b' }))
  connections.open(listener({ accountId: 'c' }))
  expect(() => connections.open(listener({ accountId: 'd' }))).toThrow('TOO_MANY_CONNECTIONS')
  connections.close()
})

test('GW-24 bounds the connections of everybody together, visitors included', () => {
  const { connections, listener } = setUp({ inAll: 2 })
  connections.open(listener())
  connections.open(listener({ accountId: undefined, ip: '2.2.2.2' }))
  expect(() => connections.open(listener({ accountId: undefined, ip: '3.3.3.3' }))).toThrow(
    'TOO_MANY_CONNECTIONS',
  )
  connections.close()
})

test('visitors behind one IP are no account together', () => {
  const { connections, listener } = setUp({ perAccount: 1 })
  connections.open(listener({ accountId: undefined }))
  expect(() => connections.open(listener({ accountId: undefined }))).not.toThrow()
  connections.close()
})

test('GW-24 gives the place of a connection that ended to the next one', async () => {
  const { connections, listener } = setUp({ perAccount: 1 })
  const stream = connections.open(listener())
  stream.destroy()
  await expect.poll(() => connections.count()).toBe(0)
  expect(() => connections.open(listener())).not.toThrow()
  connections.close()
})

test('cuts a reader that does not keep up, and only that one', async () => {
  const { hub, connections, listener } = setUp()
  const slow = connections.open(listener())
  const quick = connections.open(listener({ accountId: 'b' }))
  let read = 0
  quick.on('data', (chunk: Buffer) => {
    read += chunk.length
  })
  for (let i = 0; i < 10; i++) {
    hub.publish(`m${i}`, [big(64 * 1024)])
    await vi.advanceTimersByTimeAsync(301)
  }
  expect(slow.destroyed).toBe(true)
  expect(quick.destroyed).toBe(false)
  expect(read).toBeGreaterThan(10 * 64 * 1024)
  connections.close()
})

test('ends with the token', async () => {
  const { connections, listener } = setUp()
  const stream = connections.open(listener({ expiresAt: Date.now() + 60_000 })).resume()
  await vi.advanceTimersByTimeAsync(59_999)
  expect(stream.readableEnded).toBe(false)
  await vi.advanceTimersByTimeAsync(2)
  expect(stream.readableEnded).toBe(true)
  connections.close()
})

test('ID-11 ends when the session does, and leaves the other sessions of the account alone', async () => {
  const { connections, listener, over } = setUp()
  const ended = connections.open(listener({ sessionId: 's1' })).resume()
  const other = connections.open(listener({ sessionId: 's2' })).resume()
  over.add('s1')
  await vi.advanceTimersByTimeAsync(1_001)
  expect(ended.readableEnded).toBe(true)
  expect(other.readableEnded).toBe(false)
  connections.close()
})

test('gives a sign of life every heartbeat', async () => {
  const { connections, listener } = setUp()
  let text = ''
  connections.open(listener()).on('data', (chunk: Buffer) => {
    text += chunk
  })
  await vi.advanceTimersByTimeAsync(30_001)
  expect(text).toBe('id: me-0\nevent: open\ndata: {}\n\n:\nid: me-0\n\n:\nid: me-0\n\n')
  connections.close()
})

test('a connection that goes on keeps its id until it has read what it missed', () => {
  const { hub, connections, listener } = setUp()
  hub.publish('m1', [big(1)])
  hub.publish('m2', [big(1)])
  const idsOf = (lastEventId: string) =>
    [...String(connections.open(listener({ lastEventId })).read()).matchAll(/^id: (.*)$/gm)].map(
      ([, id]) => id,
    )
  expect(idsOf('me-1')).toEqual(['me-2'])
  expect(idsOf('me-2')).toEqual([])
  expect(idsOf('you-2')).toEqual(['me-2'])
  connections.close()
})

test('a heartbeat sends what waits before it moves the id on', async () => {
  const { hub, connections, listener } = setUp()
  let text = ''
  connections.open(listener()).on('data', (chunk: Buffer) => {
    text += chunk
  })
  await vi.advanceTimersByTimeAsync(14_900)
  hub.publish('m1', [big(1)])
  await vi.advanceTimersByTimeAsync(101)
  expect([...text.matchAll(/^id: (.*)$/gm)].map(([, id]) => id)).toEqual(['me-0', 'me-1', 'me-1'])
  connections.close()
})
