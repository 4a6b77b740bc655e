import { clientErrorsHttp } from '@talad/proto/http/gateway/client-errors'
import { continentHttp } from '@talad/proto/http/gateway/continent'
import { layoutHttp } from '@talad/proto/http/gateway/layout'
import { gatewayHttp } from '@talad/proto/http/gateway/live'
import { rejections } from '@talad/proto/http/gateway/rejections'
import { siteAdminHttp } from '@talad/proto/http/gateway/site-admin'
import { siteDocumentAdminHttp } from '@talad/proto/http/gateway/site-document-admin'
import { operationsHttp } from '@talad/proto/http/operations'
import { defineManifest, PERMISSION_TOPIC } from '@talad/shared/manifest'

/** What sites are and where they are found, keyed by the site. */
export const SITE_TOPIC = 'gateway.site.v1'

export const manifest = defineManifest({
  name: 'gateway',
  description: 'the one door: sites, routes, limits, live updates, API documentation, both apps',
  contract: {
    ...gatewayHttp,
    ...clientErrorsHttp,
    ...continentHttp,
    ...layoutHttp,
    ...siteAdminHttp,
    ...siteDocumentAdminHttp,
    ...operationsHttp,
  },
  rejections,
  publishes: [SITE_TOPIC],
  consumes: [PERMISSION_TOPIC], // it judges every call before it forwards it
  development: ({ adminDist, adminOrigins, chain, dataFolder, origins, redisUrl, ...around }) => ({
    UPSTREAMS: JSON.stringify(around.upstreams),
    SITE_NAME: 'Talad',
    SITE_ORIGINS: origins.join(),
    ADMIN_ORIGINS: adminOrigins.join(),
    SANDBOX_URL: around.sandboxUrl,
    PAYMENT_PAGE: 'dev',
    PAYMENT_MERCHANT: 'M000001',
    PAYMENT_PUBLIC_KEY: 'public-key-of-the-stand-in',
    CHAIN_ID: String(chain.deployment.chainId),
    CHAIN_SLUG: chain.slug,
    CHAIN_RPC_URL: chain.rpcUrl,
    WEB_DIST: around.webDist,
    ADMIN_DIST: adminDist,
    PREVIEW_DIR: `${dataFolder}/previews`,
    SITES_FILE: `${dataFolder}/sites.json`,
    ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }),
    // everybody on this machine has one address
    LIMIT_PUBLIC: '6000',
    LIMIT_SIGN_IN: '600',
    LIMIT_WRITE: '600',
  }),
  invariants: [
    {
      description: 'the hosts of a site are those that visitors are served at', // GW-4
      sql: `select site_id, domain from site_host full join (
              select p.site_id, h ->> 'domain' as domain from site_part p, jsonb_array_elements(p.content -> 'hosts') h
              where p.part = 'site') shown using (site_id, domain)
            where site_host.is_primary is null or shown.domain is null`,
    },
  ],
})
