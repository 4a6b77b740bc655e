import { CURRENT_VERSION, type ModuleName, modules, type Payload } from './modules.ts'

/** CA-59: maps are merged by key, every other module is replaced. */
const MERGED: ReadonlySet<ModuleName> = new Set<ModuleName>(['assets', 'attributes'])

/**
 * CA-59: what holds at the last of some levels: collection, item, token.
 * @returns known modules only (CA-57), of the version that is written
 */
export function inherit(levels: readonly Payload[]): Payload {
  const merged: Payload = { version: CURRENT_VERSION }
  for (const name of Object.keys(modules) as ModuleName[]) {
    const given = levels.map((level) => level[name]).filter((value) => value !== undefined)
    if (given.length === 0) continue
    Object.assign(merged, { [name]: MERGED.has(name) ? Object.assign({}, ...given) : given.at(-1) })
  }
  return merged
}
