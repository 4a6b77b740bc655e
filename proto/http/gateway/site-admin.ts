import { z } from 'zod'
import { bothLanguages, isoTime } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { decidedVersion, decisionNote } from '../moderation/fees.ts'
import { siteId } from './site-names.ts'

const service = 'gateway'
const path = `${base.admin}/site`
const read = { kind: 'admin', permission: 'layout.write' } as const
const write = { kind: 'admin', permission: 'site.write' } as const

/** GW-4: exact, lower case, without a port. */
export const domain = z
  .string()
  .max(253)
  .regex(
    /^(?=.*[a-z])([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/,
    'must be the name of a host in lower case, without a port',
  )

const siteSlug = z
  .string()
  .regex(/^[a-z0-9_]{2,40}$/, 'must be 2 to 40 lower-case letters, digits or underscores')
const gtmId = z.string().regex(/^GTM-[A-Z0-9]{4,12}$/, 'must be GTM-…')

const host = z.strictObject({
  domain: domain.describe('name of the host, without a port'),
  is_admin_site: z.boolean().describe('serves the admins’ app in place of the users’'),
  is_primary: z.boolean().describe('where links lead: one for each of both apps (GW-6)'),
  gtm_id: gtmId.nullable().describe('tag manager, loaded after consent alone (GW-36); null: none'),
})

/** What is said of a site at once; how it looks is a document. */
export const siteTerms = z.strictObject({
  slug: siteSlug.describe('its name in queries, of no other site'),
  name: bothLanguages(100).describe('its name for people'),
  offers: z.boolean().describe('offers can be made (OB-41)'),
  closed: z.boolean().describe('true: its hosts answer nothing'),
  hosts: z.array(host).max(20).describe('where it is found; each host is of one site'),
})
export type SiteTerms = z.infer<typeof siteTerms>

export const siteShown = z.object({
  site_id: siteId.describe('id of the site; `main` is the one that was there first'),
  slug: z.string().describe('its name in queries'),
  name: z
    .object({ th: z.string().describe('in Thai'), en: z.string().describe('in English') })
    .describe('its name for people'),
  offers: z.boolean().describe('offers can be made (OB-41)'),
  closed: z.boolean().describe('true: its hosts answer nothing'),
  hosts: z
    .array(
      z.object({
        domain: z.string().describe('name of the host'),
        is_user_site: z.boolean().describe('serves the users’ app'),
        is_admin_site: z.boolean().describe('serves the admins’ app'),
        is_primary: z.boolean().describe('where links lead (GW-6)'),
        gtm_id: z.string().nullable().describe('tag manager; null: none'),
        proof: z
          .object({
            name: z.string().describe('name of the TXT record that proves whose the domain is'),
            value: z.string().describe('what it has to say'),
            status: z
              .enum(['ours', 'waiting', 'proven', 'missing', 'let_go'])
              .describe(
                'ours: needs none; waiting: not found yet; missing: was there; let_go: not served any more',
              ),
            missing_since: isoTime
              .nullable()
              .describe('since when it is missing; after 7 days the host is let go'),
          })
          .describe('whose the domain is'),
      }),
    )
    .describe('where it is found'),
  version: z
    .int()
    .describe('grows with each change; to be sent back with one (AW-4); 0: as the settings say'),
  changed_by: z.string().nullable().describe('who changed it last; null: nobody yet'),
  changed_at: isoTime.nullable().describe('when that was'),
})
export type SiteShown = z.infer<typeof siteShown>

export const siteAdminHttp = {
  listSites: endpoint({
    name: 'listSites',
    service,
    method: 'GET',
    auth: read,
    path: `${path}/list`,
    summary: 'All sites by their slug, the main one first',
    status: 200,
    response: z.object({ list: z.array(siteShown).describe('every site') }),
  }),
  openSite: endpoint({
    name: 'openSite',
    service,
    method: 'POST',
    auth: write,
    path: `${path}/open`,
    summary: 'Open a site',
    body: siteTerms.extend({ note: decisionNote }),
    status: 201,
    response: siteShown,
    errors: ['validation', 'slug_taken', 'slug_reserved', 'host_taken', 'primary_host'],
    idempotent: true,
  }),
  setSite: endpoint({
    name: 'setSite',
    service,
    method: 'POST',
    auth: write,
    path: `${path}/set`,
    summary: 'Say anew what a site is: name, hosts, what is switched on',
    body: siteTerms.extend({
      site_id: siteId.describe('id of the site'),
      version: decidedVersion,
      note: decisionNote,
    }),
    status: 200,
    response: siteShown,
    errors: [
      'validation',
      'site_not_found',
      'slug_taken',
      'slug_reserved',
      'host_taken',
      'primary_host',
      'version_conflict',
    ],
    idempotent: true,
  }),
}
