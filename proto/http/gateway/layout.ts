import { z } from 'zod'
import { htmlTree } from '../../site/html.ts'
import { section } from '../../site/sections.ts'
import { layoutPage } from '../../site/texts.ts'
import { isoTime } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { language, siteId, sitePageName } from './site-names.ts'

const service = 'gateway'
const auth = { kind: 'visitor' } as const

const which = {
  continentIdOrSlug: z
    .string()
    .regex(/^[a-z0-9_]{2,40}$/)
    .optional()
    .describe('id or slug of a site; absent: the one of the host (GW-4)'),
}

export const layoutHttp = {
  layout: endpoint({
    name: 'layout',
    service,
    method: 'GET',
    auth,
    path: `${base.public}/layout`,
    summary: 'What stands on a page of a site, as it was published (GW-32)',
    query: z.object({ ...which, kind: layoutPage.prefault('home') }),
    status: 200,
    response: z.object({
      continent: siteId.describe('id of the site'),
      kind: layoutPage,
      revision: z.int().describe('counts what was published'),
      sections: z.array(section).describe('from top to bottom'),
    }),
    errors: ['validation', 'site_not_found', 'not_published'],
    cacheable: true,
  }),
  sitePage: endpoint({
    name: 'sitePage',
    service,
    method: 'GET',
    auth,
    path: `${base.public}/continent/page/:page`,
    summary: 'A page of words of the site: terms, privacy, about, help, contact',
    params: z.object({ page: sitePageName }),
    query: z.object({ language: language.describe('of its words') }),
    status: 200,
    response: z.object({
      page: sitePageName,
      language: language.describe('of its words; the other one where it is published in that alone'),
      version: z.int().describe('counts what was published: consent names it'),
      published_at: isoTime.describe('since when'),
      title: z.string().describe('heading of the page'),
      html: htmlTree,
    }),
    errors: ['validation', 'not_published'],
    cacheable: true,
  }),
}
