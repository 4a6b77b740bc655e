import { dirname, join, normalize } from 'node:path/posix'
import { z } from 'zod'
import { isGenerated, isTypeScript, listFiles, read } from './files.ts'
import { type Import, parse, type Source } from './source.ts'

/** An import with what it points to: a path in the repository, or a package from outside. */
export type Link = Import & {
  from: string
  /** Path relative to the root, for a relative import. */
  path?: string
  /** Folder of the workspace it names, for `@talad/…`. */
  workspace?: string
  /** Path relative to the root of the file that is loaded, however it is named, if it is one of ours. */
  file?: string
}

/** A TypeScript file of the repository that people wrote. */
export type Module = { path: string; source: Source; links: Link[] }

type Workspace = { folder: string; exports: [pattern: string, target: string][] }

/** Every module of the repository at `root`, tests too, with its imports. */
export async function loadModules(root: string): Promise<Module[]> {
  const files = await listFiles(root)
  const workspaces = await readWorkspaces(root, files)
  const sources = files.filter((path) => isTypeScript(path) && !isGenerated(path))
  const known = new Set(sources)
  return Promise.all(
    sources.map(async (path) => {
      const source = parse(path, await read(root, path))
      return { path, source, links: source.imports.map((found) => link(path, found, workspaces, known)) }
    }),
  )
}

/** A place, or one for each condition under which it is asked for. */
const place = z.union([z.string(), z.object({ default: z.string() }).transform((by) => by.default)])

const manifest = z.object({
  name: z.string().default(''),
  exports: z.record(z.string(), place).default({}),
})

/** From a workspace's package name to where its parts are. */
async function readWorkspaces(root: string, files: string[]): Promise<Map<string, Workspace>> {
  const manifests = files.filter((path) => path.endsWith('/package.json'))
  const named = await Promise.all(
    manifests.map(async (path) => {
      const { name, exports } = manifest.parse(JSON.parse(await read(root, path)))
      // Of several patterns that fit, Node takes the one that says most before its star.
      const longestFirst = Object.entries(exports).toSorted(([one], [other]) => other.length - one.length)
      return [name, { folder: dirname(path), exports: longestFirst }] as const
    }),
  )
  return new Map(named)
}

function link(from: string, found: Import, workspaces: Map<string, Workspace>, known: Set<string>): Link {
  const { specifier } = found
  if (specifier.startsWith('.')) {
    const path = normalize(join(dirname(from), specifier))
    return { ...found, from, path, ...(known.has(path) && { file: path }) }
  }
  const workspace = workspaces.get(specifier.split('/').slice(0, 2).join('/'))
  if (workspace === undefined) return { ...found, from }
  const file = exported(workspace, `.${specifier.slice(specifier.split('/').slice(0, 2).join('/').length)}`)
  const ours = file !== undefined && known.has(file)
  return { ...found, from, workspace: workspace.folder, ...(ours && { file }) }
}

/** The file that a workspace exports under a name such as `./http/ledger`. */
function exported({ folder, exports }: Workspace, name: string): string | undefined {
  for (const [pattern, target] of exports) {
    const [before = '', after] = pattern.split('*')
    if (after === undefined) {
      if (pattern === name) return join(folder, target)
    } else if (name.startsWith(before) && name.endsWith(after)) {
      return join(folder, target.replace('*', name.slice(before.length, name.length - after.length)))
    }
  }
  return undefined
}
