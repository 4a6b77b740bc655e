import type { Section } from '@talad/proto/site/sections'
import { isSame } from './rebase.ts'

export type Change = {
  section: Section
  what: 'added' | 'removed' | 'changed' | 'moved'
  /** fields that are other than before, as text */
  fields: readonly { path: string; before: string; after: string }[]
}

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

function fieldsOf(before: unknown, after: unknown, path = ''): Change['fields'] {
  if (isSame(before, after)) return []
  const isObject = (one: unknown): one is Record<string, unknown> =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
  if (!isObject(before) || !isObject(after)) return [{ path, before: shown(before), after: shown(after) }]
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
    fieldsOf(before[key], after[key], path === '' ? key : `${path}.${key}`),
  )
}

/** What publishing would change of a page, section by section (AW-13). */
export function changesOf(before: readonly Section[], after: readonly Section[]): Change[] {
  const ids = (list: readonly Section[], other: readonly Section[]) =>
    list.map(({ id }) => id).filter((id) => other.some((one) => one.id === id))
  const [was, is] = [ids(before, after), ids(after, before)]
  const changed = after.flatMap((section): Change[] => {
    const old = before.find(({ id }) => id === section.id)
    if (!old) return [{ section, what: 'added', fields: [] }]
    const fields = fieldsOf(old, section)
    if (fields.length > 0) return [{ section, what: 'changed', fields }]
    return was.indexOf(section.id) === is.indexOf(section.id) ? [] : [{ section, what: 'moved', fields }]
  })
  const removed = before.filter(({ id }) => !after.some((one) => one.id === id))
  return [...changed, ...removed.map((section): Change => ({ section, what: 'removed', fields: [] }))]
}
