import type { ReactNode } from 'react'

type Column<Row> = {
  key: string
  title: string
  /** amounts stand under each other at the right */
  amount?: boolean
  cell: (row: Row) => ReactNode
}

type Props<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}

/** Rows of facts; on a phone each row is a card, its amounts at the right, and still a table to read out. */
export function Table<Row>({ caption, columns, rows, keyOf }: Props<Row>) {
  return (
    <table className="table-cards">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ key, title, amount }) => (
            <th
              key={key}
              scope="col"
              className={`border-b border-line py-3 pr-6 text-sm font-normal text-soft last:pr-0 ${amount ? 'text-right' : 'text-left'}`}
            >
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ key, amount, cell }) => (
              <td key={key} data-amount={amount || undefined}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
