import { siteAdminHttp as http, type SiteShown, type SiteTerms } from '@talad/proto/http/gateway/site-admin'
import { MAIN_SITE } from '@talad/shared/context'
import { type AdminCall, decide } from '@talad/shared/decision'
import { type App, customer } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import type { Deps } from '../../deps.ts'
import { namesOf } from '../continent.ts'
import type { LiveSite } from '../live-site.ts'
import type { SiteCommand } from './decide.ts'
import type { Host, Site, Terms } from './events.ts'
import { isOurs, proofName, proofValue } from './proof.ts'
import { sites as stream } from './stream.ts'

function statusOf({
  isOurs: ours,
  proven,
  missing,
  letGo,
}: Host): SiteShown['hosts'][number]['proof']['status'] {
  if (ours) return 'ours'
  if (letGo) return 'let_go'
  if (missing) return 'missing'
  return proven ? 'proven' : 'waiting'
}

const shownHost = (siteId: string, host: Host): SiteShown['hosts'][number] => ({
  domain: host.domain,
  is_user_site: !host.isAdmin,
  is_admin_site: host.isAdmin,
  is_primary: host.isPrimary,
  gtm_id: host.gtmId,
  proof: {
    name: proofName(host.domain),
    value: proofValue(siteId, host.domain),
    status: statusOf(host),
    missing_since: host.missing?.toISOString() ?? null,
  },
})

function shown(siteId: string, { slug, name, offers, closed, hosts, ...site }: Site): SiteShown {
  return {
    site_id: siteId,
    slug,
    name,
    offers,
    closed,
    hosts: hosts.map((host) => shownHost(siteId, host)),
    version: site.version,
    changed_by: site.changedBy,
    changed_at: site.changedAt.toISOString(),
  }
}

/** The main site as the settings say. */
const unchanged = (live: LiveSite, config: Deps['config']): SiteShown => ({
  site_id: live.id,
  slug: MAIN_SITE,
  name: namesOf(live, config),
  offers: true,
  closed: false,
  hosts: [],
  version: 0,
  changed_by: null,
  changed_at: null,
})

/** @throws Rejection HOST_TAKEN for a host that the settings give to the main site */
function termsOf({ config, sites }: Deps, siteId: string, { hosts, ...terms }: SiteTerms): Terms {
  const ofMain = sites.configured()
  const taken = siteId === MAIN_SITE ? -1 : hosts.findIndex(({ domain }) => ofMain.has(domain))
  if (taken !== -1) throw new Rejection('HOST_TAKEN', { field: `hosts.${taken}.domain` }) // GW-4
  const named = hosts.map((host) => ({
    domain: host.domain,
    isAdmin: host.is_admin_site,
    isPrimary: host.is_primary,
    gtmId: host.gtm_id,
    isOurs: ofMain.has(host.domain) || isOurs(host.domain, config.SITE_DOMAINS),
  }))
  return { slug: terms.slug, name: terms.name, offers: terms.offers, closed: terms.closed, hosts: named }
}

/** Sites for admins: which there are, where they are found, what is switched on. */
export function siteAdminRoutes(app: App, deps: Deps): void {
  const { config, sites, db } = deps

  async function set(
    siteId: string,
    call: AdminCall & { body: { note: string } },
    command: (made: { by: string; now: Date }) => SiteCommand,
  ): Promise<SiteShown> {
    const answer = await decide(deps, stream, siteId, {
      call,
      action: 'site.set',
      note: call.body.note,
      command: ({ now }) => command({ by: customer(call.actor).customerId, now }),
      answer: ({ state }) => {
        if (!state) throw new Error('a site was decided on and is not there')
        return shown(siteId, state)
      },
    })
    await sites.refresh(db)
    return answer
  }

  app.route(http.listSites, async () => {
    await sites.refresh(db)
    const list = sites.list().filter(({ id, site }) => site !== undefined || id === MAIN_SITE)
    const all = list.map((live) => (live.site ? shown(live.id, live.site) : unchanged(live, config)))
    const isMain = ({ site_id }: SiteShown) => Number(site_id === MAIN_SITE)
    return { list: all.toSorted((a, b) => isMain(b) - isMain(a) || (a.slug < b.slug ? -1 : 1)) }
  })
  app.route(http.openSite, (call) => {
    const id = call.attempt.id
    return set(id, call, (made) => ({ type: 'Open', terms: termsOf(deps, id, call.body), ...made }))
  })
  app.route(http.setSite, (call) => {
    const { site_id: id, version } = call.body
    return set(id, call, (made) => ({
      type: 'Set',
      id,
      version,
      terms: termsOf(deps, id, call.body),
      ...made,
    }))
  })
}
