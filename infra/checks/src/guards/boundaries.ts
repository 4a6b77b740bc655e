import { appBoundaryRules } from '../app-boundary-rules.ts'
import { boundaryRules, doesInputOrOutput, isDecider } from '../boundary-rules.ts'
import { isTest } from '../files.ts'
import type { Guard } from '../guard.ts'
import { type Link, loadModules, type Module } from '../modules.ts'

/** A file that a decider loads, and what it reaches out of the process by. */
export type Impure = { path: string; specifier: string }

const knownImpure: Impure[] = []

/** Who may import whom, who may read the environment, and that a decider knows neither clock nor chance. */
export const boundaries: Guard = boundariesBut(knownImpure)

/** The guard with another list of files that deciders still load. It fails on one that none loads any more. */
export function boundariesBut(known: readonly Impure[]): Guard {
  return {
    name: 'boundaries',
    inspect: async (root) => {
      const modules = await loadModules(root)
      const loaded = loadedByDeciders(modules)
      const reaching = loaded.filter(({ path }) => !isDecider(path)).flatMap(reachesOut)
      const isKnown = (link: Link) => known.some((one) => isAbout(link, one))
      const gone = known.filter((one) => !reaching.some((link) => isAbout(link, one)))
      return {
        problems: [
          ...modules.flatMap(brokenRules),
          ...reaching
            .filter((link) => !isKnown(link))
            .map((link) =>
              problem(link, 'a decider loads this file, so it may not reach out of the process'),
            ),
          ...gone.map(
            ({ path, specifier }) => `${path}: no decider gets ${specifier} by it, so take it off the list`,
          ),
          ...loaded.flatMap(clockOrChance),
          ...modules.flatMap(environmentReads),
          ...modules.flatMap(prismaWrites),
        ],
      }
    },
  }
}

function brokenRules({ path, links }: Module): string[] {
  return [...boundaryRules, ...appBoundaryRules]
    .filter((rule) => rule.from(path))
    .flatMap((rule) => links.filter(rule.forbids).map((broken) => problem(broken, rule.says)))
}

function problem({ from, line, specifier }: Link, says: string): string {
  return `${from}:${line} imports ${specifier}: ${says}`
}

/** The deciders, and what they load: one that is clean itself may still load a database through a neighbour. */
function loadedByDeciders(modules: Module[]): Module[] {
  const byPath = new Map(modules.map((module) => [module.path, module]))
  const reached = new Set(modules.filter(({ path }) => isDecider(path)))
  for (const module of reached) {
    for (const { path, kind } of module.links) {
      const next = path === undefined || kind === 'type' ? undefined : byPath.get(path)
      if (next !== undefined) reached.add(next)
    }
  }
  return [...reached]
}

function reachesOut({ links }: Module): Link[] {
  return links.filter(doesInputOrOutput)
}

function isAbout({ from, specifier }: Link, one: Impure): boolean {
  return from === one.path && specifier === one.specifier
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

// A service's config and the program that hands it the environment, a tool's config, the test runner's set-up, and the
// programs around the services.
const environmentReaders = /(^|[/.-])config\.ts$|^services\/[^/]+\/src\/main\.ts$|^infra\/|^vitest\.\w+\.ts$/

function environmentReads({ path, source }: Module): string[] {
  if (environmentReaders.test(path) || isTest(path)) return []
  const problems = source.names
    .filter(({ text }) => /^(globalThis\.)?process\.env$/.test(text))
    .map(({ line }) => `${path}:${line} reads process.env: only a config.ts does`)
  const wholeProcess = source.imports.find(({ specifier }) => /^(node:)?process$/.test(specifier))
  if (wholeProcess !== undefined) {
    problems.push(`${path}:${wholeProcess.line} imports process, which hides the reading of its environment`)
  }
  return problems
}

const prismaWrite = /\bprisma\s*\.\s*(\w+\s*\.\s*(create|update|upsert|delete)\w*|\$\w+)$/

/** docs/decisions/0023: what is written belongs into a transaction of the kit, which Prisma's client has no part in. */
function prismaWrites({ path, source }: Module): string[] {
  if (!/^services\/[^/]+\/src\//.test(path)) return []
  return source.names
    .filter(({ text }) => prismaWrite.test(text))
    .map(({ text, line }) => `${path}:${line} uses ${text.replaceAll(/\s/g, '')}: Prisma's client only reads`)
}
