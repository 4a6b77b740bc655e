import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request as http } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '@talad/shared/testing/wait'
import { expect } from 'vitest'
import { allUpstreams, openBench } from './harness.ts'
import { LIVE_MARKET } from './live-reader.ts'
import { CONTRACT, order, publish } from './messages.ts'
import { ADDRESS, asset, collection } from './share-samples.ts'
import { askAt, look, MAIN, page, section, siteDesk, termsOf } from './site-harness.ts'
import { startUpstream } from './upstream.ts'

const PAGE = '<!doctype html><html lang="th"><head><title>Talad</title></head><div id="root"></div></html>'
/** Stands for the program that draws first pages: shows what it reads, and for whom. */
const PROGRAM = `export async function firstPage({ site, read }) {
  const text = await (await read('http://site.invalid/api/public/v1/collections?ps=1')).text()
  return { body: site.names.th + text, head: '', data: '{}' }
}`
const ASSET_PAGE = `/assets/jfin/${ADDRESS}/7`
/** in place of it: the picture that another site shares */
const SHARE = '/share'
const SITES = ['alpha', 'bravo', 'charlie'] as const
const PATHS = [
  '/',
  '/explore?x=1',
  '/collection/siam',
  ASSET_PAGE,
  SHARE,
  '/api/public/v1/continent',
  '/api/public/v1/site',
  '/api/public/v1/layout',
  '/api/public/v1/continent/page/terms?language=th',
  '/api/public/v1/assets?ps=3',
  '/robots.txt',
  '/sitemap.xml',
  '/manifest.webmanifest',
]

/** What services answer tells which site they were told of: nobody of another may see it. */
function answerFor(site: string, path: string): object {
  const lantern = asset({ name: `Lantern ${site}`, price: '100' })
  const lanterns = { ...collection({ floor: '100' }), name: `Lanterns ${site}` }
  if (path.endsWith('/asset')) return lantern
  if (path.endsWith('/collection')) return lanterns
  const list = path.endsWith('/assets') ? [lantern] : [lanterns]
  return { list, size: 1, index: 0, total: null, pages: null }
}

/** Hears what a site is told live, whatever is forged, until it is ended. */
function hearAt(url: string, headers: Record<string, string>) {
  const told = { text: '', end: () => void sent.destroy() }
  const sent = http(new URL(`${LIVE_MARKET}?watch=asset:${CONTRACT}:7`, url), { headers }, (response) =>
    response.on('data', (part: Buffer) => {
      told.text += part.toString()
    }),
  )
  sent.on('error', () => undefined).end()
  return told
}

/**
 * GW-4: three sites, asked in turns by whoever forges what can be forged; an answer never holds the name, the words or the
 * colours of another site.
 * @returns how many were asked
 */
