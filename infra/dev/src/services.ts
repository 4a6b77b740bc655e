import type { Endpoint } from '@talad/proto/http/contract'
import { manifests, type ServiceName, serviceNames } from '@talad/services/manifests'
import type { Surroundings as ServiceSurroundings } from '@talad/shared/manifest'
import type { Chain } from './chain.ts'
import { internalSecret, type Secrets } from './secrets.ts'

export type Environment = Record<string, string>

/** Blocks until something on chain is final, its own included: development trusts it at once. */
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
  adminDist: string
  logLevel: string
}

/** Where the admins' app is: every name below localhost is this machine, and has cookies of its own. */
export function adminUrl(ports: Record<ServiceName, number>): string {
  return `http://admin.localhost:${ports.gateway}`
}

/** Where a service answers. */
export function serviceUrl(ports: Record<ServiceName, number>, name: ServiceName): string {
  return `http://127.0.0.1:${ports[name]}`
}

/** Who has calls for other services knows their secrets; the gateway asks everybody what is stuck. */
function callersOf(name: ServiceName, secrets: Secrets): Environment {
  const called = manifests.find((manifest) => manifest.name === name)
  const calls: Endpoint[] = Object.values(called?.contract ?? {})
  const isCalled = calls.some(({ auth }) => auth.kind === 'internal')
  const others = serviceNames.filter((other) => other !== name && (isCalled || other === 'gateway'))
  const callers = others.map((other) => [other, [internalSecret(secrets, other)]])
  return { INTERNAL_CALLERS: JSON.stringify(Object.fromEntries(callers)) }
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
    INTERNAL_TOKENS: internalSecret(secrets, name),
    ...callersOf(name, secrets),
    LOG_LEVEL: logLevel,
    LOG_FORMAT: 'text',
  }
}

function seenByServices(around: Surroundings): ServiceSurroundings {
  const { adminDist, chain, dataFolder, ports, redisUrl, sandboxUrl, secrets, webDist } = around
  const { rpcUrl, deployment, collections, keys } = chain
  const known: Readonly<Record<string, string>> = secrets
  return {
    sandboxUrl,
    dataFolder,
    webDist,
    adminDist,
    redisUrl,
    upstreams: Object.fromEntries(
      serviceNames.filter((name) => name !== 'gateway').map((name) => [name, serviceUrl(ports, name)]),
    ),
    secret: (name) => {
      const secret = known[name]
      if (secret === undefined) throw new Error(`there is no secret ${name}`)
      return secret
    },
    personalDataKey: secrets.personalDataKey,
    origins: [serviceUrl(ports, 'gateway'), `http://localhost:${ports.gateway}`],
    adminOrigins: [adminUrl(ports)],
    chain: {
      rpcUrl,
      deployment,
      keys,
      slug: CHAIN_SLUG,
      confirmations: CONFIRMATIONS,
      collections: collections.map(({ address, type, slug, name }) => ({ address, type, slug, name })),
    },
  }
}

/** The environment of each service: the same for a part of this process and for a process of its own. */
export function environments(around: Surroundings): Record<ServiceName, Environment> {
  const seen = seenByServices(around)
  const of = manifests.map(
    ({ name, development }) => [name, { ...common(name, around), ...development(seen) }] as const,
  )
  return Object.fromEntries(of) as Record<ServiceName, Environment>
}
