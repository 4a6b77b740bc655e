import { dirname, join, normalize } from 'node:path/posix'
import { z } from 'zod'
import { appBoundaryRules } from '../app-boundary-rules.ts'
import { boundaryRules, doesInputOrOutput, isDecider, type Link } from '../boundary-rules.ts'
import { isGenerated, isTest, isTypeScript, listFiles, read } from '../files.ts'
import type { Guard } from '../guard.ts'
import { type Import, parse, type Source } from '../source.ts'

type Module = { path: string; source: Source; links: Link[] }

/** Who may import whom, who may read the environment, and that a decider knows neither clock nor chance. */
export const boundaries: Guard = {
  name: 'boundaries',
  inspect: async (root) => {
    const modules = await load(root)
    return {
      problems: [
        ...modules.flatMap(brokenRules),
        ...impureFolders(modules),
        ...modules.flatMap(forbiddenNames),
      ],
    }
  },
}

async function load(root: string): Promise<Module[]> {
  const files = await listFiles(root)
  const folders = await workspaceFolders(root, files)
  const sources = files.filter((path) => isTypeScript(path) && !isGenerated(path))
  return Promise.all(
    sources.map(async (path) => {
      const source = parse(path, await read(root, path))
      return { path, source, links: source.imports.map((found) => link(path, found, folders)) }
    }),
  )
}

const manifest = z.object({ name: z.string().optional() })

/** From a workspace's package name to its folder. */
async function workspaceFolders(root: string, files: string[]): Promise<Map<string, string>> {
  const manifests = files.filter((path) => path.endsWith('/package.json'))
  const named = await Promise.all(
    manifests.map(async (path) => {
      const { name } = manifest.parse(JSON.parse(await read(root, path)))
      return [name ?? '', dirname(path)] as const
    }),
  )
  return new Map(named)
}

function link(from: string, found: Import, folders: Map<string, string>): Link {
  if (found.specifier.startsWith('.')) {
    return { ...found, from, path: normalize(join(dirname(from), found.specifier)) }
  }
  const workspace = folders.get(found.specifier.split('/').slice(0, 2).join('/'))
  return workspace === undefined ? { ...found, from } : { ...found, from, workspace }
}

function brokenRules({ path, links }: Module): string[] {
  return [...boundaryRules, ...appBoundaryRules]
    .filter((rule) => rule.from(path))
    .flatMap((rule) => links.filter(rule.forbids).map((broken) => problem(broken, rule.says)))
}

function problem({ from, line, specifier }: Link, says: string): string {
  return `${from}:${line} imports ${specifier}: ${says}`
}

/** A decider that is clean itself may still load a database through a neighbour in its folder. */
function impureFolders(modules: Module[]): string[] {
  const byPath = new Map(modules.map((module) => [module.path, module]))
  const reached = new Set(modules.filter(({ path }) => isDecider(path)))
  for (const module of reached) {
    for (const { path, kind } of module.links) {
      const next = path === undefined || kind === 'type' ? undefined : byPath.get(path)
      if (next !== undefined) reached.add(next)
    }
  }
  return [...reached]
    .filter(({ path }) => !isDecider(path))
    .flatMap(({ links }) => links.filter(doesInputOrOutput))
    .map((broken) => problem(broken, 'a decider loads this file, so it may not reach out of the process'))
}

// A service's config, a tool's config, the test runner's set-up, and the programs around the services.
const environmentReaders = /(^|[/.-])config\.ts$|^infra\/|^vitest\.\w+\.ts$/
const chanceOrClock = /^(Date\.now|new Date|Math\.random|performance\.now|crypto\.\w+|globalThis\..+)$/

function forbiddenNames({ path, source }: Module): string[] {
  const problems: string[] = []
  const mayReadEnvironment = environmentReaders.test(path) || isTest(path)
  for (const { text, line } of source.names) {
    if (!mayReadEnvironment && /^(globalThis\.)?process\.env$/.test(text)) {
      problems.push(`${path}:${line} reads process.env: only a config.ts does`)
    }
    if (isDecider(path) && chanceOrClock.test(text)) {
      problems.push(`${path}:${line} uses ${text}: time, ids and chance arrive in the command`)
    }
  }
  const wholeProcess = source.imports.find(({ specifier }) => /^(node:)?process$/.test(specifier))
  if (!mayReadEnvironment && wholeProcess !== undefined) {
    problems.push(`${path}:${wholeProcess.line} imports process, which hides the reading of its environment`)
  }
  return problems
}
