import { type Circle, circlesOf, type Graph } from '../circles.ts'
import { isTest } from '../files.ts'
import type { Guard } from '../guard.ts'
import { knownCircles } from '../known-circles.ts'
import { loadModules, type Module } from '../modules.ts'

/**
 * No files, folders or workspaces import each other round: one of them could not be read, moved or tested without the
 * other. An import of a type counts, for it is read like any other. Tests don't: nobody imports them.
 */
export const circles: Guard = circlesBut(knownCircles)

/** The guard with another list of circles that are there. It fails on one that went, so that the list only shrinks. */
export function circlesBut(known: readonly Circle[]): Guard {
  return {
    name: 'circles',
    inspect: async (root) => {
      const modules = (await loadModules(root)).filter(({ path }) => !isTest(path))
      const listed = new Set(known.map((circle) => circle.join(' ')))
      const found = [fileOf, folderOf, workspaceOf].flatMap((partOf) => circlesBetween(modules, partOf))
      const there = new Set(found.map(({ circle }) => circle.join(' ')))
      const gone = known.filter((circle) => !there.has(circle.join(' ')))
      return {
        problems: [
          ...found.filter(({ circle }) => !listed.has(circle.join(' '))).map(explained),
          ...gone.map((circle) => `${shown(circle)}: no longer there, so take it out of known-circles.ts`),
        ],
      }
    },
  }
}

type PartOf = (path: string) => string | undefined

const fileOf: PartOf = (path) => path

/** A noun of a service, a feature of the app, a module of the kit, which may be one file. */
const folderOf: PartOf = (path) =>
  /^services\/_shared\/src\/[^/]+/.exec(path)?.[0].replace(/\.ts$/, '') ??
  /^web\/src\/features\/[^/]+(?=\/)/.exec(path)?.[0] ??
  /^(?:services\/[^/]+|infra\/[^/]+|web)\/src\/[^/]+(?=\/)/.exec(path)?.[0]

/** A manifest can be read without its service, of which it may import only the refusals: others read it in the list. */
const isManifest = (path: string) => /^services\/[^/]+\/manifest\.ts$/.test(path)

const workspaceOf: PartOf = (path) =>
  isManifest(path) ? undefined : /^(?:proto|contracts|web|(?:services|infra)\/[^/]+)(?=\/)/.exec(path)?.[0]

type Found = { circle: Circle; imports: Map<string, string> }

function circlesBetween(modules: Module[], partOf: PartOf): Found[] {
  const graph: Graph = new Map()
  const imports = new Map<string, string>()
  for (const { path, links } of modules) {
    const from = partOf(path)
    for (const { file, line, specifier } of links) {
      const to = file === undefined || isTest(file) ? undefined : partOf(file)
      if (from === undefined || to === undefined || to === from) continue
      graph.set(from, (graph.get(from) ?? new Set()).add(to))
      const key = `${from} ${to}`
      if (!imports.has(key)) imports.set(key, `${path}:${line} imports ${specifier}`)
    }
  }
  return circlesOf(graph).map((circle) => ({ circle, imports }))
}

function explained({ circle, imports }: Found): string {
  const lines = circle.map((from, index) => imports.get(`${from} ${circle[index + 1] ?? circle[0]}`))
  return [`${shown(circle)}`, ...lines.map((line) => `  ${line}`)].join('\n')
}

function shown(circle: Circle): string {
  return [...circle, circle[0]].join(' → ')
}
