import { createServer, type Socket } from 'node:net'
import { skipWithoutRedis } from '@talad/kafka/availability'
import { startRedis } from '@talad/kafka/redis'
import { skipWithoutAnyRedis, startTestRedis } from '@talad/kafka/test-parts'
import { freePort } from '@talad/process/free-port'
import { until } from '@talad/shared/testing/wait'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { redisCounters } from '../src/limits/counters.ts'
import { allUpstreams, type Bench, bearer, customerClaims, openBench, problemIn } from './harness.ts'
import { startUpstream, type Upstream } from './upstream.ts'

const SEARCH = '/api/public/v1/collections/search?q=bell'
const WRITE = '/api/user/v1/payment/cancel'

let bench: Bench
let upstream: Upstream

beforeAll(async () => {
  bench = await openBench(inject('postgres'))
  upstream = await startUpstream()
})
afterAll(async () => {
  await bench.close()
  await upstream.close()
})

const start = (settings: Record<string, string>) =>
  bench.start({ UPSTREAMS: allUpstreams(upstream.url), TRUSTED_PROXIES: '127.0.0.1/8', ...settings })

/** A call from an address of the test's choice: the gateway believes the loopback address, where it is told to. */
const from = (ip: string, headers: Record<string, string> = {}) => ({
  headers: { ...headers, 'x-forwarded-for': ip },
})

/** How many calls pass before the first 429, at most `max`. */
async function passing(max: number, call: () => Promise<Response>): Promise<number> {
  for (let passed = 0; passed < max; passed++) {
    if ((await call()).status === 429) return passed
  }
  return max
}

test('GW-24 refuses with Retry-After what is too much for one IP, and the service does not hear of it', async () => {
  const gateway = await start({ LIMIT_PUBLIC: '3' })
  const call = () => fetch(`${gateway.url}/api/public/v1/assets`, from('10.0.0.1'))
  expect(await passing(10, call)).toBe(3)
  const heard = upstream.seen.length
  const response = await call()
  expect(upstream.seen.length).toBe(heard)
  expect(response.status).toBe(429)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  expect(await problemIn(response)).toMatchObject({ code: 'rate_limited', rule: 'GW-24' })
})

test('GW-24 counts two clients behind a proxy apart', async () => {
  const gateway = await start({ LIMIT_PUBLIC: '3' })
  const call = (ip: string) => () => fetch(`${gateway.url}/api/public/v1/assets`, from(ip))
  expect(await passing(10, call('10.0.0.1'))).toBe(3)
  expect(await passing(10, call('10.0.0.2'))).toBe(3)
  expect(await passing(10, call('2001:db8:1:1::1'))).toBe(3)
  expect(await passing(10, call('2001:db8:1:1::2'))).toBe(0) // the same customer's network
  expect(await passing(10, call('2001:db8:1:2::1'))).toBe(3)
})

test('GW-24 does not let a client that no trusted proxy speaks for choose its IP', async () => {
  const gateway = await start({ LIMIT_PUBLIC: '3', TRUSTED_PROXIES: '203.0.113.1' })
  let n = 0
  const call = () => fetch(`${gateway.url}/api/public/v1/assets`, from(`10.0.1.${n++}`))
  expect(await passing(10, call)).toBe(3)
})

test('GW-24 counts searches and sign-ins more strictly than other calls', async () => {
  const gateway = await start({ LIMIT_SEARCH: '2', LIMIT_SIGN_IN: '1', LIMIT_SYNC: '1' })
  const post = { method: 'POST' }
  const calls: [string, RequestInit, number][] = [
    [SEARCH, {}, 2],
    ['/identity/web3/nonce?from=0x', {}, 1],
    [`/api/public/v1/asset/${'0'.repeat(24)}/sync`, post, 1],
    ['/api/public/v1/assets', {}, 5],
  ]
  for (const [path, init, passed] of calls) {
    expect(await passing(5, () => fetch(gateway.url + path, { ...from('10.0.0.3'), ...init }))).toBe(passed)
  }
})

test('GW-24 counts the writes of an account, from wherever they come', async () => {
  const gateway = await start({ LIMIT_WRITE: '3' })
  let n = 0
  const write = (headers: Record<string, string>) => () =>
    fetch(gateway.url + WRITE, { method: 'POST', ...from(`10.0.2.${n++}`, headers) })
  expect(await passing(10, write(await bearer(bench.keys)))).toBe(3)
  const another = { ...customerClaims, sub: 'f'.repeat(24) }
  expect(await passing(10, write(await bearer(bench.keys, another)))).toBe(3)
})

