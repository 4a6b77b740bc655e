import { type SiteInfo, site } from '@talad/proto/http/gateway/live'
import { MAIN_SITE } from '@talad/shared/context'
import type { App } from '@talad/shared/http/app'
import type { GatewayConfig } from './config.ts'

/** GW-1: the id of the site that a request is for. There is one so far. */
export function siteOf(): string {
  return MAIN_SITE
}

/** What the web app has to know before its first call, from the configuration. */
export function siteInfo(config: GatewayConfig): SiteInfo {
  const explorer = config.CHAIN_EXPLORER?.replace(/\/+$/, '') ?? null
  return {
    name: config.SITE_NAME,
    languages: config.SITE_LANGUAGES,
    devMode: config.DEV_MODE,
    sandboxUrl: config.SANDBOX_URL ?? null,
    support: config.SUPPORT_CONTACT ?? null,
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

export function siteRoutes(app: App, config: GatewayConfig): void {
  const answer = siteInfo(config)
  app.route(site, async () => answer)
}
