/** What makes a spreadsheet take text for a formula, and run it. */
const STARTS_FORMULA = /^[=+\-@\t\r＝＋－＠]/
/** A spreadsheet keeps fifteen digits of a number. */
const LONG_NUMBER = /^[1-9][0-9]{15,}$/
/** By this Excel knows that the file is UTF-8, and shows Thai. */
const BYTE_ORDER_MARK = '\uFEFF'

/** One cell. Text that a spreadsheet would run is made harmless with an apostrophe; our own amounts have no sign. */
function cell(text: string): string {
  const safe = STARTS_FORMULA.test(text) || LONG_NUMBER.test(text) ? `'${text}` : text
  return /["\n\r,]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows as a CSV file (RFC 4180) that opens in a spreadsheet by a double click. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}
