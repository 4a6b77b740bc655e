import { z } from 'zod'

/** What stands in the address of a list: its filters, `sort`, `at`, `hide`, and which row is open. */
export const tableSearch = z.record(z.string().max(40), z.string().max(300)).catch({})
export type TableSearch = z.infer<typeof tableSearch>

/** Not part of what a list shows: which row is open, and how far one has paged. */
const PASSING = ['id', 'at']

/** The same address with some values changed; what is undefined or empty goes. */
export function changed(
  search: TableSearch,
  changes: Readonly<Record<string, string | undefined>>,
): TableSearch {
  const next = Object.entries({ ...search, ...changes }).flatMap(([key, value]): [string, string][] =>
    value === undefined || value === '' ? [] : [[key, value]],
  )
  return Object.fromEntries(next)
}

/** Another filter, order or view begins at the first page, with nothing open. */
export function refined(
  search: TableSearch,
  changes: Readonly<Record<string, string | undefined>>,
): TableSearch {
  return changed(viewOf(search), changes)
}

/** What a saved view keeps of an address. */
export function viewOf(search: TableSearch): TableSearch {
  return Object.fromEntries(Object.entries(search).filter(([key]) => !PASSING.includes(key)))
}

/** Whether two addresses show the same list. */
export function isSameView(a: TableSearch, b: TableSearch): boolean {
  const text = (search: TableSearch) => JSON.stringify(Object.entries(viewOf(search)).toSorted())
  return text(a) === text(b)
}

export type Sort = { key: string; desc: boolean }

/** `-created` is the newest first. */
export function sortOf(text: string | undefined): Sort | undefined {
  if (!text) return undefined
  return text.startsWith('-') ? { key: text.slice(1), desc: true } : { key: text, desc: false }
}

export function sortText({ key, desc }: Sort): string {
  return desc ? `-${key}` : key
}

/** The columns that are hidden. */
export function hiddenIn(search: TableSearch, usually: readonly string[]): readonly string[] {
  return search.hide === undefined ? usually : search.hide.split('.').filter((key) => key !== '')
}

/** What stands in the address when these are hidden; nothing where that is usual. `.`: all are shown. */
export function hideText(hidden: readonly string[], usually: readonly string[]): string | undefined {
  const sorted = (keys: readonly string[]) => keys.toSorted().join('.')
  if (sorted(hidden) === sorted(usually)) return undefined
  return sorted(hidden) || '.'
}
