import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromBinary } from '@bufbuild/protobuf'
import { DomainMissedSchema } from '@talad/proto/gateway/v1/site'
import type { RunningService } from '@talad/shared/platform'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { allUpstreams, type Bench, openBench } from './harness.ts'
import { askAt, host, look, type SiteDesk, siteDesk, termsOf } from './site-harness.ts'

const bar = (light: string) =>
  `<meta name="theme-color" media="(prefers-color-scheme: ${light})" content="#0b4f3f" />`
const PAGE = `<!doctype html><html lang="th"><head>${bar('light')}${bar('dark')}<meta name="description" content="x" /><link rel="icon" href="/favicon.svg" type="image/svg+xml" /><link rel="apple-touch-icon" href="/icons/apple-180.png" /><title>Talad</title></head></html>`
const MANIFEST = { name: 'Talad', short_name: 'Talad', theme_color: '#0b4f3f', start_url: '/', icons: [] }
/** What browsers keep to show without a network. */
const OFFLINE = {
  'offline.html': `<!doctype html>${bar('light')}${bar('dark')}<img src="/favicon.svg" />`,
  'offline.css': 'body{color:var(--ink,#000)}',
  'sw.js': "const NAME = '1'",
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
}

let bench: Bench
let gateway: RunningService
let desk: SiteDesk
let folder: string
/** records by name; undefined: the name server does not answer */
const records = new Map<string, string[][] | undefined>()
beforeAll(async () => {
  bench = await openBench(inject('postgres'))
  folder = await mkdtemp(join(tmpdir(), 'talad-site-'))
  await writeFile(join(folder, 'index.html'), PAGE)
  const files = { 'manifest.webmanifest': JSON.stringify(MANIFEST), ...OFFLINE }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  gateway = await bench.start(
    {
      UPSTREAMS: allUpstreams('http://127.0.0.1:1'),
      WEB_DIST: folder,
      NODE_ENV: 'production',
      JOIN_UPGRADE_URL: 'https://join.example/level',
      SITE_DOMAINS: 'talad.example',
    },
    {
      resolveTxt: async (name) => {
        const found = records.get(name)
        if (found) return found
        throw Object.assign(new Error(name), { code: records.has(name) ? 'ESERVFAIL' : 'ENOTFOUND' })
      },
    },
  )
  desk = await siteDesk(bench, gateway.url)
})
afterAll(async () => {
  await bench.close()
  await rm(folder, { recursive: true, force: true })
})

const at = (domain: string, path = '/') => askAt(gateway.url, path, { host: domain })

test('GW-32 a site has its own page, colours and icon, and leads to its primary host', async () => {
  const hosts = [host('temple.talad.example'), host('wat.talad.example', { is_primary: false })]
  const { site_id } = await desk.open(termsOf('temple', ...hosts))
  const own = look('Wat & "Friends"')
  await desk.show('look', site_id, 'look', {
    ...own,
    support: { email: null },
    metadata: { ...own.metadata, favicon: `/media/${'a'.repeat(64)}.webp` },
  })
  const { text } = await at('wat.talad.example')
  expect(text).toContain('<title>Wat &#38; &#34;Friends&#34;</title>')
  expect(text).toContain('<link rel="canonical" href="https://temple.talad.example/" />')
  expect(text).toContain(`<link rel="icon" href="/media/${'a'.repeat(64)}.webp" />`)
  const [, path = ''] = /href="(\/theme\/[0-9a-f]{32}\.css)"/.exec(text) ?? []
  const css = await at('temple.talad.example', path)
  expect(css).toMatchObject({
    status: 200,
    headers: { 'cache-control': 'public, max-age=31536000, immutable' },
  })
  expect(css.text).toContain('#0b5d4a')
  expect((await at('talad.example', path)).status).toBe(404) // of the main site it is no file
  expect((await at('talad.example')).text).toBe(PAGE)
  const before = path
  await desk.show('look', site_id, 'look', look('temple', '#4a0b5d'))
  expect((await at('temple.talad.example', before)).status).toBe(200) // pages that were sent before have their colours
  expect((await at('temple.talad.example', '/sitemap.xml')).text).toContain(
    '<loc>https://temple.talad.example/explore</loc>',
  )
})

