import { request } from 'node:http'
import { createConnection } from 'node:net'
import type { RunningService } from '@talad/shared/runtime'
import { freePort } from '@talad/shared/testing/postgres'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { allUpstreams, type Bench, bearer, openBench, problemIn, SITE } from './harness.ts'
import { startUpstream, type Upstream } from './upstream.ts'

const TIMEOUT_MS = 1_200
const ASSETS = '/api/public/v1/assets'
const CALLBACK = '/api/callback/v1/payment/chillpay/callback'

let bench: Bench
let upstream: Upstream
let gateway: RunningService
let plainAnswer: Upstream['answer']

beforeAll(async () => {
  bench = await openBench(inject('postgres'))
  upstream = await startUpstream()
  plainAnswer = upstream.answer
  gateway = await bench.start({
    UPSTREAMS: allUpstreams(upstream.url),
    UPSTREAM_TIMEOUT_MS: String(TIMEOUT_MS),
    TRUSTED_PROXIES: '203.0.113.1',
  })
})
afterAll(async () => {
  await bench.close()
  await upstream.close()
})
beforeEach(() => {
  upstream.seen.length = 0
  upstream.answer = plainAnswer
})

function only<T>(list: readonly T[]): T {
  const [first, ...others] = list
  if (first === undefined || others.length > 0) throw new Error(`expected one, got ${list.length}`)
  return first
}

test('GW-3 takes from an outside request every header by which a service could be misled', async () => {
  await fetch(`${gateway.url}${ASSETS}?ps=3&x=%2F..`, {
    headers: {
      'x-internal-token': 'a-secret-of-a-service',
      'X-Forwarded-For': '10.1.2.3',
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'https',
      Forwarded: 'for=10.1.2.3',
      'x-real-ip': '10.1.2.3',
      'x-anything': 'else',
      cookie: 'talad_rt=secret',
      'x-request-id': 'request-0001',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    },
  })
  const { url, headers } = only(upstream.seen)
  expect(url).toBe(`${ASSETS}?ps=3&x=%2F..`)
  expect(headers['x-internal-token']).toBeUndefined()
  expect(headers.forwarded).toBeUndefined()
  expect(headers['x-real-ip']).toBeUndefined()
  expect(headers['x-anything']).toBeUndefined()
  expect(headers.cookie).toBeUndefined()
  expect(headers['x-forwarded-for']).toBe('127.0.0.1')
  expect(headers['x-forwarded-proto']).toBe('http')
  expect(headers['x-forwarded-host']).toBe(new URL(SITE).host)
  expect(headers['x-request-id']).toBe('request-0001')
  expect(headers.traceparent).toBe('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01')
})

test('GW-3 keeps the internal token from a service even when the connection header names our own headers', async () => {
  const { port } = new URL(gateway.url)
  const head = [
    `GET ${ASSETS} HTTP/1.1`,
    `host: ${new URL(SITE).host}`,
    'connection: close, x-request-id, x-forwarded-for',
    'X-INTERNAL-TOKEN: a-secret-of-a-service',
    '\r\n',
  ].join('\r\n')
  await new Promise<void>((resolve, reject) => {
    const socket = createConnection(Number(port), '127.0.0.1', () => socket.write(head))
    socket
      .on('error', reject)
      .on('close', () => resolve())
      .resume()
  })
  const { headers } = only(upstream.seen)
  expect(headers['x-internal-token']).toBeUndefined()
  expect(headers['x-forwarded-for']).toBe('127.0.0.1')
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
})

test('GW-3 answers a call among services as if it did not exist, whatever token comes with it', async () => {
  const response = await fetch(`${gateway.url}/identity/internal/revoked`, {
    headers: { 'x-internal-token': 'not-used-by-the-gateway' },
  })
  expect(response.status).toBe(404)
  expect((await problemIn(response)).code).toBe('not_found')
  expect(upstream.seen).toEqual([])
})

test.each([
  ['GET', '/api/public/v1/unknown'],
  ['GET', '/api/public/v1/assets/x'],
  ['GET', '/api/public/v1'],
  ['POST', ASSETS],
  ['PUT', '/api/user/v1/shipping/ship'],
  ['GET', '/signing/join/request-webview'],
  ['POST', '/identity/join/request-webview-signature'],
])('GW-2 forwards nothing that no contract describes: %s %s', async (method, path) => {
  const response = await fetch(`${gateway.url}${path}`, { method })
  expect(response.status).toBe(404)
  await problemIn(response)
  expect(upstream.seen).toEqual([])
})

