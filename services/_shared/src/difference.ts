import { toJson } from './json.ts'

/** What a decision changed, in words: of a field what was there and what is there now; null: nothing. */
export type Difference = { field: string; before: string | null; after: string | null }

const MOST = 20
const LONGEST = 120
const HIDDEN = '•••'

/** Said of each change anyway, or by the line itself. */
const ASIDE =
  /^(?:version|revision|history|decisionId|(?:changed|updated|decided)(?:_?(?:By|At|by|at))|updated)$/
/** What nobody may read in a log that stays: secrets, and what names a person. */
const SECRET = /(?:secret|sealed|password|hash|signature|phone|mail|otp|^codes?$|^key$|_code$)/i
const PERSONAL = /^(?:\+\d{8,15}|0[689]\d{8}|[^\s@]+@[^\s@]+)$/

type Leaves = Map<string, string>

function leavesOf(value: unknown, path: string, found: Leaves): Leaves {
  if (value === undefined || value === null) return found
  if (Array.isArray(value) && value.some((item) => typeof item === 'object' && item !== null))
    for (const [at, item] of value.entries()) leavesOf(item, path === '' ? `${at}` : `${path}.${at}`, found)
  else if (Array.isArray(value)) found.set(path, value.map((item) => shown(path, item)).join(', '))
  else if (typeof value === 'object')
    for (const [key, item] of Object.entries(value)) {
      if (!ASIDE.test(key)) leavesOf(item, path === '' ? key : `${path}.${key}`, found)
    }
  else found.set(path, shown(path, value))
  return found
}

function shown(path: string, value: unknown): string {
  const text = String(value)
  const isSecret = SECRET.test(path.slice(path.lastIndexOf('.') + 1)) || PERSONAL.test(text)
  return isSecret ? HIDDEN : text
}

const cut = (text: string | undefined) =>
  text === undefined ? null : text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text

/**
 * GW-27: in what two states differ, at most 20 fields, in the order of the later one. What is secret or names a person is
 * masked, also where it changed.
 */
export function differencesOf(before: unknown, after: unknown): Difference[] {
  const plain = (value: unknown) => (value === undefined ? undefined : JSON.parse(toJson(value)))
  const [was, is] = [leavesOf(plain(before), '', new Map()), leavesOf(plain(after), '', new Map())]
  const same = new Set(
    [...is].filter(([field, text]) => was.get(field) === text && text !== HIDDEN).map(([field]) => field),
  )
  return [...new Set([...is.keys(), ...was.keys()])]
    .filter((field) => !same.has(field) && !(was.get(field) === HIDDEN && is.get(field) === HIDDEN))
    .slice(0, MOST)
    .map((field) => ({ field, before: cut(was.get(field)), after: cut(is.get(field)) }))
}
