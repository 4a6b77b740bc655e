import { join } from 'node:path'
import type { Rolldown } from 'vite'

const MAIN = join(import.meta.dirname, 'src/main.tsx')
const LIBRARIES = join(import.meta.dirname, 'src/libraries.ts')
const BOOT = join(import.meta.dirname, 'src/boot.ts')
/** The screens that people arrive at. */
const SCREENS = ['home', 'collection', 'asset', 'account'].map((name) =>
  join(import.meta.dirname, `src/routes/${name}.tsx`),
)

type Modules = { getModuleInfo(id: string): Pick<Rolldown.ModuleInfo, 'importedIds'> | null }

/** A module, everything that it imports, and what that imports: without it the module doesn't run. */
function neededBy(id: string, modules: Modules, known = new Set<string>()): Set<string> {
  if (known.has(id)) return known
  known.add(id)
  for (const needed of modules.getModuleInfo(id)?.importedIds ?? []) neededBy(needed, modules, known)
  return known
}

/** What at least two of the screens need. */
function shared(modules: Modules): Set<string> {
  const once = new Set<string>()
  const more = new Set<string>()
  for (const screen of SCREENS)
    for (const id of neededBy(screen, modules)) (once.has(id) ? more : once).add(id)
  return more
}

/**
 * What every page needs comes in two files, the libraries and the app, and what several screens show in a third, instead
 * of one for each set of screens that share something: each file costs a slow line a turn there and back.
 */
export function fewChunks() {
  let boot: Set<string> | undefined
  let first: Set<string> | undefined
  let second: Set<string> | undefined
  const name = (id: string, modules: Modules): string | null => {
    boot ??= neededBy(BOOT, modules)
    first ??= neededBy(MAIN, modules)
    second ??= shared(modules)
    if (boot.has(id)) return null
    if (id === LIBRARIES) return 'libraries'
    if (first.has(id)) return id.includes('/node_modules/') ? 'libraries' : 'app'
    return second.has(id) ? 'screens' : null
  }
  // what both this and the first script need stays with that one: it must not wait for the app
  return { includeDependenciesRecursively: false, groups: [{ debugName: 'first page', name }] }
}
