import { z } from 'zod'
import { htmlTree } from '../../site/html.ts'
import { layoutPage, siteTexts } from '../../site/layout.ts'
import { section } from '../../site/sections.ts'
import { siteTheme } from '../../site/theme.ts'
import { isoTime } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { siteInfo } from './site.ts'
import { siteId } from './site-admin.ts'
import { language, sitePageName } from './site-document.ts'

const service = 'gateway'
const auth = { kind: 'visitor' } as const

const picture = z.string().nullable()
const both = z.object({ th: z.string().describe('in Thai'), en: z.string().describe('in English') })

/** A§3 Site. */
export const continentShown = siteInfo.extend({
  _id: siteId.describe('id of the site; `main` is the one that was there first'),
  slug: z.string().describe('its name in queries'),
  names: both.describe('its name for people'),
  is_main: z.boolean().describe('shows every collection (GW-5)'),
  origin: z.string().describe('where links to it lead: of its primary host (GW-6)'),
  hosts: z
    .array(
      z.object({
        domain: z.string().describe('name of the host, without a port'),
        gtm_id: z
          .string()
          .nullable()
          .describe('tag manager, to be loaded after consent alone (GW-36); null: none'),
        is_primary: z.boolean().describe('where links lead (GW-6)'),
        is_user_site: z.boolean().describe('serves the users’ app'),
        is_admin_site: z.boolean().describe('serves the admins’ app'),
      }),
    )
    .describe('where it is served to users, the primary one first; none: as the settings say'),
  gtm_id: z.string().nullable().describe('tag manager of the host that was asked (GW-36); null: none'),
  themes: siteTheme.nullable().describe('its colours; null: the market’s'),
  theme_url: z
    .string()
    .nullable()
    .describe('style sheet of its colours, which never changes; null: the market’s'),
  layouts: z.array(layoutPage).describe('kinds of pages of which a layout is published'),
  metadata: z
    .object({
      title: both.describe('what stands in the browser’s tab'),
      description: both.describe('what search engines show'),
      logo: picture.describe('path of a picture; null: the name alone'),
      favicon: picture.describe('path of a picture; null: the market’s'),
      card: picture.describe('path of a picture; null: the market’s'),
      keywords: z.array(z.string()).describe('what it is found by'),
    })
    .nullable()
    .describe('what it says of itself; null: what the market says'),
  features: z
    .object({ offers: z.boolean().describe('offers can be made (OB-41)') })
    .describe('what is switched on'),
  support: z
    .object({ email: z.string().nullable().describe('who helps; null: nobody is named') })
    .describe('who helps'),
  texts: siteTexts.describe('words of its own, in place of the market’s'),
  pages: z
    .array(
      z.object({
        page: sitePageName,
        language: language.describe('of its words'),
        version: z.int().describe('counts what was published: consent names it'),
      }),
    )
    .describe('pages of words that are published'),
})
export type Continent = z.infer<typeof continentShown>

const which = {
  continentIdOrSlug: z
    .string()
    .regex(/^[a-z0-9_]{2,40}$/)
    .optional()
    .describe('id or slug of a site; absent: the one of the host (GW-4)'),
}

export const continentHttp = {
  continent: endpoint({
    name: 'continent',
    service,
    method: 'GET',
    auth,
    path: `${base.public}/continent`,
    summary: 'The site of the host that is asked: name, hosts, colours, words, what is switched on (GW-4)',
    status: 200,
    response: continentShown,
    cacheable: true,
  }),
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
