import { type SiteChanged, SiteChangedSchema } from '@talad/proto/gateway/v1/site'
import { currentContext, MAIN_SITE } from '@talad/shared/context'
import type { Queryable } from '@talad/shared/db'
import { type AnyReplica, type Replica, replica } from '@talad/shared/replica'

export const SITE_TOPIC = 'gateway.site.v1'

/** What a service keeps of the sites: a table `site_replica`. */
export const sitesIn = (service: string): Replica<typeof SiteChangedSchema> & AnyReplica =>
  replica({
    name: 'site',
    tables: ['site_replica'],
    topic: SITE_TOPIC,
    group: `${service}.site`,
    event: SiteChangedSchema,
    key: ['site_id'],
    revision: 'revision',
    columns: ({ siteId, domains, adminDomains, offers, revision }: SiteChanged) => ({
      site_id: siteId,
      domains,
      admin_domains: adminDomains,
      offers,
      revision,
    }),
  })

/** OB-41: whether offers can be made on the site that is asked; a site that nobody has changed takes them. */
export async function takesOffers(db: Queryable): Promise<boolean> {
  const { site = MAIN_SITE } = currentContext()
  const { rows } = await db.query<{ offers: boolean }>('select offers from site_replica where site_id = $1', [
    site,
  ])
  return rows[0]?.offers ?? true
}

/** @returns the first of these ids of which no site is known here */
export async function unknownSite(db: Queryable, ids: readonly string[]): Promise<string | undefined> {
  const { rows } = await db.query<{ site_id: string }>(
    'select site_id from site_replica where site_id = any($1)',
    [ids],
  )
  const known = new Set(rows.map(({ site_id }) => site_id))
  return ids.find((id) => !known.has(id))
}

/** The same name of a host at the protocol and port of the main site: sites have names of hosts alone (GW-4). */
function originAt(domain: string, main: string): string {
  const { protocol, port } = new URL(main)
  return `${protocol}//${domain}${port === '' ? '' : `:${port}`}`
}

type Origins = readonly [string, ...string[]]

/**
 * ID-15, SP-31: the origins of the settings, and of every site that is served now.
 * @param app `all`: also those on which admins are served
 */
export async function siteOrigins(db: Queryable, settings: Origins, app: 'users' | 'all'): Promise<Origins> {
  const { rows } = await db.query<{ domain: string }>(
    `select distinct unnest(case when $1 then domains || admin_domains else domains end) as domain from site_replica`,
    [app === 'all'],
  )
  const [main, ...others] = settings
  return [main, ...new Set([...others, ...rows.map(({ domain }) => originAt(domain, main))])]
}