test('GW-24 counts callbacks and pictures apart from calls', async () => {
  const gateway = await start({ LIMIT_PUBLIC: '1', LIMIT_CALLBACK: '4', LIMIT_FILES: '5' })
  const call = (path: string) => () => fetch(gateway.url + path, { ...from('10.0.0.4'), redirect: 'manual' })
  expect(await passing(10, call('/api/public/v1/assets'))).toBe(1)
  expect(await passing(10, call('/api/callback/v1/payment/chillpay/callback'))).toBe(4)
  expect(await passing(10, call(`/media/${'0'.repeat(64)}.webp`))).toBe(5)
})

test('GW-24 never counts the questions of an orchestrator about health', async () => {
  const gateway = await start({ LIMIT_PUBLIC: '1', LIMIT_FILES: '1' })
  expect(await passing(10, () => fetch(`${gateway.url}/readyz`, from('10.0.0.5')))).toBe(10)
})

test('GW-24 goes on, uncounted, while Redis is not there', async () => {
  const gateway = await start({ LIMIT_PUBLIC: '3', REDIS_URL: `redis://127.0.0.1:${await freePort()}` })
  const started = Date.now()
  expect(await passing(6, () => fetch(`${gateway.url}/api/public/v1/assets`, from('10.0.0.6')))).toBe(6)
  expect(Date.now() - started).toBeLessThan(3_000)
})

test('GW-24 waits for a Redis that does not answer only a moment', async () => {
  const sockets: Socket[] = []
  const silent = createServer((socket) => sockets.push(socket.on('error', () => undefined)))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const address = silent.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const gateway = await start({ LIMIT_PUBLIC: '3', REDIS_URL: `redis://127.0.0.1:${address.port}` })
  const started = Date.now()
  expect(await passing(6, () => fetch(`${gateway.url}/api/public/v1/assets`, from('10.0.0.7')))).toBe(6)
  expect(Date.now() - started).toBeLessThan(3_000)
  await gateway.close()
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => silent.close(resolve))
})

/** Two gateways that count in one Redis, and a call to each from an address. */
async function twoOn(redisUrl: string) {
  const settings = { LIMIT_PUBLIC: '4', REDIS_URL: redisUrl }
  const [one, two] = [await start(settings), await start(settings)]
  const call = (url: string, ip: string) => () => fetch(`${url}/api/public/v1/assets`, from(ip))
  await until('both count in Redis', async () => {
    const warm = `10.9.${Date.now() % 250}.1`
    await passing(3, call(one.url, warm))
    return (await passing(9, call(two.url, warm))) === 1
  })
  return { first: (ip: string) => call(one.url, ip), second: (ip: string) => call(two.url, ip) }
}

test.skipIf(skipWithoutAnyRedis())('GW-24 counts for all gateways together in Redis', async () => {
  const redis = await startTestRedis()
  onTestFinished(() => redis.stop())
  const { first, second } = await twoOn(redis.address)
  expect(await passing(3, first('10.0.0.8'))).toBe(3)
  expect(await passing(9, second('10.0.0.8'))).toBe(1)
})

test.skipIf(skipWithoutAnyRedis())(
  'CA-6 of several limits in Redis one that is full spends none',
  async () => {
    const part = await startTestRedis()
    const redis = new Redis(part.address)
    onTestFinished(async () => {
      redis.disconnect()
      await part.stop()
    })
    const { take } = redisCounters(redis)
    const limit = (key: string, max: number) => ({
      key: `${key}-${process.pid}-${Date.now()}`,
      max,
      windowMs: 9_000,
    })
    const [key, trigger] = [limit('key', 5), limit('trigger', 1)]
    const first = await take([key, trigger])
    expect(first).toMatchObject([
      { exceeded: false, remaining: 4 },
      { exceeded: false, remaining: 0 },
    ])
    expect(first.every(({ ttlMs }) => ttlMs > 8_000 && ttlMs <= 9_000)).toBe(true)
    for (let n = 0; n < 3; n++)
      expect(await take([key, trigger])).toMatchObject([
        { exceeded: false, remaining: 4 },
        { exceeded: true },
      ])
    expect(await take([key])).toMatchObject([{ exceeded: false, remaining: 3 }])
  },
)

test.skipIf(skipWithoutRedis())('GW-24 goes on without Redis when that ends', async () => {
  const redis = await startRedis()
  onTestFinished(() => redis.kill())
  const { first } = await twoOn(redis.url)
  expect(await passing(4, first('10.0.0.11'))).toBe(4)
  await redis.stop()
  expect(await passing(9, first('10.0.0.11'))).toBe(9)
})

test('GW-24 tells what is left of each limit that a call counts against', async () => {
  const gateway = await start({ LIMIT_PUBLIC: '3', LIMIT_SEARCH: '2' })
  const response = await fetch(`${gateway.url}${SEARCH}`, from('10.0.0.9'))
  expect(response.headers.get('ratelimit-policy')).toBe('"public";q=3;w=60, "search";q=2;w=60')
  expect(response.headers.get('ratelimit')).toMatch(/^"public";r=2;t=\d+, "search";r=1;t=\d+$/)
})
