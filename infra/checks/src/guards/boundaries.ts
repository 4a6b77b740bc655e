import { isTest } from '../files.ts'
import type { Guard } from '../guard.ts'
import { type Link, loadModules, type Module } from '../modules.ts'

// dependency-cruiser 17 reads .tsx by the programming interface of TypeScript only, which version 7 doesn't have.

/** One sentence of docs/architecture, and the imports that break it. Packages and process.env are biome.json's. */
type Rule = { says: string; from: (path: string) => boolean; forbids: (link: Link) => boolean }

const deciderKit =
  /^@talad\/(shared\/(rejection|money|text|unix-time|version)|market\/rates\/usable|proto\/(nft-range|http\/(?!client$).*|site\/.*))$/
const reachesOut =
  /^(node:.*|@talad\/shared\/.*|(pg|fastify|@fastify|ioredis|kafkajs|pino|@prisma|@opentelemetry|@talad\/contracts)(\/.*)?)$/

/** Where rules are decided, and the state that they are decided on: `decide.ts`, `decide-batch.ts`, `state.ts`. */
const isDecider = (path: string) => /(^|\/)((decide|evolve)(-[^/.]+)?|state)\.ts$/.test(path)
const part = (path: string | undefined, pattern: RegExp) => pattern.exec(path ?? '')?.[1]
const service = (path: string | undefined) => part(path, /^services\/([^/]+)(?:\/|$)/)
const target = ({ path, workspace }: Link) => path ?? workspace
const top = (path: string) => path.split('/')[0]

