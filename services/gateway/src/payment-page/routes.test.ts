import { rejections } from '@talad/proto/http/gateway/rejections'
import { loadConfig } from '@talad/shared/config'
import { createApp } from '@talad/shared/http/app'
import { createAuth } from '@talad/shared/http/auth'
import { createLogger } from '@talad/shared/telemetry'
import { expect, test } from 'vitest'
import { gatewayConfig } from '../config.ts'
import { openOrigins } from '../origins.ts'
import { secure } from '../security.ts'
import { hostOf, openSites } from '../site/sites.ts'
import { PAYMENT_PATHS, paymentPageRoutes } from './routes.ts'

const SITE = 'https://talad.example'
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

const now = () => new Date()
const at = now().toISOString()
/** A site of its own at temple.talad.example. */
const temple = {
  slug: 'temple',
  name: { th: 'วัด "A"', en: 'Temple' },
  offers: true,
  closed: false,
  hosts: [
    {
      domain: 'temple.talad.example',
      isAdmin: false,
      isPrimary: true,
      gtmId: null,
      isOurs: true,
      proven: true,
      missing: null,
      letGo: false,
    },
  ],
  version: 1,
  changedBy: 'join-chief',
  changedAt: at,
}
const words = { th: 'วัด', en: 'Temple' }
const look = {
  theme: {
    light: { base: '#ffffff', primary: '#4a0b5d', accent: '#f7b731', background: '#f5f7f4' },
    dark: { base: '#15201b', primary: '#5fd0a8', accent: '#f7b731', background: '#0c1411' },
  },
  languages: ['th', 'en'],
  metadata: { title: words, description: words, logo: null, favicon: null, card: null, keywords: [] },
  support: { email: null },
  texts: {},
}

/** The page as a gateway serves it, with the headers of all its answers. */
async function shop(page: keyof typeof pages, settings: Record<string, string> = {}) {
  const config = loadConfig('gateway', gatewayConfig, {
    DATABASE_URL: 'postgres://h/d',
    BUS_DATABASE_URL: 'postgres://h/b',
    UPSTREAMS: '{}',
    CHAIN_ID: '3501',
    CHAIN_SLUG: 'jfin',
    JWKS_URL: 'http://127.0.0.1:9/jwks',
    INTERNAL_TOKENS: 'internal-token-for-tests',
    SITE_ORIGINS: SITE,
    PAYMENT_PAGE: page,
    PAYMENT_MERCHANT: 'M1',
    PAYMENT_PUBLIC_KEY: KEY,
    SANDBOX_URL: 'http://127.0.0.1:9',
    ...settings,
  })
  const log = createLogger('gateway', 'silent')
  const sites = openSites(config, openOrigins(config, { now, log }))
  sites.restore([
    { siteId: 'temple', part: 'site', content: temple },
    { siteId: 'temple', part: 'look', content: { revision: 1, at, content: look } },
  ])
  const { fastify } = createApp({
    service: 'gateway',
    auth: createAuth({ jwks: new URL('http://127.0.0.1:9'), callers: {} }),
    log,
    rejections,
    devMode: false,
    now,
    siteOf: (request) => sites.at(hostOf(request))?.siteId,
    open: [...PAYMENT_PATHS, '*'], // CORS asks everywhere
  })
  await secure(fastify, config, sites)
  paymentPageRoutes(fastify, { sites, config })
  return async (file: string, change: Record<string, string> = {}, host = 'talad.example') => {
    const url = `/payment/${file}?${new URLSearchParams({ ...given, ...change })}`
    const { statusCode: status, headers, body: text } = await fastify.inject({ url, headers: { host } })
    return { status, headers, text }
  }
}

test.each([
  ['index', 'https://cdn.chillpay.co', 'https://*.chillpay.co'],
  ['index_sbx', 'https://sandbox-cdnv3.chillpay.co', 'https://*.chillpay.co'],
  ['dev', 'http://127.0.0.1:9', 'http://127.0.0.1:9'],
] as const)(
  'SP-34 SP-35 the page %s is chosen by the environment, and leads to %s alone',
  async (page, provider, forms) => {
    const ask = await shop(page)
    const { status, headers, text } = await ask(pages[page])
    expect(status).toBe(200)
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['cache-control']).toBe('no-store')
    const policy = Object.fromEntries(
      String(headers['content-security-policy'])
        .split('; ')
        .map((one) => {
          const [name = '', ...sources] = one.split(' ')
          return [name, sources.join(' ')]
        }),
    )
    expect(policy).toEqual({
      'default-src': "'none'",
      'style-src': "'self'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
      'script-src': provider,
      'img-src': `'self' ${provider}`,
      'connect-src': provider,
      'frame-src': provider,
      'form-action': forms,
    })
    expect(
      [...text.matchAll(/<script[^>]*src="([^"]*)"/g)].map(([, src]) => new URL(src ?? '').origin),
    ).toEqual([provider])
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
    /<a class="quiet" href="([^"]*)"/.exec((await ask('index.html', { redirect })).text)?.[1]
  expect(await backOf(`${SITE}/payment/return?shipping_id=1`)).toBe(`${SITE}/payment/return?shipping_id=1`)
  expect(await backOf('https://elsewhere.example/')).toBe(SITE)
  expect(await backOf('javascript:alert(1)')).toBe(SITE)
})

test('SP-34 the page is that of the site on which somebody pays: its name, its colours, its way back', async () => {
  const ask = await shop('index')
  const { text: theirs } = await ask('index.html', {}, 'temple.talad.example')
  expect(theirs).toContain('<strong>วัด &quot;A&quot;</strong>')
  expect(theirs).toMatch(/<link rel="stylesheet" href="\/theme\/[0-9a-f]{32}\.css" \/>/)
  expect(theirs).toContain('href="https://temple.talad.example"')
  const { text: ours } = await ask('index.html')
  expect(ours).not.toContain('/theme/')
  expect(ours).toContain(`href="${SITE}"`)
})

test('SP-35 without a stand-in or a public key there is no page', async () => {
  for (const setting of ['SANDBOX_URL', 'PAYMENT_PUBLIC_KEY', 'PAYMENT_MERCHANT']) {
    const ask = await shop('dev', { [setting]: '' })
    expect((await ask('dev.html')).status).toBe(404)
  }
})
