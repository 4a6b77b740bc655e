import { clientErrorsHttp } from '@talad/proto/http/gateway/client-errors'
import { gatewayHttp } from '@talad/proto/http/gateway/live'
import { rejections } from '@talad/proto/http/gateway/rejections'
import { operationsHttp } from '@talad/proto/http/operations'
import { defineManifest, PERMISSION_TOPIC } from '@talad/shared/manifest'

export const manifest = defineManifest({
  name: 'gateway',
  description: 'the one door: routes, limits, live updates, API documentation, both apps',
  contract: { ...clientErrorsHttp, ...gatewayHttp, ...operationsHttp },
  rejections,
  publishes: [],
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
    ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }),
    // everybody on this machine has one address
    LIMIT_PUBLIC: '6000',
    LIMIT_SIGN_IN: '600',
    LIMIT_WRITE: '600',
  }),
  invariants: [],
})