test('GW-32 a site tells machines of itself: its name as data, what a link shows, its map, what is installed', async () => {
  const { site_id } = await desk.open(termsOf('told'))
  const own = look('Told & Co')
  const [favicon, card] = [`/media/${'b'.repeat(64)}.webp`, `/media/${'c'.repeat(64)}.webp`]
  const metadata = { ...own.metadata, favicon, card, keywords: ['wat', 'a "b"'] }
  await desk.show('look', site_id, 'look', { ...own, metadata, support: { email: null }, languages: ['en'] })
  const { text } = await at('told.talad.example')
  const [, data = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text) ?? []
  expect(JSON.parse(data)).toMatchObject({ name: 'told', url: 'https://told.talad.example' })
  expect(text).toContain(`<meta property="og:image" content="https://told.talad.example${card}" />`)
  expect(text).toContain('<meta name="keywords" content="wat, a &#34;b&#34;" />')
  expect(text).toContain(`<link rel="apple-touch-icon" href="${favicon}" />`)
  expect(text).not.toContain('#0b4f3f') // the market's bar
  const explore = await at('told.talad.example', '/explore')
  expect(explore.text).toContain('<link rel="canonical" href="https://told.talad.example/explore" />')
  expect(explore.text).not.toContain('ld+json')
  expect((await at('told.talad.example', '/robots.txt')).text).toContain(
    'Sitemap: https://told.talad.example/sitemap.xml',
  )
  const installed = async (domain: string) => JSON.parse((await at(domain, '/manifest.webmanifest')).text)
  expect(await installed('told.talad.example')).toMatchObject({
    name: 'Told & Co',
    short_name: 'told',
    lang: 'en',
    start_url: '/',
    theme_color: expect.stringMatching(/^#(?!0b4f3f)[0-9a-f]{6}$/),
    icons: [{ src: favicon }],
  })
  expect(await installed('talad.example')).toEqual(MANIFEST)
})

test('GW-32 without a network a site is in its own colours and under its own icon, and browsers keep the new ones', async () => {
  const { site_id } = await desk.open(termsOf('away'))
  const shown = (favicon: string | null, primary?: string) => {
    const own = look('away', primary)
    const content = { ...own, support: { email: null }, metadata: { ...own.metadata, favicon } }
    return desk.show('look', site_id, 'look', content)
  }
  const kept = async (domain = 'away.talad.example') => {
    const [page, css, worker] = await Promise.all(
      ['/offline.html', '/offline.css', '/sw.js'].map((path) => at(domain, path)),
    )
    return { page: page?.text, css: css?.text, worker: worker?.text }
  }
  await shown(null)
  const first = await kept()
  expect(first.page).not.toContain('#0b4f3f') // the market's bar
  expect(first.css).toMatch(/^body\{color:var\(--ink,#000\)\}:root:root\{.*--ink:light-dark\(/)
  expect(first.worker).toMatch(/^const NAME = '1'\n\/\/ [0-9a-f]{64}\n$/)
  expect(await at('away.talad.example', '/favicon.svg')).toMatchObject({ text: OFFLINE['favicon.svg'] })

  const favicon = `/media/${'d'.repeat(64)}.webp`
  await shown(favicon, '#4a0b5d')
  const then = await kept()
  expect([then.css === first.css, then.worker === first.worker]).toEqual([false, false])
  expect(await at('away.talad.example', '/favicon.svg')).toMatchObject({
    status: 302,
    headers: { location: favicon },
  })
  expect(await kept('talad.example')).toEqual({
    page: OFFLINE['offline.html'],
    css: OFFLINE['offline.css'],
    worker: OFFLINE['sw.js'],
  })
})

test('GW-32 a colour that can not be read is refused with the nearest that can, and nothing is changed', async () => {
  const { site_id } = await desk.open(termsOf('pale'))
  expect(await desk.save('look', site_id, 'look', look('pale', '#f0f0f0'), 0)).toMatchObject({
    code: 'theme_unreadable',
    field: 'content.theme.light.primary',
    details: { nearest: expect.stringMatching(/^#[0-9a-f]{6}$/) },
  })
  expect(await desk.pick(site_id, 'look')).toMatchObject({ version: 0, draft: null })
})

test('GW-4 a domain of somebody’s own is served once it is proven, and let go after 7 days without its proof', async () => {
  const missed: string[] = []
  await bench.hear('gateway.site.v1', ({ type, payload }) => {
    if (type !== DomainMissedSchema.typeName) return
    const { domain, letGo } = fromBinary(DomainMissedSchema, payload)
    missed.push(`${domain} is ${letGo ? 'let go' : 'missed'}`)
  })
  const { site_id, hosts } = await desk.open(termsOf('own', host('shop.example')))
  const [proof] = hosts.map((one) => one.proof)
  const statusAt = async () => (await at('shop.example', '/api/public/v1/site')).status
  const DAY_MS = 24 * 3_600_000
  const becomes = async (status: string) =>
    expect
      .poll(
        async () => {
          const { list } = await desk.list()
          return list.find((site) => site.site_id === site_id)?.hosts[0]?.proof.status
        },
        { timeout: 10_000 },
      )
      .toBe(status)
  await becomes('waiting')
  expect(await statusAt()).toBe(421)
  records.set(proof?.name ?? '', [['talad-site=', 'of another']])
  await bench.pass(DAY_MS)
  await becomes('waiting')
  records.set(proof?.name ?? '', [[(proof?.value ?? '').slice(0, 9), (proof?.value ?? '').slice(9)]])
  await bench.pass(DAY_MS)
  await becomes('proven')
  expect(await statusAt()).toBe(200)
  records.set(proof?.name ?? '', undefined)
  await bench.pass(DAY_MS)
  expect(await statusAt()).toBe(200) // a name server that does not answer says nothing
  records.delete(proof?.name ?? '')
  await bench.pass(DAY_MS)
  await becomes('missing')
  expect(await statusAt()).toBe(200)
  await bench.pass(7 * DAY_MS)
  await becomes('let_go')
  expect(await statusAt()).toBe(421)
  // what those are told who may mend it: each once
  await expect.poll(() => missed).toEqual(['shop.example is missed', 'shop.example is let go'])
})
