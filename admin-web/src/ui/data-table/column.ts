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
  | {
      kind: 'choice'
      key: string
      label: TextKey
      /** `text`: a name that is the same in every language */
      options: readonly ({ value: string } & ({ label: TextKey } | { text: string }))[]
      /** what no choice means, where that isn't everything */
      all?: TextKey
    }
  | { kind: 'text'; key: string; label: TextKey }
  /** a day or a month of Thailand (AW-11); `usual`: what counts when none is chosen */
  | { kind: 'day' | 'month'; key: string; label: TextKey; usual?: string }

export type ListPage<Row> = {
  rows: readonly Row[]
  next: string | undefined
  total: number | undefined
  /** of all rows, for instance their sums */
  facts?: readonly { label: TextKey; value: string }[]
  /** what the columns of a file come to in all rows, by their keys: its last line */
  sums?: Readonly<Record<string, string>>
  /** what has to be known before one believes the list */
  warning?: TextKey
}

/** Where the rows of a list come from. */
export type ListSource<Row> = {
  /** begins its query keys */
  key: string
  /** the day or month that a list is of, for the name of its file; by default today */
  periodOf?: (search: TableSearch) => string
  /** @param at which page, as the page before called it; undefined: the first */
  read(
    ask: { search: TableSearch; at: string | undefined; size: number },
    signal: AbortSignal,
  ): Promise<ListPage<Row>>
}
