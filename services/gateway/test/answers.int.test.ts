import { freePort } from '@talad/process/free-port'
import type { RunningService } from '@talad/shared/platform'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { allUpstreams, type Bench, bearer, openBench, problemIn, SITE } from './harness.ts'
import { only, startUpstream, type Upstream } from './upstream.ts'

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
  const body = '{"type":"/docs/errors#unavailable","code":"unavailable"}'
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

test('GW-23 keeps no part of a medium, which its maker may change', async () => {
  upstream.answer = ({ headers }, response) => {
    response.writeHead(206, { 'content-type': 'video/mp4', 'x-asked': headers.range }).end('part')
  }
  const part = await fetch(`${gateway.url}/media/asset/${'a'.repeat(24)}`, {
    headers: { range: 'bytes=0-3' },
  })
  expect([part.status, part.headers.get('cache-control'), part.headers.get('x-asked')]).toEqual([
    ...[206, 'private, no-store', 'bytes=0-3'],
  ])
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
    upgradeUrl: null,
    shopUrl: 'https://talad.example',
    chain: { id: 3501, slug: 'jfin', rpcUrl: null, explorer: null, explorerNft: null, symbol: 'JFIN' },
  })
})
