import { MAIN_SITE } from '@talad/shared/context'
import { Rejection } from '@talad/shared/rejection'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { hostOf } from './sites.ts'
import { themeFileOf } from './theme.ts'

export const SITE_FILES = ['/theme/:file', '/robots.txt', '/sitemap.xml']

/** Pages that every site has. */
const PAGES = ['/', '/explore', '/collections']
/** So many of the colours that sites had before are kept, for pages that were sent before they changed. */
const MOST_EARLIER = 500

/** What is a file of a site, and made of what it says. */
export function siteFiles(fastify: FastifyInstance, { sites, db }: Pick<Deps, 'sites' | 'db'>): void {
  const earlier = new Map<string, string>()
  const siteOf = ({ site = MAIN_SITE }: FastifyRequest) => sites.get(site)
  const originOf = (request: FastifyRequest) =>
    sites.originOf(request.site ?? MAIN_SITE) ?? `${request.protocol}://${hostOf(request)}`

  function themeAt(request: FastifyRequest, path: string): string | undefined {
    const live = siteOf(request)
    const file = themeFileOf(live)
    if (file) earlier.set(`${live.id} ${file.path}`, file.css)
    const [oldest] = earlier.keys()
    if (earlier.size > MOST_EARLIER && oldest !== undefined) earlier.delete(oldest)
    return earlier.get(`${live.id} ${path}`)
  }

  fastify.get('/theme/:file', async (request, reply: FastifyReply) => {
    const [path = ''] = request.url.split('?')
    let css = themeAt(request, path)
    if (css === undefined) {
      await sites.refresh(db).catch(() => undefined) // another gateway may have shown it first
      css = themeAt(request, path)
    }
    if (css === undefined) throw new Rejection('NOT_FOUND')
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('text/css; charset=utf-8')
      .send(css)
  })

  fastify.get('/robots.txt', async (request, reply) => {
    const isAdmin = sites.at(hostOf(request))?.isAdmin ?? false
    const lines = isAdmin
      ? ['User-agent: *', 'Disallow: /']
      : [
          'User-agent: *',
          'Disallow: /api/',
          'Disallow: /account',
          `Sitemap: ${originOf(request)}/sitemap.xml`,
        ]
    return reply
      .header('cache-control', 'no-cache')
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`)
  })

  fastify.get('/sitemap.xml', async (request, reply) => {
    const entries = PAGES.map((path) => `<url><loc>${originOf(request)}${path}</loc></url>`)
    return reply
      .header('cache-control', 'no-cache')
      .type('application/xml; charset=utf-8')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>\n`,
      )
  })
}
