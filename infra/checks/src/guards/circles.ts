import { isTest } from '../files.ts'
import type { Guard } from '../guard.ts'
import { loadModules, type Module } from '../modules.ts'

/**
 * No files, folders or workspaces import each other round: one of them could not be read, moved or tested without the
 * other. An import of a type counts, for it is read like any other. Tests don't: nobody imports them.
 */
export const circles: Guard = {
  name: 'circles',
  inspect: async (root) => {
    const modules = (await loadModules(root)).filter(({ path }) => !isTest(path))
    return { problems: [fileOf, folderOf, workspaceOf].flatMap((partOf) => circlesBetween(modules, partOf)) }
  },
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

/** Who imports whom, with the line that does it. */
type Graph = Map<string, Map<string, string>>

/** For each import that lies on a circle the shortest one, told from the name that sorts first, with its lines. */
function circlesBetween(modules: Module[], partOf: PartOf): string[] {
  const graph: Graph = new Map()
  for (const { path, links } of modules) {
    const from = partOf(path)
    for (const { file, line, specifier } of links) {
      const to = file === undefined || isTest(file) ? undefined : partOf(file)
      if (from === undefined || to === undefined || to === from) continue
      const lines = graph.get(from) ?? new Map<string, string>()
      graph.set(from, lines.set(to, lines.get(to) ?? `${path}:${line} imports ${specifier}`))
    }
  }
  const edges = [...graph].flatMap(([from, lines]) => [...lines.keys()].map((to) => [from, to] as const))
  const found = edges.flatMap(([from, to]) => {
    const back = shortestPath(graph, to, from)
    return back === undefined ? [] : [told(graph, back)]
  })
  return [...new Set(found)].toSorted()
}

function shortestPath(graph: Graph, start: string, end: string): string[] | undefined {
  const paths = new Map([[start, [start]]])
  for (const [name, path] of paths) {
    if (name === end) return path
    for (const next of [...(graph.get(name)?.keys() ?? [])].toSorted())
      if (!paths.has(next)) paths.set(next, [...path, next])
  }
  return undefined
}

function told(graph: Graph, circle: string[]): string {
  const first = circle.indexOf(circle.toSorted()[0] ?? '')
  const names = [...circle.slice(first), ...circle.slice(0, first + 1)]
  const lines = names.slice(1).map((to, index) => `  ${graph.get(names[index] ?? '')?.get(to)}`)
  return [names.join(' → '), ...lines].join('\n')
}