test.each([
  '/api/public/v1/../public/v1/assets',
  '/api//public/v1/assets',
  '/API/public/v1/assets',
  '/api/public/v1/assets/',
  '/api/public/v1/asset/..%2f..%2fassets/balances',
  'http://evil.example/api/public/v1/assets',
  '/%61pi/public/v1/%ff',
])('GW-2 takes no other spelling of a path for it: %s', async (path) => {
  const { hostname, port } = new URL(gateway.url)
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const outgoing = request({ hostname, port, path }, (response) => resolve(response.resume().statusCode))
    outgoing.on('error', reject).end()
  })
  expect([400, 404]).toContain(status)
  expect(upstream.seen).toEqual([])
})

test('GW-2 answers 404 for the calls of a service that has no address', async () => {
  const alone = await bench.start({ UPSTREAMS: JSON.stringify({ ledger: upstream.url }) })
  const response = await fetch(`${alone.url}${ASSETS}`)
  expect(response.status).toBe(404)
  expect((await problemIn(response)).code).toBe('not_found')
})

test('GW-28 has no calls for development outside development', async () => {
  const dev = await bench.start({ UPSTREAMS: allUpstreams(upstream.url), DEV_MODE: '1' })
  const path = '/identity/devtool/dev-auth?user=somchai'
  expect((await fetch(`${gateway.url}${path}`)).status).toBe(404)
  expect((await fetch(`${gateway.url}/api/dev/v1/credit/fast-topup`, { method: 'POST' })).status).toBe(404)
  expect((await fetch(`${dev.url}${path}`)).status).toBe(200)
})

test('GW-28 refuses to start in production with development calls', async () => {
  await expect(bench.start({ NODE_ENV: 'production', DEV_MODE: '1' })).rejects.toThrow(/DEV_MODE/)
})

test.each([
  ['application/x-www-form-urlencoded', 'TransactionId=1&Amount=10000&Amount=1&Note=%E0%B8%81+b&x'],
  ['application/x-www-form-urlencoded; charset=windows-874', 'a=\xa1'],
  ['application/json', '{ "a" : 1.0,\n "a": 2 }'],
  ['text/plain', 'neither of these'],
])('SP-14 hands a callback to its service byte by byte: %s', async (contentType, text) => {
  const body = Buffer.from(text, 'latin1')
  const response = await fetch(`${gateway.url}${CALLBACK}`, {
    method: 'POST',
    headers: { 'content-type': contentType },
    body,
  })
  expect(response.status).toBe(200)
  const seen = only(upstream.seen)
  expect(seen.body.equals(body)).toBe(true)
  expect(seen.headers['content-type']).toBe(contentType)
  expect(seen.headers['content-length']).toBe(String(body.length))
})

test('GW-9 answers 504 when a service takes too long', async () => {
  upstream.answer = () => undefined
  const response = await fetch(`${gateway.url}${ASSETS}`)
  expect(response.status).toBe(504)
  expect(await problemIn(response)).toMatchObject({ code: 'gateway_timeout', rule: 'GW-9' })
})

test('GW-9 answers 503 with Retry-After when a service is away', async () => {
  const away = await bench.start({ UPSTREAMS: allUpstreams(`http://127.0.0.1:${await freePort()}`) })
  const response = await fetch(`${away.url}${ASSETS}`)
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('2')
  expect(await problemIn(response)).toMatchObject({ code: 'unavailable', rule: 'GW-9' })
})

test('GW-9 answers 503, once, when a service breaks the connection of a write', async () => {
  upstream.answer = (_request, response) => response.destroy()
  const response = await fetch(`${gateway.url}/identity/logout`, { method: 'POST' })
  expect(response.status).toBe(503)
  expect(upstream.seen.length).toBe(1)
})

test('GW-8 passes the problem of a service on as it is, and asks only once', async () => {
  const body = '{"type":"urn:talad:problem:unavailable","code":"unavailable"}'
  upstream.answer = (_request, response) => {
    response.writeHead(503, { 'content-type': 'application/problem+json', 'retry-after': '7' }).end(body)
  }
  const response = await fetch(`${gateway.url}${ASSETS}`)
  expect(response.status).toBe(503)
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect(response.headers.get('retry-after')).toBe('7')
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(await response.text()).toBe(body)
  expect(upstream.seen.length).toBe(1)
})

