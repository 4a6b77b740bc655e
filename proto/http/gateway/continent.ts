import { z } from 'zod'
import { layoutPage, siteTexts } from '../../site/texts.ts'
import { siteTheme } from '../../site/theme.ts'
import { base, endpoint } from '../contract.ts'
import { siteInfo } from './site.ts'
import { language, siteId, sitePageName } from './site-names.ts'

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

export const continentHttp = {
  continent: endpoint({
    name: 'continent',
    service: 'gateway',
    method: 'GET',
    auth: { kind: 'visitor' },
    path: `${base.public}/continent`,
    summary: 'The site of the host that is asked: name, hosts, colours, words, what is switched on (GW-4)',
    status: 200,
    response: continentShown,
    cacheable: true,
  }),
}
