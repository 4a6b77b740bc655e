import { type Timestamp, timestampFromDate } from '@bufbuild/protobuf/wkt'
import { DomainMissedSchema, SiteChangedSchema } from '@talad/proto/gateway/v1/site'
import { type Outgoing, outgoing } from '@talad/shared/bus/port'
import { columns, type Tx } from '@talad/shared/db'
import { jobType } from '@talad/shared/jobs'
import { type Change, type Published, stream, wholeState } from '@talad/shared/stream'
import { z } from 'zod'
import { SITE_TOPIC } from '../../../manifest.ts'
import { savePart } from '../parts.ts'
import { decideSite } from './decide.ts'
import { evolve, type Site, type SiteEvent, servedHosts, siteEvent, siteState } from './events.ts'

/** Whose a domain is, is looked at for as long as a site has it. */
export const lookAtDomain = jobType('site.domain', z.object({ siteId: z.string(), domain: z.string() }))

const domainsOf = (site: Site, isAdmin: boolean) => servedHosts(site, isAdmin).map(({ domain }) => domain)

/** GW-4: what those are told who may mend it. */
function missedBy(siteId: string, { type, data }: SiteEvent, at: Timestamp): Outgoing[] {
  if (type !== 'HostMissed' && type !== 'HostLetGo') return []
  const message = { siteId, domain: data.domain, letGo: type === 'HostLetGo', at }
  return [outgoing(SITE_TOPIC, data.domain, DomainMissedSchema, message)]
}

function publish({ id: siteId, event, view, version }: Published<SiteEvent, Site>): Outgoing[] {
  const { slug, name, offers } = view
  const at = timestampFromDate(event.data.at)
  return [
    outgoing(SITE_TOPIC, siteId, SiteChangedSchema, {
      siteId,
      slug,
      nameTh: name.th,
      nameEn: name.en,
      domains: domainsOf(view, false),
      adminDomains: domainsOf(view, true),
      offers,
      revision: version,
      at,
    }),
    ...missedBy(siteId, event, at),
  ]
}

async function saveSites(tx: Tx, changes: readonly Change<Site | undefined, SiteEvent>[]): Promise<void> {
  for (const { id, state, version } of changes) {
    if (!state) continue
    await tx.query(
      `insert into site (id, slug, version) values ($1, $2, $3)
       on conflict (id) do update set slug = excluded.slug, version = excluded.version`,
      [id, state.slug, version],
    )
    await tx.query('delete from site_host where site_id = $1', [id])
    await tx.query(
      `insert into site_host (site_id, domain, is_admin_site, is_primary)
       select $1, * from unnest($2::text[], $3::boolean[], $4::boolean[])`,
      [
        id,
        ...columns(
          state.hosts,
          ({ domain }) => domain,
          ({ isAdmin }) => isAdmin,
          ({ isPrimary }) => isPrimary,
        ),
      ],
    )
    const lookedAt = state.hosts.filter(({ isOurs }) => !isOurs)
    await lookAtDomain.enqueue(
      tx,
      lookedAt.map(({ domain }) => ({ key: domain, payload: { siteId: id, domain } })),
      state.changedAt,
    )
    await savePart(tx, id, 'site', state)
  }
}

/** What a site is and where it is found; how it looks, its documents say. */
export const sites = stream({
  name: 'site',
  event: siteEvent,
  initial: undefined as Site | undefined,
  evolve,
  decide: decideSite,
  publish,
  publicState: wholeState(siteState),
  save: saveSites,
  constraints: {
    site_slug_once: { code: 'SLUG_TAKEN', field: 'slug' },
    site_host_once: { code: 'HOST_TAKEN', field: 'hosts' }, // GW-4
    site_host_one_primary: { code: 'PRIMARY_HOST', field: 'hosts' }, // GW-6
  },
})
