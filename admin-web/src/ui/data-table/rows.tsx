import {
  columnVisibilityFeature,
  createColumnHelper,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import { useText } from '../../i18n/index.ts'
import { sortOf, sortText } from '../../lib/table-search.ts'
import type { Column } from './column.ts'

const features = tableFeatures({ columnVisibilityFeature, rowSortingFeature })

type RowsProps<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  hidden: readonly string[]
  sort: string | undefined
  open: string | undefined
  dimmed: boolean
  onSort: (sort: string | undefined) => void
  /** absent: there is nothing to open */
  onOpen: ((id: string) => void) | undefined
}

/** The rows of a page as a real table; on a phone each is a card. */
export function Rows<Row>(props: RowsProps<Row>) {
  const { caption, columns, rows, keyOf, hidden, open, dimmed, onOpen } = props
  const { t } = useText()
  const table = useRowModel(props)
  const [first] = columns.filter(({ key }) => !hidden.includes(key))
  const byKey = new Map(columns.map((column) => [column.key, column]))
  return (
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys, too
      tabIndex={0}
      className={`overflow-x-auto rounded-md border border-line bg-surface md:max-h-[calc(100dvh-13rem)] md:overflow-y-auto ${dimmed ? 'opacity-60' : ''}`}
    >
      <table className="desk-table text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map(({ column }) => {
                const known = byKey.get(column.id)
                const sorted = column.getIsSorted()
                return (
                  <th
                    key={column.id}
                    scope="col"
                    data-amount={known?.amount || undefined}
                    aria-sort={sorted === false ? undefined : sorted === 'desc' ? 'descending' : 'ascending'}
                    className="font-semibold text-soft"
                  >
                    {known?.sort && known.title ? (
                      <button
                        type="button"
                        onClick={() => column.toggleSorting()}
                        className="min-h-6 font-semibold hover:text-ink"
                      >
                        {t(known.title)} <span aria-hidden="true">{sortMark(sorted)}</span>
                      </button>
                    ) : (
                      known && t(known.title)
                    )}
                  </th>
                )
              })}
            </tr>
          ))}
        </thead>
        <tbody>
          {rows.map((row) => {
            const id = keyOf(row)
            return (
              <tr key={id} data-open={id === open || undefined}>
                {columns
                  .filter(({ key }) => !hidden.includes(key))
                  .map((column) => (
                    <td
                      key={column.key}
                      data-label={t(column.title)}
                      data-amount={column.amount || undefined}
                    >
                      {column === first && onOpen ? (
                        <button
                          type="button"
                          aria-current={id === open || undefined}
                          onClick={() => onOpen(id)}
                          className="min-h-6 text-left font-semibold text-leaf underline-offset-2 hover:underline"
                        >
                          {column.cell(row)}
                        </button>
                      ) : (
                        <span>{column.cell(row)}</span>
                      )}
                    </td>
                  ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

function sortMark(sorted: false | 'asc' | 'desc'): string {
  if (sorted === false) return '↕'
  return sorted === 'desc' ? '↓' : '↑'
}

/** TanStack Table keeps the order and which columns there are; the rows are the server's. */
function useRowModel<Row>({ columns, rows, hidden, sort, onSort }: RowsProps<Row>) {
  const definitions = useMemo(() => {
    const helper = createColumnHelper<typeof features, { row: Row }>()
    return columns.map(({ key, sort: by }) =>
      helper.display({ id: key, enableSorting: by !== undefined, sortDescFirst: true }),
    )
  }, [columns])
  const data = useMemo(() => rows.map((row) => ({ row })), [rows])
  const sorted = sortOf(sort)
  const column = columns.find(({ sort: by }) => by !== undefined && by === sorted?.key)
  const sorting = column && sorted ? [{ id: column.key, desc: sorted.desc }] : []
  return useTable({
    features,
    columns: definitions,
    data,
    manualSorting: true,
    state: { sorting, columnVisibility: Object.fromEntries(hidden.map((key) => [key, false])) },
    onSortingChange: (update) => {
      const [next] = typeof update === 'function' ? update(sorting) : update
      const by = columns.find(({ key }) => key === next?.id)?.sort
      onSort(next && by ? sortText({ key: by, desc: next.desc }) : undefined)
    },
  })
}
