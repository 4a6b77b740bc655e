import { continentHttp } from '@talad/proto/http/gateway/continent'
import { layoutHttp } from '@talad/proto/http/gateway/layout'
import { site } from '@talad/proto/http/gateway/live'
import { MAIN_SITE } from '@talad/shared/context'
import type { App } from '@talad/shared/http/app'
import { toJson } from '@talad/shared/json'
import { Rejection } from '@talad/shared/rejection'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { continentOf, siteInfo } from './continent.ts'
import type { LiveSite } from './live-site.ts'
import { domainOf } from './sites.ts'

const other = { th: 'en', en: 'th' } as const

type Layout = z.input<typeof layoutHttp.layout.response>

/** As text: a layout is asked for far more often than it is published, and is written once. */
const written = new WeakMap<object, string>()

function writtenOf(published: object, answer: Layout): string {
  const text = written.get(published) ?? toJson(layoutHttp.layout.response.parse(answer))
  written.set(published, text)
  return text
}

/** What visitors may see of sites: of the one of their host, unless they name another (GW-4). */
export function siteRoutes(app: App, deps: Pick<Deps, 'config' | 'sites'>): void {
  const { config, sites } = deps
  const here = (request: FastifyRequest) => sites.get(request.site ?? MAIN_SITE)

  function named(request: FastifyRequest, idOrSlug: string | undefined): LiveSite {
    const found = idOrSlug === undefined ? here(request) : sites.find(idOrSlug)
    if (!found) throw new Rejection('SITE_NOT_FOUND', { field: 'continentIdOrSlug' }) // GW-7
    return found
  }

  app.route(site, async ({ request }) => siteInfo(config, here(request)))
  app.route(continentHttp.continent, async ({ request }) =>
    continentOf(deps, here(request), domainOf(request)),
  )
  app.route(layoutHttp.layout, async ({ request, reply, query: { continentIdOrSlug, kind } }) => {
    const live = named(request, continentIdOrSlug)
    const found = live.layouts.get(kind)
    if (!found) throw new Rejection('NOT_PUBLISHED', { field: 'kind' }) // GW-7
    const answer = { continent: live.id, kind, revision: found.revision, sections: found.content.sections }
    reply.type('application/json; charset=utf-8').serializer(() => writtenOf(found, answer))
    return answer
  })
  app.route(layoutHttp.sitePage, async ({ request, params: { page }, query: { language: asked } }) => {
    const { pages } = here(request)
    const language = pages.has(`${page}-${asked}`) ? asked : other[asked]
    const found = pages.get(`${page}-${language}`)
    if (!found) throw new Rejection('NOT_PUBLISHED', { field: 'page' }) // GW-7
    const { revision: version, at, content } = found
    return { page, language, version, published_at: at.toISOString(), ...content }
  })
}
