import { request } from 'node:http'
import { createConnection } from 'node:net'
import type { RunningService } from '@talad/shared/platform'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { allUpstreams, type Bench, openBench, problemIn, SITE } from './harness.ts'
import { only, startUpstream, type Upstream } from './upstream.ts'

const ASSETS = '/api/public/v1/assets'
const CALLBACK = '/api/callback/v1/payment/chillpay/callback'

let bench: Bench
let upstream: Upstream
let gateway: RunningService

beforeAll(async () => {
  bench = await openBench(inject('postgres'))
  upstream = await startUpstream()
  gateway = await bench.start({
    UPSTREAMS: allUpstreams(upstream.url),
    TRUSTED_PROXIES: '203.0.113.1',
  })
})
afterAll(async () => {
  await bench.close()
  await upstream.close()
})
beforeEach(() => {
  upstream.seen.length = 0
})

test('GW-3 takes from an outside request every header by which a service could be misled', async () => {
  await fetch(`${gateway.url}${ASSETS}?ps=3&x=%2F..`, {
    headers: {
      'x-internal-token': 'a-secret-of-a-service',
      'x-talad-site': 'night',
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
  expect(headers['x-talad-site']).toBeUndefined() // GW-1: the main site, whatever the client says
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
  ['GET', '/api/public/v1/unknown', 404],
  ['GET', '/api/public/v1/assets/x', 404],
  ['GET', '/api/public/v1', 404],
  ['POST', ASSETS, 405],
  ['PUT', '/api/user/v1/shipping/ship', 405],
  ['GET', '/api/user/v1/payment/cancel', 405],
  ['GET', '/signing/join/request-webview', 404],
  ['POST', '/identity/join/request-webview-signature', 404],
])('GW-2 forwards nothing that no contract describes: %s %s', async (method, path, status) => {
  const response = await fetch(`${gateway.url}${path}`, { method })
  expect(response.status).toBe(status)
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
  const production = { NODE_ENV: 'production', JOIN_UPGRADE_URL: 'https://join.example/kyc' }
  await expect(bench.start({ ...production, DEV_MODE: '1' })).rejects.toThrow(/DEV_MODE/)
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

test("ID-10 a page of somebody else can't have a browser's cookies work for it", async () => {
  const path = `${gateway.url}/identity/logout`
  const logout = (origin: string | undefined, cookie: string | undefined) =>
    fetch(path, { method: 'POST', headers: { ...(origin && { origin }), ...(cookie && { cookie }) } })
  const refused = await logout('https://evil.example', 'talad_rt=x')
  expect([refused.status, (await problemIn(refused)).code]).toEqual([403, 'foreign_origin'])
  expect(upstream.seen).toEqual([])
  for (const origin of [SITE, gateway.url, undefined])
    expect((await logout(origin, 'talad_rt=x')).status).toBe(200)
  expect((await logout('https://evil.example', undefined)).status).toBe(200)
})

test('packs what is read when it is long, and neither what is short, nor what answers a call that changes something', async () => {
  const answered = upstream.answer
  const long = JSON.stringify({ list: Array.from({ length: 100 }, (_, index) => ({ index, name: 'ทับทิม' })) })
  upstream.answer = ({ url }, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(url.includes('short') ? '{"from":"upstream"}' : long)
  }
  const encodingOf = async (path: string, init?: RequestInit) => {
    const response = await fetch(gateway.url + path, init)
    const { headers } = response
    const text = await response.text()
    const varies = headers.get('vary')?.includes('accept-encoding') ?? false
    return [headers.get('content-encoding'), varies, text === long]
  }
  const packed = (accepted: string) => encodingOf(ASSETS, { headers: { 'accept-encoding': accepted } })
  expect(await packed('gzip, br')).toEqual(['br', true, true])
  expect(await packed('gzip')).toEqual(['gzip', true, true])
  expect(await packed('identity')).toEqual([null, false, true])
  expect(await encodingOf(`${ASSETS}?x=short`)).toEqual([null, false, false])
  const change = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }
  expect(await encodingOf(CALLBACK, change)).toEqual([null, false, true])
  upstream.answer = answered
})
