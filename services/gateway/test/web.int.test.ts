import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunningService } from '@talad/shared/platform'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { allUpstreams, type Bench, openBench, problemIn } from './harness.ts'
import { startUpstream } from './upstream.ts'

const SCRIPT = `console.log(${JSON.stringify('talad '.repeat(1_000))})`

let bench: Bench
let folder: string
let gateway: RunningService

async function build(dir: string): Promise<void> {
  await mkdir(join(dir, 'assets'), { recursive: true })
  await writeFile(join(dir, 'assets', 'index-4f3a.js'), SCRIPT)
  await writeFile(join(dir, 'humans.txt'), 'by hand')
  await writeFile(join(dir, 'index.html'), '<!doctype html><title>the web app</title>')
}

beforeAll(async () => {
  bench = await openBench(inject('postgres'))
  folder = await mkdtemp(join(tmpdir(), 'talad-dist-'))
  await build(folder)
  gateway = await bench.start({
    WEB_DIST: folder,
    CHAIN_RPC_URL: 'http://127.0.0.1:8545/rpc',
    UPSTREAMS: allUpstreams('http://127.0.0.1:1'),
  })
})
afterAll(async () => {
  await bench.close()
  await rm(folder, { recursive: true, force: true })
})

/** As a browser asks; `fetch` of Node adds `cache-control: no-cache` to a conditional request. */
function statusOf(url: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => resolve(response.resume().statusCode)).on('error', reject)
  })
}

const ADDRESS = `0x${'aB'.repeat(20)}`

test.each([
  '/',
  '/account',
  '/collection/temple-bells?tab=activity',
  `/assets/jfin/${ADDRESS}/7`,
  `/${ADDRESS}`,
])('serves the web app at %s, to be asked for again each time', async (path) => {
  const response = await fetch(gateway.url + path)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('text/html')
  expect(response.headers.get('cache-control')).toBe('no-cache')
  expect(await response.text()).toContain('the web app')
})

test('WB-2 a name of the name service at the root leads to its page, and one that nobody has is 404', async () => {
  const identity = await startUpstream()
  identity.answer = ({ url }, response) => {
    response.statusCode = url.endsWith('/mali.talad') ? 200 : 404
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ address: ADDRESS.toLowerCase() }))
  }
  const named = await bench.start({ WEB_DIST: folder, UPSTREAMS: JSON.stringify({ identity: identity.url }) })
  try {
    const led = await fetch(`${named.url}/mali.talad`, { redirect: 'manual' })
    expect([led.status, led.headers.get('location')]).toEqual([302, '/people/mali.talad'])
    const nobody = await fetch(`${named.url}/nobody.talad`)
    expect([nobody.status, await nobody.text()]).toEqual([404, expect.stringContaining('the web app')])
    // identity is away
    expect((await fetch(`${gateway.url}/mali.talad`)).status).toBe(404)
  } finally {
    await named.close()
    await identity.close()
  }
})

test.each(['/no-such-page', `/${'a'.repeat(3_000)}`, `/no/${'a'.repeat(3_000)}`])(
  'WB-2 answers 404 for a root word that is no page, with the web app to say so (%.20s)',
  async (path) => {
    const response = await fetch(gateway.url + path)
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('the web app')
  },
)

test.each([
  '/api/public/v1/nothing',
  '/identity/nothing',
  '/signing',
  '/media/x.webp/y',
  '/docs/nothing',
  '/assets/gone-1.js',
  '/index.html.bak.php',
  '/%2e%2e/%2e%2e/etc/passwd.txt',
  '/assets/..%2f..%2f..%2fetc%2fhosts.txt',
])('GW-9 answers %s in JSON, never with the web app', async (path) => {
  const response = await fetch(gateway.url + path)
  expect(response.status).toBe(404)
  expect((await problemIn(response)).code).toBe('not_found')
})

test('lets a script whose name is its content be kept for good, and packs it', async () => {
  const response = await fetch(`${gateway.url}/assets/index-4f3a.js`, {
    headers: { 'accept-encoding': 'br' },
  })
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(response.headers.get('content-encoding')).toBe('br')
  expect(await response.text()).toBe(SCRIPT)
  const etag = response.headers.get('etag') ?? ''
  expect(await statusOf(`${gateway.url}/assets/index-4f3a.js`, { 'if-none-match': etag })).toBe(304)
})

test('lets a file without a hash in its name be kept only as long as it is the same', async () => {
  const response = await fetch(`${gateway.url}/humans.txt`)
  expect(response.headers.get('cache-control')).toBe('no-cache')
  expect(await response.text()).toBe('by hand')
})

test('WB-1 sends the short address of an asset to its canonical one', async () => {
  const response = await fetch(`${gateway.url}/asset/${ADDRESS}/7?tab=orders`, { redirect: 'manual' })
  expect(response.status).toBe(308)
  expect(response.headers.get('location')).toBe(`/assets/jfin/${ADDRESS}/7?tab=orders`)
})

