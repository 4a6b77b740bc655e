import { isReserved, type ModuleName, modules, type Payload, REQUIRED } from './modules.ts'

/** What is wrong, and where: `attributes.power.value`. */
export type Finding = { path: string; message: string }

const isModule = (name: string): name is ModuleName => Object.hasOwn(modules, name)

/** Looks at one module. */
function checkModule(name: ModuleName, value: unknown): { value?: unknown; errors: Finding[] } {
  const { success, data, error } = modules[name].safeParse(value)
  if (success) return { value: data, errors: [] }
  const errors = error.issues.flatMap(({ path, message, ...issue }) => {
    const at = [name, ...path].join('.')
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: `${at}.${key}`, message: 'is no known field' }))
    if (issue.code === 'invalid_key')
      return issue.issues.map((inner) => ({ path: at, message: inner.message }))
    return [{ path: at, message }]
  })
  return { errors }
}

function checkVersion(version: unknown): Finding[] {
  if (version === undefined) return [{ path: 'version', message: 'is required' }]
  if (typeof version !== 'string' || !/^(0|[1-9]\d{0,3})\.(0|[1-9]\d{0,3})$/.test(version))
    return [{ path: 'version', message: 'must be major.minor' }]
  return version.startsWith('3.') ? [] : [{ path: 'version', message: 'must be 3.0, or a later 3.x' }]
}

/**
 * Looks at each name of a payload, and at what belongs to it.
 * @param inherited what lies under it: the collection's for an item, absent for a collection (CA-59)
 * @returns all that is wrong, and what was given as it would be stored
 */
export function checkNames(given: object, inherited: Payload | undefined) {
  const { version, ...rest } = given as Record<string, unknown>
  const errors = checkVersion(version)
  const checked: [string, unknown][] = [['version', version]]
  for (const [name, value] of Object.entries(rest)) {
    if (isReserved(name)) {
      errors.push({ path: name, message: 'is a reserved name' }) // CA-58
    } else if (isModule(name)) {
      const found = checkModule(name, value)
      errors.push(...found.errors)
      checked.push([name, found.value])
    } else {
      if (version === '3.0') errors.push({ path: name, message: 'is no module of 3.0' }) // CA-57
      checked.push([name, value])
    }
  }
  for (const name of REQUIRED)
    if (!Object.hasOwn(rest, name) && inherited?.[name] === undefined)
      errors.push({ path: name, message: 'is required' }) // CA-65
  return { errors, checked }
}
