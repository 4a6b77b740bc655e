import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { allUpstreams, openBench } from './harness.ts'
import { askAt, look, MAIN, page, section, siteDesk, termsOf } from './site-harness.ts'
import { startUpstream } from './upstream.ts'

const PAGE = '<!doctype html><html lang="th"><head><title>Talad</title></head><div id="root"></div></html>'
const SITES = ['alpha', 'bravo', 'charlie'] as const
const PATHS = [
  '/',
  '/explore?x=1',
  '/collection/lanterns',
  '/api/public/v1/continent',
  '/api/public/v1/site',
  '/api/public/v1/layout',
  '/api/public/v1/continent/page/terms?language=th',
  '/api/public/v1/assets?ps=3',
  '/robots.txt',
  '/sitemap.xml',
]

/** What services answer tells which site they were told of: nobody of another may see it. */
const lantern = (site: string) => ({
  _id: 'a'.repeat(24),
  slug: 'lanterns',
  name: `Lanterns ${site}`,
})

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
    await writeFile(join(folder, 'index.html'), PAGE)
    const gateway = await bench.start({
      UPSTREAMS: allUpstreams(upstream.url),
      WEB_DIST: folder,
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
    upstream.answer = ({ headers }, response) => {
      const site = headers['x-talad-site']
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(lantern(typeof site === 'string' ? (ids.get(site) ?? site) : 'main')))
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
    const ask = async (at: number) => {
      const host = hosts[at % hosts.length] ?? ''
      const path = PATHS[(at * 3 + Math.floor(at / hosts.length)) % PATHS.length] ?? '/'
      const told = await askAt(gateway.url, path, { host, ...forged(Math.floor(at / hosts.length)) })
      const own = host.split('.')[0] ?? ''
      const mine = marks.filter((mark) => mark === own || ids.get(mark) === own)
      // which pages may read it, it says in the words of who asks
      const { 'access-control-allow-origin': _origin, ...headers } = told.headers
      const text = `${told.text}${JSON.stringify(headers)}`
      const foreign = marks.filter((mark) => !mine.includes(mark) && text.includes(mark))
      if (told.status >= 500 || foreign.length > 0)
        return [`${host} ${path} ${told.status} ${foreign.join()}`]
      return ids.size > 0 && mine.length > 0 && path !== '/robots.txt' && !text.includes(own)
        ? [`${host} ${path}: not its own`]
        : []
    }
    const faults: string[] = []
    for (let at = 0; at < times; at += 20)
      faults.push(...(await Promise.all(Array.from({ length: 20 }, (_, one) => ask(at + one)))).flat())
    expect(faults).toEqual([])
    return times
  } finally {
    await bench.close()
    await upstream.close()
    await rm(folder, { recursive: true, force: true })
  }
}
