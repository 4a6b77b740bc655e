import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Bench, openBench, SITE } from './harness.ts'

const KEY = 'pk-public'
const given = {
  amount: '125000',
  orderno: 'ORDER1',
  customerid: 'join-mali',
  clientip: '203.0.113.7',
  description: 'Talad <lantern> "1"',
  merchantid: 'M1',
  apikey: KEY,
  routeno: '1',
}
const pages = { index: 'index.html', index_sbx: 'index_sbx.html', dev: 'dev.html' } as const

let bench: Bench
beforeAll(async () => {
  bench = await openBench(inject('postgres'))
})
afterAll(() => bench.close())

async function shop(page: keyof typeof pages, settings: Record<string, string> = {}) {
  const { url } = await bench.start({
    PAYMENT_PAGE: page,
    PAYMENT_MERCHANT: 'M1',
    PAYMENT_PUBLIC_KEY: KEY,
    SANDBOX_URL: 'http://127.0.0.1:9',
    ...settings,
  })
  return async (file: string, change: Record<string, string> = {}) => {
    const response = await fetch(`${url}/payment/${file}?${new URLSearchParams({ ...given, ...change })}`)
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
}

test.each([
  ['index', 'https://cdn.chillpay.co'],
  ['index_sbx', 'https://sandbox-cdn.chillpay.co'],
  ['dev', 'http://127.0.0.1:9'],
] as const)(
  'SP-34 SP-35 the page %s is chosen by the environment, and leads to %s alone',
  async (page, provider) => {
    const ask = await shop(page)
    const { status, headers, text } = await ask(pages[page])
    expect(status).toBe(200)
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe('no-store')
    const policy = Object.fromEntries(
      (headers.get('content-security-policy') ?? '').split('; ').map((one) => {
        const [name = '', ...sources] = one.split(' ')
        return [name, sources.join(' ')]
      }),
    )
    expect(policy).toEqual({
      'default-src': "'none'",
      'style-src': "'self'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
      'script-src': page === 'dev' ? "'none'" : provider,
      'img-src': `'self' ${provider}`,
      'connect-src': provider,
      'frame-src': provider,
      'form-action': provider,
    })
    expect(
      [...text.matchAll(/<script[^>]*src="([^"]*)"/g)].map(([, src]) => new URL(src ?? '').origin),
    ).toEqual(page === 'dev' ? [] : [provider])
    expect(text).not.toMatch(/<script(?![^>]*src=)|<[^>]*\son[a-z]+=|style=/)
    for (const other of Object.values(pages).filter((file) => file !== pages[page])) {
      expect((await ask(other)).status).toBe(404)
      expect((await ask(other, { page, env: page, sandbox: '1' })).status).toBe(404)
    }
  },
)

test('SP-34 the page takes the public key and no other, and writes nothing of its address as HTML', async () => {
  const ask = await shop('index')
  const { text } = await ask('index.html')
  expect(text).toContain(`data-apikey="${KEY}"`)
  expect(text).toContain('Talad &lt;lantern&gt; &quot;1&quot;')
  expect(text).not.toContain('<lantern>')
  const refused = await ask('index.html', { apikey: 'a-secret-key' })
  expect(refused.status).toBe(400)
  expect(refused.text).not.toContain('a-secret-key')
  expect((await ask('index.html', { merchantid: 'M2' })).status).toBe(400)
  expect((await ask('index.html', { amount: '1.5' })).status).toBe(400)
  expect((await ask('index.html', { orderno: '"><script>' })).status).toBe(400)
})

test('SP-31 the page leads back to one of our sites only', async () => {
  const ask = await shop('index')
  const backOf = async (redirect: string) =>
    /<a href="([^"]*)"/.exec((await ask('index.html', { redirect })).text)?.[1]
  expect(await backOf(`${SITE}/payment/return?shipping_id=1`)).toBe(`${SITE}/payment/return?shipping_id=1`)
  expect(await backOf('https://elsewhere.example/')).toBe(SITE)
  expect(await backOf('javascript:alert(1)')).toBe(SITE)
})
