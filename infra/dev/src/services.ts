import { join } from 'node:path'
import type { Chain } from './chain.ts'
import type { Secrets } from './secrets.ts'

/** In the order in which they are started: who verifies tokens needs identity, the gateway needs all. */
export const serviceNames = [
  'identity',
  'ledger',
  'order-book',
  'shipping-payment',
  'asset-indexer',
  'gateway',
] as const
export type ServiceName = (typeof serviceNames)[number]

export type Environment = Record<string, string>

/** Blocks on top of a delivery until money is released; development waits for one. */
export const CONFIRMATIONS = 1
export const CHAIN_SLUG = 'kub'
export const MERCHANT_CODE = 'M000001'

/** What the services find around them. */
export type Surroundings = {
  databases: Record<ServiceName | 'bus', string>
  kafkaBrokers: string | undefined
  redisUrl: string | undefined
  chain: Chain
  sandboxUrl: string
  secrets: Secrets
  ports: Record<ServiceName, number>
  dataFolder: string
  webDist: string
  logLevel: string
}

/** Where a service answers. */
export function serviceUrl(ports: Record<ServiceName, number>, name: ServiceName): string {
  return `http://127.0.0.1:${ports[name]}`
}

/** The origins by which a browser on this machine may call the gateway, the printed one first. */
function originsOf(ports: Record<ServiceName, number>): string {
  return `${serviceUrl(ports, 'gateway')},http://localhost:${ports.gateway}`
}

function common(name: ServiceName, around: Surroundings): Environment {
  const { databases, kafkaBrokers, ports, secrets, logLevel } = around
  return {
    NODE_ENV: 'development',
    DEV_MODE: '1',
    DATABASE_URL: databases[name],
    ...(kafkaBrokers === undefined ? { BUS_DATABASE_URL: databases.bus } : { KAFKA_BROKERS: kafkaBrokers }),
    PORT: String(ports[name]),
    JWKS_URL: `${serviceUrl(ports, 'identity')}/identity/.well-known/jwks.json`,
    INTERNAL_TOKENS: secrets.internalToken,
    LOG_LEVEL: logLevel,
    LOG_FORMAT: 'text',
  }
}

/** The environment of each service: the same for a part of this process and for a process of its own. */
export function environments(around: Surroundings): Record<ServiceName, Environment> {
  const { chain, ports, sandboxUrl, secrets } = around
  const { deployment, collections } = chain
  const onChain = {
    RPC_URL: chain.rpcUrl,
    CHAIN_ID: String(deployment.chainId),
    CHAIN_SLUG,
    SEAPORT_ADDRESS: deployment.seaport,
  }
  const of = (name: ServiceName, own: Environment) => ({ ...common(name, around), ...own })
  return {
    identity: of('identity', {
      ...onChain,
      JOIN_URL: `${sandboxUrl}/join/api/v1`,
      JOIN_API_KEY: secrets.joinApiKey,
      SIGN_IN_HOSTS: originsOf(ports),
      PERSONAL_DATA_KEY: secrets.personalDataKey,
      SIGNING_CONTRACTS: JSON.stringify({
        tokens: [deployment.thbk, deployment.hthb, deployment.hthb2, deployment.wrappedJfin],
        collections: collections.map(({ address }) => address),
      }),
    }),
    ledger: of('ledger', {}),
    'order-book': of('order-book', {
      ...onChain,
      ZONE_ADDRESS: deployment.zone,
      TREASURY_ADDRESS: chain.keys.treasury,
      POINT_TOKEN_ADDRESS: deployment.pointToken,
      PLATFORM_FEES: platformFees(chain),
      TEST_DURATIONS: '1',
    }),
    'shipping-payment': of('shipping-payment', {
      ...onChain,
      CONFIRMATIONS: String(CONFIRMATIONS),
      RELAYER_KEY: chain.keys.relayer,
      CHILLPAY_URL: `${sandboxUrl}/chillpay`,
      CHILLPAY_MERCHANT_CODE: MERCHANT_CODE,
      CHILLPAY_API_KEY: secrets.cardApiKey,
      CHILLPAY_MD5_SECRET: secrets.cardMd5Secret,
      CHILLPAY_CONTROL_URL: `${sandboxUrl}/control`,
      SITE_ORIGINS: originsOf(ports),
    }),
    'asset-indexer': of('asset-indexer', {
      ...onChain,
      RPC_WS_URL: chain.rpcUrl.replace(/^http/, 'ws'),
      START_BLOCK: String(deployment.deployedAtBlock),
      FACTORY_ADDRESS: deployment.collectionFactory,
      COLLECTIONS: JSON.stringify(
        collections.map(({ address, type, slug, name }) => ({ address, type, slug, name })),
      ),
      IPFS_GATEWAYS: `${sandboxUrl}/ipfs/`,
      MEDIA_DIR: join(around.dataFolder, 'media'),
      CONFIRMATIONS: String(CONFIRMATIONS),
    }),
    gateway: of('gateway', gatewayEnvironment(around)),
  }
}

/** The platform takes 2.5% of a sale, and Dara, who drew the collections, 5%. */
export const FEES = { serviceBasisPoints: 250, royaltyBasisPoints: 500, artist: 'join-demo-dara' } as const

function platformFees({ collections }: Chain): string {
  return JSON.stringify({
    service_basis_points: FEES.serviceBasisPoints,
    royalties: collections.map(({ address }) => ({
      contract: address,
      customer_id: FEES.artist,
      basis_points: FEES.royaltyBasisPoints,
    })),
  })
}

function gatewayEnvironment(around: Surroundings): Environment {
  const { chain, ports, redisUrl, sandboxUrl, webDist } = around
  const upstreams = serviceNames
    .filter((name) => name !== 'gateway')
    .map((name) => [name, serviceUrl(ports, name)] as const)
  return {
    UPSTREAMS: JSON.stringify(Object.fromEntries(upstreams)),
    SITE_NAME: 'Talad',
    SITE_ORIGINS: originsOf(ports),
    SANDBOX_URL: sandboxUrl,
    CHAIN_ID: String(chain.deployment.chainId),
    CHAIN_SLUG,
    CHAIN_RPC_URL: chain.rpcUrl,
    WEB_DIST: webDist,
    PREVIEW_DIR: join(around.dataFolder, 'previews'),
    ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }),
    // everybody on this machine has one address
    LIMIT_PUBLIC: '6000',
    LIMIT_SIGN_IN: '600',
    LIMIT_WRITE: '600',
  }
}