/** The part of the front end that a path belongs to: what the apps share, or one of them. */
const front = (path: string | undefined) => part(path, /^(web\/ui|web|admin-web)\//)
const isApp = (path: string) => ['web', 'admin-web'].includes(front(path) ?? '')
const feature = (path: string | undefined) => part(path, /^([\w-]+\/src\/features\/[^/]+)\//)
const WALLET = 'web/src/wallet/'

/** What stands on what in an app: features on what they share, pages on features, the frame on the pages. */
function layer(path: string | undefined): number {
  return ['features', 'routes', 'app'].indexOf(part(path, /^[\w-]+\/src\/([^/]+)\//) ?? '')
}

/** What the whole front end may import, or an app's own development: what its mock draws, what its tests compare. */
function leavesItsPart({ from, specifier, workspace, path }: Link): boolean {
  if (workspace === undefined) return path !== undefined && front(path) !== front(from)
  if (specifier === '@talad/services/manifests') return !isTest(from)
  const isMock = /^(web|admin-web)\/dev\//.test(from) && specifier.startsWith('@talad/demo/')
  return !isMock && !/^@talad\/(proto\/(http|site)|ui)\//.test(specifier)
}

const rules: readonly Rule[] = [
  {
    says: 'a decider imports only code of its own service, the HTTP contracts and the pure modules of the kit',
    from: isDecider,
    forbids: ({ from, path, specifier }) =>
      path === undefined ? !deciderKit.test(specifier) : !path.startsWith(`services/${service(from)}/src/`),
  },
  {
    says: 'no service imports another service; what others may know of it is in the list of manifests',
    from: (path) => ![undefined, '_shared', '_all'].includes(service(path)),
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
    from: (path) => service(path) === '_all',
    forbids: (link) =>
      link.kind === 'static' &&
      ![undefined, '_shared', '_market', '_all'].includes(service(target(link))) &&
      !link.specifier.endsWith('/manifest'),
  },
  {
    says: "a manifest imports only proto and the kit's manifest module",
    from: (path) => /^services\/[^/]+\/manifest\.ts$/.test(path),
    forbids: ({ workspace, specifier }) => workspace !== 'proto' && specifier !== '@talad/shared/manifest',
  },
  {
    says: 'the shared kit imports no service, and nothing of the market',
    from: (path) => service(path) === '_shared',
    forbids: (link) => ![undefined, '_shared'].includes(service(target(link))),
  },
  {
    says: 'proto, contracts and demo import no other workspace',
    from: (path) => /^(proto|contracts|demo)\//.test(path),
    forbids: (link) => target(link) !== undefined && top(target(link) ?? '') !== top(link.from),
  },
  {
    says: 'nobody imports the program that starts a service',
    from: (path) => service(path) !== undefined,
    forbids: ({ path }) => /^services\/[^/]+\/src\/main\.ts$/.test(path ?? ''),
  },
  {
    says: 'what the apps share imports neither of them, and only the HTTP contracts of the workspaces',
    from: (path) => front(path) === 'web/ui',
    forbids: leavesItsPart,
  },
  {
    says: 'an app imports only the HTTP contracts and @talad/ui of the workspaces; its mock may draw the demonstration, its tests read the manifests',
    from: isApp,
    forbids: leavesItsPart,
  },
  {
    says: "features don't import each other",
    from: (path) => feature(path) !== undefined,
    forbids: ({ from, path }) => ![undefined, feature(from)].includes(feature(path)),
  },
  {
    says: 'what features stand on imports no feature, a feature no page, a page not the frame around it',
    // what starts an app stands on everything
    from: (path) => isApp(path) && /^[\w-]+\/src\/[^/]+\//.test(path),
    forbids: ({ from, path }) => front(path) === front(from) && layer(path) > layer(from),
  },
  {
    says: 'the wallet code is loaded only when it is needed, by import()',
    from: (path) => isApp(path) && !path.startsWith(WALLET),
    forbids: ({ kind, path }) => kind === 'static' && (path?.startsWith(WALLET) ?? false),
  },
]

/** Who may import whom, that a decider knows neither clock nor chance nor what knows them, and that Prisma only reads. */
export const boundaries: Guard = {
  name: 'boundaries',
  inspect: async (root) => {
    const modules = await loadModules(root)
    const loaded = loadedByDeciders(modules)
    return {
      problems: [
        ...modules.flatMap(brokenRules),
        ...loaded.filter(({ path }) => !isDecider(path)).flatMap(waysOut),
        ...loaded.flatMap(clockOrChance),
        ...modules.flatMap(prismaWrites),
      ],
    }
  },
}

const problem = ({ from, line, specifier }: Link, says: string) =>
  `${from}:${line} imports ${specifier}: ${says}`

function brokenRules({ path, links }: Module): string[] {
  return rules
    .filter((rule) => rule.from(path))
    .flatMap((rule) => links.filter(rule.forbids).map((broken) => problem(broken, rule.says)))
}

/** The deciders, and what they load: one that is clean itself may still load a database through a neighbour. */
function loadedByDeciders(modules: Module[]): Module[] {
  const byPath = new Map(modules.map((module) => [module.path, module]))
  const reached = new Set(modules.filter(({ path }) => isDecider(path)))
  for (const { links } of reached)
    for (const { path, kind } of links) {
      const next = kind === 'type' ? undefined : byPath.get(path ?? '')
      if (next !== undefined) reached.add(next)
    }
  return [...reached]
}

function waysOut({ links }: Module): string[] {
  return links
    .filter(
      ({ kind, specifier }) => kind !== 'type' && reachesOut.test(specifier) && !deciderKit.test(specifier),
    )
    .map((link) => problem(link, 'a decider loads this file, so it may not reach out of the process'))
}

const chanceOrClock = /^(Date\.now|new Date|Math\.random|performance\.now|crypto\.\w+|globalThis\..+)$/

function clockOrChance({ path, source }: Module): string[] {
  const what = isDecider(path) ? '' : ' and a decider loads this file'
  return source.names
    .filter(({ text }) => chanceOrClock.test(text))
    .map(
      ({ text, line }) => `${path}:${line} uses ${text}${what}: time, ids and chance arrive in the command`,
    )
}

const prismaWrite = /\bprisma\s*\.\s*(\w+\s*\.\s*(create|update|upsert|delete)\w*|\$\w+)$/

/** docs/decisions/0023: what is written belongs into a transaction of the kit, which Prisma's client has no part in. */
function prismaWrites({ path, source }: Module): string[] {
  if (!/^services\/[^/]+\/src\//.test(path)) return []
  return source.names
    .filter(({ text }) => prismaWrite.test(text))
    .map(({ text, line }) => `${path}:${line} uses ${text.replaceAll(/\s/g, '')}: Prisma's client only reads`)
}
