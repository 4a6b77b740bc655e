import { text } from '../../i18n/index.ts'
import type { Column } from './column.ts'

/** The first line of a table's file: its titles, in the language of the desk. */
export function headOf<Row>(columns: readonly Column<Row>[]): string[] {
  return columns.flatMap(({ title, csv }) => (csv ? [text(title)] : []))
}

/** A row of a table as a line of its file. */
export function lineOf<Row>(columns: readonly Column<Row>[], row: Row): string[] {
  return columns.flatMap(({ csv }) => (csv ? [csv(row)] : []))
}
