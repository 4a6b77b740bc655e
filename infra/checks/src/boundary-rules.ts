import type { Link } from './modules.ts'

export type BoundaryRule = {
  says: string
  from: (path: string) => boolean
  forbids: (link: Link) => boolean
}

const deciderKit = [
  '@talad/shared/rejection',
  '@talad/shared/money',
  '@talad/shared/version',
  '@talad/market/rates/usable',
  '@talad/shared/unix-time',
  '@talad/proto/nft-range',
]

/** The contracts of HTTP are values and schemas: they do nothing by themselves. */
function isContract(specifier: string): boolean {
  return specifier.startsWith('@talad/proto/http/') && !specifier.endsWith('/client')
}

/** The folder that lists the services, for those who start them all. */
const LIST = '_all'

/** The service that a path belongs to; `_shared` is one of them. */
function service(path: string | undefined): string | undefined {
  return /^services\/([^/]+)(\/|$)/.exec(path ?? '')?.[1]
}

function target(link: Link): string | undefined {
  return link.path ?? link.workspace
}

/** `@base-ui/react/menu` is of the package `@base-ui/react`. */
export function packageName(specifier: string): string {
  const parts = specifier.split('/')
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? '')
}

function isManifest(path: string): boolean {
  return /^services\/[^/]+\/manifest\.ts$/.test(path)
}

/** Where rules are decided, and the state that they are decided on: `decide.ts`, `decide-batch.ts`, `state.ts`. */
export function isDecider(path: string): boolean {
  return /(^|\/)((decide|evolve)(-[^/.]+)?|state)\.ts$/.test(path)
}

/** What reaches out of the process: a decider may not load it, not even through its own folder. */
export function doesInputOrOutput({ specifier, kind }: Link): boolean {
  if (kind === 'type') return false
  if (specifier.startsWith('node:')) return true
  if (specifier.startsWith('@talad/shared/')) return !deciderKit.includes(specifier)
  return /^(pg|fastify|@fastify|ioredis|kafkajs|pino|@prisma|@opentelemetry|@talad\/contracts)(\/|$)/.test(
    specifier,
  )
}

/** docs/architecture says why; each rule is one sentence of it. */
export const boundaryRules: BoundaryRule[] = [
  {
    says: 'a decider imports only code of its own service, the HTTP contracts and the pure modules of the kit',
    from: isDecider,
    forbids: (link) =>
      link.path === undefined
        ? !deciderKit.includes(link.specifier) && !isContract(link.specifier)
        : !link.path.startsWith(`services/${service(link.from)}/src/`),
  },
  {
    says: 'no service imports another service; what others may know of it is in the list of manifests',
    from: (path) => ![undefined, '_shared', LIST].includes(service(path)),
    forbids: (link) =>
      link.specifier !== '@talad/services/manifests' &&
      ![undefined, '_shared', '_market', service(link.from)].includes(service(target(link))),
  },
  {
    says: 'the list of manifests imports manifests alone',
    from: (path) => path === 'services/_all/manifests.ts',
    forbids: ({ specifier }) => !/^@talad\/[a-z-]+\/manifest$/.test(specifier),
  },
  {
    says: 'what lists the services imports of them manifests alone, and the rest only when it is needed',
    from: (path) => service(path) === LIST,
    forbids: (link) =>
      link.kind === 'static' &&
      ![undefined, '_shared', '_market', LIST].includes(service(target(link))) &&
      !link.specifier.endsWith('/manifest'),
  },
  {
    says: "a manifest imports only proto, the kit's manifest module and its service's rejections",
    from: isManifest,
    forbids: (link) =>
      link.workspace === undefined
        ? link.specifier !== './src/rejections.ts'
        : link.workspace !== 'proto' && link.specifier !== '@talad/shared/manifest',
  },
  {
    says: 'the shared kit imports no service',
    from: (path) => service(path) === '_shared',
    forbids: (link) => ![undefined, '_shared'].includes(service(target(link))),
  },
  {
    says: 'proto, contracts and demo import no other workspace',
    from: (path) => /^(proto|contracts|demo)\//.test(path),
    forbids: (link) => {
      const to = target(link)
      return to !== undefined && to.split('/')[0] !== link.from.split('/')[0]
    },
  },
  {
    says: 'kafkajs is spoken only by the Kafka adapter of the bus, its yardstick and the tests of the broker',
    from: (path) =>
      path !== 'services/_shared/src/bus/kafka.ts' &&
      path !== 'infra/bench/src/bus/bare-kafka.ts' &&
      !/^infra\/kafka\/.*\.test\.ts$/.test(path),
    forbids: (link) => packageName(link.specifier) === 'kafkajs',
  },
  {
    says: "Prisma's client is opened in deps.ts, over the service's one pool",
    from: (path) => /^services\/[^/]+\/src\//.test(path) && !path.endsWith('/src/deps.ts'),
    forbids: (link) => packageName(link.specifier) === '@prisma/adapter-pg',
  },
  {
    says: 'nobody imports the program that starts a service',
    from: () => true,
    forbids: (link) =>
      service(link.from) !== undefined && /^services\/[^/]+\/src\/main\.ts$/.test(link.path ?? ''),
  },
]
