import { z } from 'zod'

const named = z.object({
  domain: z.string(),
  isAdmin: z.boolean(),
  isPrimary: z.boolean(),
  gtmId: z.string().nullable(),
  /** below a domain of ours: needs no proof */
  isOurs: z.boolean(),
})
export type NamedHost = z.infer<typeof named>

const terms = z.object({
  slug: z.string(),
  name: z.object({ th: z.string(), en: z.string() }),
  offers: z.boolean(),
  closed: z.boolean(),
  hosts: z.array(named),
})
export type Terms = z.infer<typeof terms>

const at = z.coerce.date()
const looked = z.object({ domain: z.string(), at })

export const siteEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('SiteSet'), data: z.object({ terms, by: z.string(), at }) }),
  /** the record that proves whose a domain is was found */
  z.object({ type: z.literal('HostProven'), data: looked }),
  /** it was there, and is not any more */
  z.object({ type: z.literal('HostMissed'), data: looked }),
  /** it was missing for so long that the host is not served any more */
  z.object({ type: z.literal('HostLetGo'), data: looked }),
])
export type SiteEvent = z.infer<typeof siteEvent>

export const siteState = terms.extend({
  hosts: z.array(named.extend({ proven: z.boolean(), missing: at.nullable(), letGo: z.boolean() })),
  version: z.number(),
  changedBy: z.string(),
  changedAt: at,
})
export type Site = z.infer<typeof siteState>
export type Host = Site['hosts'][number]

/** Whether a host answers: it is ours, or whose the domain is was proven. */
export const isServed = ({ isOurs, proven, letGo }: Host): boolean => isOurs || (proven && !letGo)

/** The hosts of one of both apps that answer, the primary one first (GW-6). */
export function servedHosts({ closed, hosts }: Pick<Site, 'closed' | 'hosts'>, isAdmin: boolean): Host[] {
  const served = closed ? [] : hosts.filter((host) => host.isAdmin === isAdmin && isServed(host))
  return served.toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary))
}

const UNPROVEN = { proven: false, missing: null, letGo: false }

function afterLook(host: Host, { type, data }: Exclude<SiteEvent, { type: 'SiteSet' }>): Host {
  if (host.domain !== data.domain) return host
  if (type === 'HostProven') return { ...host, proven: true, missing: null, letGo: false }
  return type === 'HostMissed' ? { ...host, missing: data.at } : { ...host, letGo: true }
}

export function evolve(before: Site | undefined, event: SiteEvent): Site {
  if (event.type === 'SiteSet') {
    const { terms: set, by: changedBy, at: changedAt } = event.data
    const known = new Map(before?.hosts.map((host) => [host.domain, host]))
    const hosts = set.hosts.map((host) => ({ ...UNPROVEN, ...known.get(host.domain), ...host }))
    return { ...set, hosts, version: (before?.version ?? 0) + 1, changedBy, changedAt }
  }
  if (!before) throw new Error('a host of a site that was never there')
  const hosts = before.hosts.map((host) => afterLook(host, event))
  return { ...before, hosts, version: before.version + 1 }
}
