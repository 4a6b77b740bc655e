import { canonicalText } from './canonical.ts'
import { inherit } from './inherit.ts'
import { isReserved, type ModuleName, modules, type Payload, REQUIRED, payload as stored } from './modules.ts'
import { type Finding, notJson } from './plain.ts'
import { unknownVariables } from './substitute.ts'

/** What came of looking at a payload: itself with what to think about, or all that is wrong with it. */
export type Checked = { payload: Payload; warnings: Finding[] } | { errors: Finding[] }

const MOST_BYTES = 65_536
const MOST_FINDINGS = 100
const MOST_PATH = 300
const bounded = (findings: Finding[]) =>
  findings.slice(0, MOST_FINDINGS).map(({ path, message }) => ({ path: path.slice(0, MOST_PATH), message }))

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

/** Looks at each name of a payload, and at what belongs to it. */
function checkNames(given: object, inherited: Payload | undefined) {
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

/**
 * Looks at a payload that somebody wants to save.
 * @param given whatever was sent
 * @param inherited what lies under it: the collection's for an item, absent for a collection (CA-59)
 * @returns all that is wrong, at most 100 findings; or the payload as it is stored, and its unknown variables (CA-61)
 */
export function checkPayload(given: unknown, inherited?: Payload): Checked {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return { errors: [{ path: '', message: 'must be an object' }] }
  const impossible = notJson(given)
  if (impossible.length > 0) return { errors: bounded(impossible) }
  if (Buffer.byteLength(canonicalText(given)) > MOST_BYTES)
    return { errors: [{ path: '', message: 'must have at most 64 kB' }] }
  const { errors, checked } = checkNames(given, inherited)
  if (errors.length > 0) return { errors: bounded(errors) }
  const payload = stored.parse(Object.fromEntries(checked))
  const known = inherit(inherited ? [inherited, payload] : [payload])
  const warnings = unknownVariables(payload.description ?? '', known).map((variable) => ({
    path: 'description',
    message: `${variable} is no known variable`,
  }))
  return { payload, warnings }
}
