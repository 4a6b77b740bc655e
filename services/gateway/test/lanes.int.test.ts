import { listOrders } from '@talad/proto/http/order-book/orders'
import { cardProviderHttp } from '@talad/proto/http/shipping-payment/card-provider'
import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment/purchases'
import type { RunningService } from '@talad/shared/platform'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { allUpstreams, type Bench, bearer, openBench, problemIn } from './harness.ts'
import { startUpstream, type Upstream } from './upstream.ts'

const WIDTH = 2
const AT_ONCE_MS = 1_000

let bench: Bench
let upstream: Upstream
let gateway: RunningService
/** Answers the calls that the provider keeps waiting. */
let answerAll: () => void

beforeAll(async () => {
  bench = await openBench(inject('postgres'))
  upstream = await startUpstream()
  const usual = upstream.answer
  const held: (() => void)[] = []
  answerAll = () => {
    for (const answer of held.splice(0)) answer()
  }
  upstream.answer = (request, response) => {
    if (request.url === shippingPaymentHttp.topupAndPay.path) held.push(() => usual(request, response))
    else usual(request, response)
  }
  gateway = await bench.start({
    UPSTREAMS: allUpstreams(upstream.url),
    UPSTREAM_SLOW_CALLS: String(WIDTH),
    UPSTREAM_QUEUE_MS: '500',
  })
})
afterAll(async () => {
  answerAll()
  await bench.close()
  await upstream.close()
})

const paying = () => upstream.seen.filter(({ url }) => url === shippingPaymentHttp.topupAndPay.path).length

async function pay(signal?: AbortSignal): Promise<Response> {
  return fetch(gateway.url + shippingPaymentHttp.topupAndPay.path, {
    method: 'POST',
    headers: { ...(await bearer(bench.keys)), 'content-type': 'application/json' },
    body: JSON.stringify({ shipping_id: 'a'.repeat(24) }),
    ...(signal ? { signal } : {}),
  })
}

/** Has as many payments under way as there are places for. */
async function saturate(): Promise<Promise<Response>[]> {
  const before = paying()
  const calls = Array.from({ length: WIDTH }, () => pay())
  await until('the provider is busy', () => paying() === before + WIDTH)
  return calls
}

async function quick(path: string, method: string): Promise<void> {
  const since = performance.now()
  const form = method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}
  const response = await fetch(gateway.url + path, {
    method,
    headers: { ...form, ...(await bearer(bench.keys)) },
    body: method === 'POST' ? 'TransactionId=1' : null,
  })
  expect(response.status).toBe(200)
  expect(performance.now() - since).toBeLessThan(AT_ONCE_MS)
}

test('while payments wait for their provider, its callback and plain reads go through at once', async () => {
  const calls = await saturate()
  await quick(cardProviderHttp.chillpayCallback.path, 'POST')
  await quick(shippingPaymentHttp.shippingHistory.path, 'GET')
  await quick(listOrders.path, 'GET')
  answerAll()
  for (const call of calls) expect((await call).status).toBe(200)
})

test('GW-9 a call that gets no turn in time is a 503 with Retry-After, and never reaches the service', async () => {
  const calls = await saturate()
  const before = paying()
  const refused = await pay()
  expect(refused.headers.get('retry-after')).toBe('2')
  expect(await problemIn(refused)).toMatchObject({ status: 503, code: 'service_busy', rule: 'GW-9' })
  expect(paying()).toBe(before)
  answerAll()
  await Promise.all(calls)
})

test('a call whose turn comes in time goes through', async () => {
  const calls = await saturate()
  const before = paying()
  const waiting = pay()
  answerAll()
  await Promise.all(calls)
  await until('its turn came', () => paying() === before + 1)
  answerAll()
  expect((await waiting).status).toBe(200)
})

test('a client that leaves frees no place before the service is done with its call', async () => {
  const before = paying()
  const leave = new AbortController()
  const calls = Array.from({ length: WIDTH }, () => pay(leave.signal).catch(() => undefined))
  await until('the provider is busy', () => paying() === before + WIDTH)
  leave.abort()
  await Promise.all(calls)
  expect((await problemIn(await pay())).code).toBe('service_busy')
  expect(paying()).toBe(before + WIDTH)
  answerAll()
  const next = pay()
  await until('there is a place again', () => paying() === before + WIDTH + 1)
  answerAll()
  expect((await next).status).toBe(200)
})
