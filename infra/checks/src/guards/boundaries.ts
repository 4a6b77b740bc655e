import { boundaryRules, doesInputOrOutput, isDecider } from '../boundary-rules.ts'
import { isTest } from '../files.ts'
import type { Guard } from '../guard.ts'
import { type Link, loadModules, type Module } from '../modules.ts'

/** Who may import whom, who may read the environment, and that a decider knows neither clock nor chance. */
export const boundaries: Guard = {
  name: 'boundaries',
  inspect: async (root) => {
    const modules = await loadModules(root)
    return {
      problems: [
        ...modules.flatMap(brokenRules),
        ...impureFolders(modules),
        ...modules.flatMap(forbiddenNames),
      ],
    }
  },
}

function brokenRules({ path, links }: Module): string[] {
  return boundaryRules
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
