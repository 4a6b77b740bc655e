import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { changed, refined, type TableSearch, tableSearch } from '../../lib/table-search.ts'

type Changes = Readonly<Record<string, string | undefined>>

/** The address of a list, and how to change it. */
export function useAddress() {
  const search: TableSearch = tableSearch.parse(useSearch({ strict: false }))
  const navigate = useNavigate()
  const go = useCallback(
    (next: (before: TableSearch) => TableSearch, replace = false) =>
      void navigate({
        to: '.',
        replace,
        resetScroll: false,
        search: (before: unknown) => next(tableSearch.parse(before)),
      }),
    [navigate],
  )
  return {
    search,
    /** another page, another open row */
    change: useCallback((changes: Changes) => go((before) => changed(before, changes)), [go]),
    /** another filter, order or set of columns */
    refine: useCallback((changes: Changes) => go((before) => refined(before, changes)), [go]),
    /** another view altogether */
    show: useCallback((view: TableSearch) => go(() => view), [go]),
  }
}
