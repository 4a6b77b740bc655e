import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunningService } from '@talad/shared/platform'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { allUpstreams, type Bench, openBench } from './harness.ts'
import { askAt, host, siteDesk, termsOf, words } from './site-harness.ts'
import { startUpstream, type Upstream } from './upstream.ts'

const PAGE =
  '<!doctype html><html lang="th"><head><title>Talad</title></head><body><div id="root"></div></body></html>'
/** Stands for the program of the web app: reads one thing, and shows it. */
const PROGRAM = `
let drawn = 0
export async function firstPage({ address, language, site, read }) {
  if (address === '/account') return undefined
  if (address.endsWith('slow')) await new Promise((resolve) => setTimeout(resolve, 2000))
  const path = address.endsWith('secret') ? '/api/user/v1/order' : '/api/public/v1/collections'
  const response = await read('http://site.invalid' + path + '?ps=1', { headers: { authorization: 'Bearer x', cookie: 'y' } })
  const text = await response.text()
  drawn += 1
  return { body: [address, language, site.name, text, 'drawn ' + drawn, site.gtm_id].join(' | '), head: '<meta name="drawn">', data: '{}' }
}`

let bench: Bench
let folder: string
let gateway: RunningService
let indexer: Upstream

beforeAll(async () => {
  bench = await openBench(inject('postgres'))
  folder = await mkdtemp(join(tmpdir(), 'talad-first-page-'))
  await mkdir(join(folder, 'server'))
  await writeFile(join(folder, 'index.html'), PAGE)
  await writeFile(join(folder, 'server', 'first-page.mjs'), PROGRAM)
  indexer = await startUpstream()
  indexer.answer = (_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end('{"found":true}')
  }
  gateway = await bench.start({ WEB_DIST: folder, UPSTREAMS: allUpstreams(indexer.url) })
})
afterAll(async () => {
  await bench?.close()
  await indexer?.close()
  await rm(folder, { recursive: true, force: true })
})

const html = async (at: string, headers: Record<string, string> = {}) =>
  (await fetch(gateway.url + at, { headers })).text()
/** The thread may only be starting: then the page is sent empty, and the next one isn't. */
const drawnAt = (at: string, headers: Record<string, string> = {}) =>
  until('the page is drawn', async () => {
    const page = await html(at, headers)
    return page.includes('data-drawn') ? page : undefined
  })

test('sends the page as a visitor will see it, with what it was drawn from, in the language of the browser', async () => {
  const page = await drawnAt('/')
  expect(page).toContain('/ | th | Talad | {"found":true}')
  expect(page).toContain('<meta name="drawn"></head>')
  expect(page).toContain('<script type="application/json" id="first-page">{}</script>')
  const english = await drawnAt('/', { cookie: 'talad.language=en; talad.theme=dark' })
  expect(english).toContain('/ | en | Talad')
  expect(english).toContain('<html lang="en" data-theme="dark">')
  const response = await fetch(gateway.url)
  expect(response.headers.get('vary')?.toLowerCase()).toContain('cookie')
  expect(response.headers.get('cache-control')).toBe('no-cache')
})

test('ID-10 reads nothing in a visitor’s name, whatever came with the request or the program asks for', async () => {
  await drawnAt('/', { authorization: 'Bearer z', cookie: 'refresh=z' })
  const reads = indexer.seen.filter(({ url }) => url.includes('collections'))
  expect(reads.length).toBeGreaterThan(0)
  for (const { headers } of reads) {
    expect(headers.authorization).toBeUndefined()
    expect(headers.cookie).toBeUndefined()
  }
  expect(await html('/collection/secret')).toContain('<div id="root"></div>')
  expect(indexer.seen.filter(({ url }) => url.startsWith('/api/user'))).toEqual([])
})

test('GW-23 draws an address once for all who ask within 10 s', async () => {
  const first = await drawnAt('/collection/once')
  const later = await Promise.all(Array.from({ length: 20 }, () => html('/collection/once')))
  expect(new Set([first, ...later]).size).toBe(1)
})

test('sends the empty page where nothing is drawn, and rather than let anybody wait', async () => {
  expect(await html('/account')).toContain('<div id="root"></div>')
  expect(await html('/sign-in')).toContain('<div id="root"></div>')
  const began = performance.now()
  expect(await html('/collection/slow')).toContain('<div id="root"></div>')
  expect(performance.now() - began).toBeLessThan(1_800)
  expect(await drawnAt('/collection/slow')).toContain('/collection/slow')
})

test('GW-36 a page that is drawn tells of the tag manager of its own host, and of no other of the site', async () => {
  const desk = await siteDesk(bench, gateway.url)
  const told = host('temple.localhost', { gtm_id: 'GTM-TEMPLE1' })
  await desk.open(termsOf('temple', told, host('wat.localhost', { is_primary: false })))
  const drawn = (name: string) =>
    until('the page is drawn', async () => {
      const { text } = await askAt(gateway.url, '/explore', { host: name })
      return text.includes('data-drawn') ? text : undefined
    })
  expect(await drawn('temple.localhost')).toContain('GTM-TEMPLE1')
  expect(await drawn('wat.localhost')).not.toContain('GTM-TEMPLE1')
})

test('AW-13 what was drawn of a site before it was changed is shown to nobody after it', async () => {
  const desk = await siteDesk(bench, gateway.url)
  const { site_id, version } = await desk.open(termsOf('before', host('changed.localhost')))
  const shown = async () => (await askAt(gateway.url, '/explore', { host: 'changed.localhost' })).text
  await until('it is drawn', async () => (await shown()).includes('| before |'))
  await desk.set(site_id, version, { ...termsOf('before', host('changed.localhost')), name: words('after') })
  expect(await shown()).not.toContain('| before |')
  await until('it is drawn anew', async () => (await shown()).includes('| after |'))
})

test('keeps the program to itself', async () => {
  for (const path of ['/server/first-page.mjs', '/server'])
    expect([path, (await fetch(gateway.url + path)).status]).toEqual([path, 404])
})