test('GW-33 a page may run our scripts, make none of a text, talk to us and to the chain, and be framed by nobody', async () => {
  const { headers } = await fetch(gateway.url)
  const policy = Object.fromEntries(
    (headers.get('content-security-policy') ?? '').split(';').map((part) => {
      const [name = '', ...values] = part.trim().split(' ')
      return [name, values.join(' ')]
    }),
  )
  expect(policy).toEqual({
    'default-src': "'self'",
    'script-src': "'self'",
    'style-src': "'self'",
    'style-src-attr': "'unsafe-inline'",
    'img-src': "'self' data: blob:",
    'font-src': "'self'",
    'connect-src': "'self' http://127.0.0.1:8545",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': 'offline',
  })
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(headers.get('strict-transport-security')).toBeNull()
})

test('ID-44 a page that is opened as a LIFF app of ours may ask LINE, and no other page', async () => {
  const identity = await startUpstream()
  identity.answer = (_request, response) => {
    response.setHeader('content-type', 'application/json')
    const liff = [{ liffId: '165-shop', lineChannelId: '165' }]
    response.end(JSON.stringify({ line: true, liff, memberships: [], dev: false }))
  }
  const shop = await bench.start({ WEB_DIST: folder, UPSTREAMS: JSON.stringify({ identity: identity.url }) })
  const policyAt = async (path: string, { url } = shop) =>
    (await fetch(url + path)).headers.get('content-security-policy')?.replaceAll(/; ?/g, '; ')
  try {
    const plain = await policyAt('/')
    expect(plain).toContain("connect-src 'self'; ")
    const asked = plain?.replace("connect-src 'self'", "connect-src 'self' https://api.line.me")
    for (const path of ['/?liffId=165-shop', '/market?tab=all&liffId=165-shop'])
      expect(await policyAt(path)).toBe(asked)
    for (const path of ['/?liffId=999-evil', '/?liffId=165-shop&liffId=165-shop', '/market?liff=165-shop'])
      expect(await policyAt(path)).toBe(plain)
    for (const path of ['/humans.txt?liffId=165-shop', '/docs/nothing?liffId=165-shop'])
      expect(await policyAt(path)).toBe(plain)
    // identity is away
    expect(await policyAt('/?liffId=165-shop', gateway)).toBe(await policyAt('/', gateway))
  } finally {
    await shop.close()
    await identity.close()
  }
})

test('every answer carries the headers, a refusal too', async () => {
  const { headers } = await fetch(`${gateway.url}/api/public/v1/nothing`)
  expect(headers.get('content-security-policy')).toContain("default-src 'self'")
})

test('asks browsers for HTTPS in production', async () => {
  const production = await bench.start({
    NODE_ENV: 'production',
    JOIN_UPGRADE_URL: 'https://join.example/kyc',
  })
  const { headers } = await fetch(`${production.url}/livez`)
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
})

test('says how to build the web app while it is missing, and serves it once it is there', async () => {
  const later = join(folder, 'later')
  const early = await bench.start({ WEB_DIST: later })
  const missing = await fetch(early.url)
  expect(missing.status).toBe(503)
  expect(await missing.text()).toContain('npm run build --workspace web')
  await build(later)
  expect(await (await fetch(early.url)).text()).toContain('the web app')
})

test('shows the documentation under a policy of its own', async () => {
  const page = await fetch(`${gateway.url}/docs`)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-security-policy')).toContain("style-src 'self' 'unsafe-inline'")
  const html = await page.text()
  const script = /src="([^"]*swagger-initializer\.js)"/.exec(html)?.[1] ?? ''
  const initializer = await fetch(new URL(script, page.url))
  expect(initializer.status).toBe(200)
  const document = await fetch(`${gateway.url}/docs/openapi.json`)
  expect(document.headers.get('content-type')).toContain('application/json')
  expect(await document.json()).toMatchObject({ openapi: '3.1.0', info: { title: 'Talad API' } })
  const etag = document.headers.get('etag') ?? ''
  const again = await fetch(`${gateway.url}/docs/openapi.json`, { headers: { 'if-none-match': etag } })
  expect([document.headers.get('content-encoding'), again.status]).toEqual(['gzip', 304])
  for (const [audience, call] of [
    ['users', 'ship'],
    ['admins', 'suspend'],
    ['campaigns', 'patchProject'],
  ])
    expect(await (await fetch(`${gateway.url}/docs/${audience}.json`)).text()).toContain(
      `"operationId":"${call}"`,
    )
  expect(await (await fetch(`${gateway.url}/docs/rules`)).text()).toContain('id="GW-10"')
  for (const [guide, says] of [
    ['api', 'first sale'],
    ['api-changes', 'What doesn'],
    ['client', 'buildOffer'],
  ] as const) {
    const read = await fetch(`${gateway.url}/docs/${guide}.md`)
    expect(read.headers.get('content-type')).toContain('text/markdown')
    expect(await read.text()).toContain(says)
  }
})
