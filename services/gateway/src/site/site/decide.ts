import { MAIN_ID } from '@talad/proto/http/gateway/site-names'
import { sitePages } from '@talad/proto/http/gateway/site-pages'
import { Rejection } from '@talad/shared/rejection'
import { requireVersion } from '@talad/shared/version'
import { NOT_PAGES } from '../../not-pages.ts'
import type { Host, Site, SiteEvent, Terms } from './events.ts'

export type SiteCommand =
  | { type: 'Open'; terms: Terms; by: string; now: Date }
  | { type: 'Set'; id: string; terms: Terms; version: number; by: string; now: Date }
  | { type: 'Look'; domain: string; found: boolean; now: Date }

/** A domain whose record is missing is served for so long. */
export const LET_GO_AFTER_MS = 7 * 24 * 3_600_000

/** A site must not be taken for a page or a call. */
const RESERVED = new Set([...sitePages, ...NOT_PAGES, 'admin', 'share', 'theme', 'www'])

/** @throws Rejection SLUG_RESERVED, HOST_TAKEN, PRIMARY_HOST */
function requireTerms({ slug, hosts }: Terms, ofMain: boolean): void {
  if (RESERVED.has(slug) || /^[0-9a-f]{24}$/.test(slug) || (slug === MAIN_ID && !ofMain))
    throw new Rejection('SLUG_RESERVED', { field: 'slug' }) // GW-4
  const twice = hosts.findIndex(({ domain }, at) => hosts.findIndex((one) => one.domain === domain) !== at)
  if (twice !== -1) throw new Rejection('HOST_TAKEN', { field: `hosts.${twice}.domain` }) // GW-4
  for (const ofApp of [hosts.filter(({ isAdmin }) => isAdmin), hosts.filter(({ isAdmin }) => !isAdmin)])
    if (ofApp.length > 0 && ofApp.filter(({ isPrimary }) => isPrimary).length !== 1)
      throw new Rejection('PRIMARY_HOST', { field: 'hosts' }) // GW-6
}

function look(host: Host | undefined, found: boolean, now: Date): SiteEvent[] {
  if (!host || host.isOurs) return []
  const data = { domain: host.domain, at: now }
  const { proven, missing, letGo } = host
  if (found) return proven && !missing && !letGo ? [] : [{ type: 'HostProven', data }]
  if (!proven || letGo) return []
  if (!missing) return [{ type: 'HostMissed', data }]
  return now.getTime() - missing.getTime() >= LET_GO_AFTER_MS ? [{ type: 'HostLetGo', data }] : []
}

/** @throws Rejection SITE_NOT_FOUND, SLUG_RESERVED, HOST_TAKEN, PRIMARY_HOST, VERSION_CONFLICT */
export function decideSite(command: SiteCommand, before: Site | undefined): readonly SiteEvent[] {
  const { now } = command
  if (command.type === 'Look') {
    const host = before?.hosts.find(({ domain }) => domain === command.domain)
    return look(host, command.found, now)
  }
  const ofMain = command.type === 'Set' && command.id === MAIN_ID
  requireTerms(command.terms, ofMain)
  if (command.type === 'Set') {
    // the main site is as the settings say until somebody says otherwise
    if (!before && !ofMain) throw new Rejection('SITE_NOT_FOUND', { field: 'site_id' })
    const { version = 0, changedBy, changedAt } = before ?? {}
    requireVersion({ version, changedBy: changedBy ?? null, changedAt: changedAt ?? null }, command.version)
  }
  const { terms, by } = command
  return [{ type: 'SiteSet', data: { terms, by, at: now } }]
}
