import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient } from '@talad/proto/http/client'
import { reportClientError } from '@talad/proto/http/gateway/client-errors'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Bench, openBench } from './harness.ts'

let bench: Bench
const taken: { auth: string | undefined; path: string | undefined; lines: string[] }[] = []
const collector = createServer((request, response) => {
  let text = ''
  request.on('data', (part: Buffer) => {
    text += String(part)
  })
  request.on('end', () => {
    const auth = String(request.headers['x-sentry-auth'])
    taken.push({ auth, path: request.url, lines: text.split('\n') })
    response.writeHead(200).end('{}')
  })
})

beforeAll(async () => {
  bench = await openBench(inject('postgres'))
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await bench.close()
  collector.close()
})

const fault = {
  app: 'web' as const,
  path: '/account',
  release: '/assets/index-abc.js',
  name: 'TypeError',
  message: 'no wallet of mali@example.com',
  stack: 'at f (https://talad.example/assets/index-abc.js:1:2)',
}

test('M§2 a fault of an app goes to the collector of the settings, once, of the site that was asked, without what names a person', async () => {
  const { port } = collector.address() as AddressInfo
  const gateway = await bench.start({
    ERROR_DSN: `http://public@127.0.0.1:${port}/7`,
    TRUSTED_PROXIES: '127.0.0.1',
  })
  // GW-4: a site is found by Host alone
  const forging: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('x-forwarded-host', 'elsewhere.example')
    return fetch(input, { ...init, headers })
  }
  const call = createClient({ baseUrl: gateway.url, fetch: forging })
  expect(await call(reportClientError, { body: fault })).toEqual({ taken: true })
  expect(await call(reportClientError, { body: fault })).toEqual({ taken: false })
  await expect.poll(() => taken.length).toBe(1)
  const [{ auth, path, lines } = { auth: '', path: '', lines: [] }] = taken
  expect([path, auth]).toEqual(['/api/7/envelope/', expect.stringContaining('sentry_key=public')])
  expect(JSON.parse(lines[2] ?? '{}')).toMatchObject({
    release: fault.release,
    tags: { app: 'web', path: '/account', site: '127.0.0.1' },
    exception: { values: [{ type: 'TypeError', value: 'no wallet of [email]' }] },
  })
})

test('M§2 without a collector, and while it is away, a fault is taken all the same', async () => {
  for (const settings of [{}, { ERROR_DSN: 'http://public@127.0.0.1:9/7' }]) {
    const gateway = await bench.start(settings)
    const call = createClient({ baseUrl: gateway.url })
    expect(await call(reportClientError, { body: fault })).toEqual({ taken: true })
  }
})