test('GW-8 refuses a body above the limit before the service hears of it', async () => {
  const response = await fetch(`${gateway.url}${CALLBACK}`, { method: 'POST', body: 'x'.repeat(300 * 1024) })
  expect(response.status).toBe(413)
  expect((await problemIn(response)).code).toBe('payload_too_large')
  expect(upstream.seen).toEqual([])
})

test('GW-23 lets shared caches keep what was made for nobody, and nothing else', async () => {
  const anonymous = await fetch(`${gateway.url}${ASSETS}`)
  expect(anonymous.headers.get('cache-control')).toBe('public, s-maxage=10, stale-while-revalidate=30')
  expect(anonymous.headers.get('vary')).toContain('Authorization')
  upstream.answer = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'public, max-age=99' })
    response.end('{}')
  }
  const personal = await fetch(`${gateway.url}${ASSETS}`, { headers: await bearer(bench.keys) })
  expect(personal.headers.get('cache-control')).toBe('private, no-store')
  const balances = await fetch(`${gateway.url}/api/user/v1/credit/balances`, {
    headers: await bearer(bench.keys),
  })
  expect(balances.headers.get('cache-control')).toBe('private, no-store')
})

test('GW-23 lets everybody keep a picture for good, as its name is its content', async () => {
  const path = `/media/${'ab'.repeat(32)}.webp`
  upstream.answer = ({ headers }, response) => {
    if (headers['if-none-match'] === '"x"') return void response.writeHead(304).end()
    response.writeHead(200, { 'content-type': 'image/webp', etag: '"x"' }).end('picture')
  }
  const first = await fetch(`${gateway.url}${path}`)
  expect(first.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(await first.text()).toBe('picture')
  const again = await fetch(`${gateway.url}${path}`, { headers: { 'if-none-match': '"x"' } })
  expect(again.status).toBe(304)
})

test('answers HEAD as the service does, without a body', async () => {
  upstream.answer = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '42' }).end()
  }
  const response = await fetch(`${gateway.url}${ASSETS}`, { method: 'HEAD' })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-length')).toBe('42')
  expect(only(upstream.seen).method).toBe('HEAD')
})

test('ID-10 lets identity alone read and set cookies, untouched', async () => {
  const cookies = [
    'talad_rt=a; Path=/identity; HttpOnly; Secure; SameSite=Lax',
    'talad_js=; Path=/identity; Max-Age=0',
  ]
  upstream.answer = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': cookies }).end('{}')
  }
  const headers = { cookie: 'talad_rt=a' }
  const identity = await fetch(`${gateway.url}/identity/token/full-refresh`, { method: 'POST', headers })
  expect(identity.headers.getSetCookie()).toEqual(cookies)
  expect(only(upstream.seen).headers.cookie).toBe('talad_rt=a')
  const other = await fetch(`${gateway.url}${ASSETS}`, { headers })
  expect(other.headers.getSetCookie()).toEqual([])
})

test('GW-25 lets the scripts of our sites read answers, and nobody else', async () => {
  const preflight = (origin: string) =>
    fetch(`${gateway.url}${ASSETS}`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'GET' },
    })
  const ours = await preflight(SITE)
  expect(ours.status).toBe(204)
  expect(ours.headers.get('access-control-allow-origin')).toBe(SITE)
  expect(ours.headers.get('access-control-allow-credentials')).toBe('true')
  const theirs = await preflight('https://evil.example')
  expect(theirs.headers.get('access-control-allow-origin')).toBeNull()
  upstream.answer = (_request, response) => {
    response.writeHead(200, { 'access-control-allow-origin': '*', 'x-powered-by': 'x' }).end('{}')
  }
  const read = await fetch(`${gateway.url}${ASSETS}`, { headers: { origin: 'https://evil.example' } })
  expect(read.headers.get('access-control-allow-origin')).toBeNull()
  expect(read.headers.get('x-powered-by')).toBeNull()
})

test('tells the web app about the site and its chain', async () => {
  const response = await fetch(`${gateway.url}/api/public/v1/site`)
  expect(await response.json()).toEqual({
    name: 'Talad',
    languages: ['th', 'en'],
    devMode: false,
    sandboxUrl: null,
    chain: { id: 3501, slug: 'jfin', rpcUrl: null, explorer: null },
  })
})