export async function askInterleaved(postgres: string, times: number): Promise<number> {
  const bench = await openBench(postgres)
  const upstream = await startUpstream()
  const folder = await mkdtemp(join(tmpdir(), 'talad-sites-'))
  try {
    await mkdir(join(folder, 'server'))
    await writeFile(join(folder, 'index.html'), PAGE)
    await writeFile(join(folder, 'manifest.webmanifest'), '{"name":"Talad"}')
    await writeFile(join(folder, 'server', 'first-page.mjs'), PROGRAM)
    const gateway = await bench.start({
      UPSTREAMS: allUpstreams(upstream.url),
      WEB_DIST: folder,
      PREVIEW_DIR: join(folder, 'previews'),
      TRUSTED_PROXIES: '127.0.0.1',
      SITE_DOMAINS: 'talad.example',
      ...Object.fromEntries(
        ['PUBLIC', 'WRITE', 'FILES', 'SEARCH'].map((kind) => [`LIMIT_${kind}`, '1000000']),
      ),
    })
    const desk = await siteDesk(bench, gateway.url)
    const ids = new Map<string, string>()
    for (const [at, name] of SITES.entries()) {
      const { site_id } = await desk.open(termsOf(name))
      ids.set(site_id, name)
      await desk.show('look', site_id, 'look', look(name, `#0b5d4${at}`))
      await desk.show('layout', site_id, 'layout-home', { sections: [section('a', `home of ${name}`)] })
      await desk.show('page', site_id, 'page-terms-th', page(`terms of ${name}`))
    }
    upstream.answer = ({ headers, url }, response) => {
      const site = headers['x-talad-site']
      const name = typeof site === 'string' ? (ids.get(site) ?? site) : 'main'
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(answerFor(name, new URL(url, upstream.url).pathname)))
    }
    const hosts = [...SITES.map((name) => `${name}.talad.example`), MAIN]
    const marks = [...ids].flatMap(([id, name]) => [name, id])
    const forged = (at: number) => {
      const other = hosts[(at * 7 + 1) % hosts.length] ?? ''
      const site = [...ids.keys()][at % ids.size] ?? ''
      return [
        {},
        { 'x-forwarded-host': other },
        { 'x-talad-site': site, forwarded: `host=${other}` },
        {
          'x-original-host': other,
          'x-host': other,
          origin: `https://${other}`,
          referer: `https://${other}/`,
        },
      ][at % 4]
    }
    const pictures = new Map<string, string>()
    for (const host of hosts)
      pictures.set(
        host,
        await until('its link is told', async () => {
          const { text } = await askAt(gateway.url, ASSET_PAGE, { host })
          return /content="https:[^"]*(\/share\/[^"]+)"/.exec(text)?.[1]
        }),
      )
    expect(new Set(pictures.values()).size).toBe(hosts.length)
    const heard = hosts.map((host, at) => hearAt(gateway.url, { host, ...forged(at + 1) }))
    await until('all hear', () => heard.every(({ text }) => text.includes('event: open')))

    const ask = async (at: number) => {
      const host = hosts[at % hosts.length] ?? ''
      const wanted = PATHS[(at * 3 + Math.floor(at / hosts.length)) % PATHS.length] ?? '/'
      const other = hosts[(at + 1 + (Math.floor(at / 7) % hosts.length)) % hosts.length] ?? ''
      const path = wanted === SHARE ? (pictures.get(other) ?? '') : wanted
      const told = await askAt(gateway.url, path, { host, ...forged(Math.floor(at / hosts.length)) })
      const own = host.split('.')[0] ?? ''
      const mine = marks.filter((mark) => mark === own || ids.get(mark) === own)
      // which pages may read it, it says in the words of who asks
      const { 'access-control-allow-origin': _origin, ...headers } = told.headers
      if (wanted === SHARE) {
        // its own is a picture; that of another leads to its own
        const isOwn = other === host
        const leads = isOwn ? told.status === 200 : headers.location === pictures.get(host)
        return leads ? [] : [`${host} ${path} ${told.status} ${headers.location}`]
      }
      const text = `${told.text}${JSON.stringify(headers)}`
      const foreign = marks.filter((mark) => !mine.includes(mark) && text.includes(mark))
      // what services were asked for a page, they were asked for this site
      const asked = [...text.matchAll(/Lanterns? (\w+)/g)].map(([, of]) => of)
      foreign.push(...asked.filter((of = '') => of !== (mine.length > 0 ? own : 'main')).map(String))
      if (told.status >= 500 || foreign.length > 0)
        return [`${host} ${path} ${told.status} ${foreign.join()}`]
      return ids.size > 0 && mine.length > 0 && path !== '/robots.txt' && !text.includes(own)
        ? [`${host} ${path}: not its own`]
        : []
    }
    const faults: string[] = []
    for (let at = 0; at < times; at += 20)
      faults.push(...(await Promise.all(Array.from({ length: 20 }, (_, one) => ask(at + one)))).flat())
    await publish(bench.bus, order())
    await until('all have heard', () => heard.every(({ text }) => text.includes(CONTRACT)))
    for (const { text, end } of heard) {
      end()
      faults.push(...marks.filter((mark) => text.includes(mark)))
    }
    expect(faults).toEqual([])
    return times
  } finally {
    await bench.close()
    await upstream.close()
    await rm(folder, { recursive: true, force: true })
  }
}
