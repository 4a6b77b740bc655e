import type { ReactNode } from 'react'
import type { TextKey } from '../../i18n/index.ts'
import type { TableSearch } from '../../lib/table-search.ts'

/** One column of a list; the first one names the row and opens it. */
export type Column<Row> = {
  key: string
  title: TextKey
  cell: (row: Row) => ReactNode
  /** what a CSV file says; columns without it are not in the file */
  csv?: (row: Row) => string
  /** amounts stand under each other at the right */
  amount?: boolean
  /** the server orders by it, under this name */
  sort?: string
  /** shown only when somebody asks for it */
  usuallyHidden?: boolean
}

/** A question by which the server narrows a list; `key` is its name in the address and in the call. */
export type Filter =
  | { kind: 'choice'; key: string; label: TextKey; options: readonly { value: string; label: TextKey }[] }
  | { kind: 'text'; key: string; label: TextKey }
  /** a day in Thailand: its beginning */
  | { kind: 'day'; key: string; label: TextKey }

export type ListPage<Row> = { rows: readonly Row[]; next: string | undefined; total: number | undefined }

/** Where the rows of a list come from. */
export type ListSource<Row> = {
  /** begins its query keys */
  key: string
  /** @param at which page, as the page before called it; undefined: the first */
  read(
    ask: { search: TableSearch; at: string | undefined; size: number },
    signal: AbortSignal,
  ): Promise<ListPage<Row>>
}
