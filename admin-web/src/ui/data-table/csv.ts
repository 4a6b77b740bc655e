import { text } from '../../i18n/index.ts'
import { bangkokTime } from '../../lib/days.ts'
import type { Column } from './column.ts'

/** A moment as the services write it. */
const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** The first line of a table's file: its titles, in the language of the desk. */
export function headOf<Row>(columns: readonly Column<Row>[]): string[] {
  return columns.flatMap(({ title, csv }) => (csv ? [text(title)] : []))
}

/** A row of a table as a line of its file; moments are told in the time of Thailand (AW-11). */
export function lineOf<Row>(columns: readonly Column<Row>[], row: Row): string[] {
  return columns
    .flatMap(({ csv }) => (csv ? [csv(row)] : []))
    .map((cell) => (MOMENT.test(cell) ? bangkokTime(cell) : cell))
}

/** The last line of a file whose source knows what all rows come to. */
export function sumsOf<Row>(
  columns: readonly Column<Row>[],
  sums: Readonly<Record<string, string>>,
): string[] {
  return columns.flatMap(({ key, csv }, at) =>
    csv ? [sums[key] ?? (at === 0 ? text('table.sum') : '')] : [],
  )
}
