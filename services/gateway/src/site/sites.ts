import { MAIN_SITE } from '@talad/shared/context'
import type { Queryable } from '@talad/shared/db'
import type { FastifyRequest } from 'fastify'
import type { GatewayConfig } from '../config.ts'
import type { Origins } from '../origins.ts'
import { emptySite, type LiveSite, withPart } from './live-site.ts'
import { type Part, readParts } from './parts.ts'
import { servedHosts } from './site/events.ts'

/** What answers at a host: which site, and which of both apps. */
export type Place = { siteId: string; isAdmin: boolean }

/** The sites as visitors may see them, as of now; they are there as well while the database is away. */
export type Sites = {
  /** GW-4. @param host as it was asked for; undefined: nobody's */
  at(host: string): Place | undefined
  get(siteId: string): LiveSite
  /** @returns undefined where there is none of this id or slug, or none any more */
  find(idOrSlug: string): LiveSite | undefined
  list(): readonly LiveSite[]
  /** GW-25: of the hosts that serve users, and of those that serve admins; those of the settings first */
  origins(app: 'users' | 'admins'): readonly string[]
  /** whether a host, with its port, is of one of these origins */
  isOurs(host: string): boolean
  /** GW-6: where links to a site lead; undefined where no host of it is known */
  originOf(siteId: string): string | undefined
  /** the domains of the settings, which no other site than the main one may have */
  configured(): ReadonlySet<string>
  /** reads what is shown since. @throws Error while the database is away */
  refresh(db: Queryable): Promise<void>
  /** grows with what is read */
  count(): bigint
  /** what was shown last, as it was kept: it stands until the database tells */
  restore(parts: readonly Omit<Part, 'n'>[]): void
}

type Settings = Pick<GatewayConfig, 'SITE_ORIGINS' | 'ADMIN_ORIGINS' | 'PLATFORM_ADMIN_HOSTS' | 'NODE_ENV'>

const hostIn = (origin: string) => new URL(origin).host
const nameOf = (host: string) => host.replace(/:[0-9]*$/, '')

/**
 * The host that was asked, as the client named it: what a proxy says in its place anybody may say who gets past one.
 */
export function hostOf({ headers }: Pick<FastifyRequest, 'headers'>): string {
  return (headers.host ?? '').toLowerCase()
}

/** The same without its port, as sites have them. */
export const domainOf = (request: Pick<FastifyRequest, 'headers'>): string => nameOf(hostOf(request))

export function openSites(settings: Settings, fixed: Origins): Sites {
  const { SITE_ORIGINS, ADMIN_ORIGINS, PLATFORM_ADMIN_HOSTS, NODE_ENV } = settings
  const [main] = SITE_ORIGINS
  const isProduction = NODE_ENV === 'production'
  let known = new Map<string, LiveSite>([[MAIN_SITE, emptySite(MAIN_SITE)]])
  let isRestored = false
  const admins = new Set(ADMIN_ORIGINS.map(hostIn))
  let places = new Map<string, Place | 'closed'>()
  let origins: Record<'users' | 'admins', readonly string[]> = { users: [], admins: [] }
  let hosts: ReadonlySet<string> = new Set()
  let n = 0n

  /** Sites have names of hosts; protocol and port are those of the main one. */
  function originAt(domain: string): string {
    if (main === undefined) return `https://${domain}`
    const { protocol, port } = new URL(main)
    return `${protocol}//${domain}${port === '' ? '' : `:${port}`}`
  }

  function index(): void {
    places = new Map()
    const served = { users: new Set<string>(), admins: new Set<string>() }
    for (const { id: siteId, site } of known.values()) {
      for (const { domain } of site?.hosts ?? []) places.set(domain, 'closed')
      for (const isAdmin of [false, true])
        for (const { domain } of site ? servedHosts(site, isAdmin) : []) {
          places.set(domain, { siteId, isAdmin })
          served[isAdmin ? 'admins' : 'users'].add(originAt(domain))
        }
    }
    origins = { users: [...served.users], admins: [...served.admins] }
    hosts = new Set([...served.users, ...served.admins].map(hostIn))
  }

  function take({ siteId, part, content }: Omit<Part, 'n'>): void {
    known.set(siteId, withPart(known.get(siteId) ?? emptySite(siteId), part, content))
  }

  function atSettings(host: string): Place | undefined {
    if (admins.has(host)) return { siteId: MAIN_SITE, isAdmin: true }
    const isOurs =
      fixed.list().some((origin) => hostIn(origin) === host) || PLATFORM_ADMIN_HOSTS.includes(host)
    return isOurs ? { siteId: MAIN_SITE, isAdmin: false } : undefined
  }

  return {
    at(host) {
      const asked = host.toLowerCase()
      const place = atSettings(asked) ?? places.get(nameOf(asked))
      if (place === 'closed') return undefined
      return place ?? (isProduction ? undefined : { siteId: MAIN_SITE, isAdmin: false })
    },
    get: (siteId) => known.get(siteId) ?? emptySite(siteId),
    find(idOrSlug) {
      const isIt = ({ id, site }: LiveSite) => id === idOrSlug || site?.slug === idOrSlug
      const found = known.get(idOrSlug) ?? [...known.values()].find(isIt)
      return found?.site?.closed || (found && !found.site && found.id !== MAIN_SITE) ? undefined : found
    },
    list: () => [...known.values()],
    origins: (app) => [...(app === 'users' ? fixed.list() : ADMIN_ORIGINS), ...origins[app]],
    isOurs: (host) =>
      hosts.has(host) || admins.has(host) || fixed.list().some((origin) => hostIn(origin) === host),
    originOf(siteId) {
      const { site } = known.get(siteId) ?? {}
      const [primary] = site ? servedHosts(site, false) : []
      if (primary) return originAt(primary.domain)
      return siteId === MAIN_SITE ? main : undefined
    },
    configured: () =>
      new Set([
        ...[...fixed.list(), ...ADMIN_ORIGINS].map((origin) => new URL(origin).hostname),
        ...PLATFORM_ADMIN_HOSTS.map(nameOf),
      ]),
    async refresh(db) {
      const parts = await readParts(db, n)
      if (parts.length === 0 && !isRestored) return
      if (isRestored) known = new Map([[MAIN_SITE, emptySite(MAIN_SITE)]]) // the database says all of it
      isRestored = false
      for (const part of parts) {
        take(part)
        if (part.n > n) n = part.n
      }
      index()
    },
    count: () => n,
    restore(parts) {
      for (const part of parts) take(part)
      isRestored = true
      index()
    },
  }
}
