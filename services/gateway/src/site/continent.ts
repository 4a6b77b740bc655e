import type { Continent } from '@talad/proto/http/gateway/continent'
import type { SiteInfo } from '@talad/proto/http/gateway/live'
import { language, sitePageNames } from '@talad/proto/http/gateway/site-names'
import { layoutPage } from '@talad/proto/site/texts'
import type { GatewayConfig } from '../config.ts'
import { isMain, type LiveSite } from './live-site.ts'
import { servedHosts } from './site/events.ts'
import type { Sites } from './sites.ts'
import { themeFileOf } from './theme.ts'

/** What a site is called: until somebody has said otherwise, the main one as the settings say. */
export function namesOf(
  live: LiveSite,
  config: Pick<GatewayConfig, 'SITE_NAME'>,
): { th: string; en: string } {
  return live.site?.name ?? { th: config.SITE_NAME, en: config.SITE_NAME }
}

export function languagesOf(live: LiveSite, config: Pick<GatewayConfig, 'SITE_LANGUAGES'>) {
  return live.look?.content.languages ?? config.SITE_LANGUAGES
}

/** What the web app has to know before its first call, from the configuration and of the site. */
export function siteInfo(config: GatewayConfig, live: LiveSite): SiteInfo {
  const explorer = config.CHAIN_EXPLORER?.replace(/\/+$/, '') ?? null
  const languages = languagesOf(live, config)
  return {
    name: namesOf(live, config)[languages[0] ?? 'th'],
    languages,
    devMode: config.DEV_MODE,
    sandboxUrl: config.SANDBOX_URL ?? null,
    upgradeUrl: config.JOIN_UPGRADE_URL ?? config.SANDBOX_URL ?? null,
    chain: {
      id: config.CHAIN_ID,
      slug: config.CHAIN_SLUG,
      rpcUrl: config.CHAIN_RPC_URL ?? null,
      explorer,
      explorerNft: explorer && config.CHAIN_EXPLORER_NFT.replaceAll('{explorer}', explorer), // AI-25
      symbol: config.CHAIN_SYMBOL, // AI-24
    },
  }
}

/** GW-36: the tag manager of a host that serves users; null: it has none. */
export function gtmIdOf({ site }: Pick<LiveSite, 'site'>, domain: string): string | null {
  const hosts = site ? servedHosts(site, false) : []
  return hosts.find((host) => host.domain === domain)?.gtmId ?? null
}

const mailOf = (contact: string | undefined) => contact?.match(/^mailto:([^?]+)/)?.[1] ?? null

/** A§3 Site. @param domain the host that was asked, without a port */
export function continentOf(
  { config, sites }: { config: GatewayConfig; sites: Sites },
  live: LiveSite,
  domain: string,
): Continent {
  const { id: _id, site, look, layouts, pages } = live
  const hosts = site ? servedHosts(site, false) : []
  const { content } = look ?? {}
  const ofPages = sitePageNames.flatMap((page) =>
    language.options.flatMap((of) => {
      const found = pages.get(`${page}-${of}`)
      return found ? [{ page, language: of, version: found.revision }] : []
    }),
  )
  return {
    ...siteInfo(config, live),
    _id,
    slug: site?.slug ?? _id,
    names: namesOf(live, config),
    is_main: isMain(live),
    origin: sites.originOf(_id) ?? '',
    hosts: hosts.map((host) => ({
      domain: host.domain,
      gtm_id: host.gtmId,
      is_primary: host.isPrimary,
      is_user_site: true,
      is_admin_site: false,
    })),
    gtm_id: gtmIdOf(live, domain),
    themes: content?.theme ?? null,
    theme_url: themeFileOf(live)?.path ?? null,
    layouts: layoutPage.options.filter((kind) => layouts.has(kind)),
    metadata: content?.metadata ?? null,
    features: { offers: site?.offers ?? true }, // OB-41
    support: content?.support ?? { email: mailOf(config.SUPPORT_CONTACT) },
    texts: content?.texts ?? {},
    pages: ofPages,
  }
}
