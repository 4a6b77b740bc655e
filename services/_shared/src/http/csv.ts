import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** `text`: what a spreadsheet is to take for nothing else, such as a code with zeros in front or one that looks like a date */
export type Cell = string | bigint | number | { text: string } | null | undefined

/** Has a spreadsheet know that the text is UTF-8, so that Thai opens (AW-11). */
const BYTE_ORDER_MARK = '\uFEFF'
/** What a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/
const NUMBER = /^-?[0-9]+(\.[0-9]+)?$/
/** A spreadsheet keeps fifteen digits of a number. */
const LONG_NUMBER = /^[1-9][0-9]{15,}$/

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

function cellText(cell: Cell): string {
  if (typeof cell === 'object' && cell !== null) return quoted(`=${quoted(cell.text)}`)
  if (typeof cell !== 'string') return cell?.toString() ?? ''
  const isText = LONG_NUMBER.test(cell) || (FORMULA.test(cell) && !NUMBER.test(cell))
  const safe = isText ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? quoted(safe) : safe
}

/** An amount of 1/100 baht as accountants read it: `1234.50`. */
export function baht(amount: bigint): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(3, '0')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** One line of a CSV file (RFC 4180). */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`
}

/** Whether the caller asks for a file: by the parameter `format`, else by `Accept: text/csv`. */
export function asksForCsv(request: FastifyRequest, format?: 'json' | 'csv'): boolean {
  if (format !== undefined) return format === 'csv'
  return (request.headers.accept ?? '').split(',').some((type) => type.trim().startsWith('text/csv'))
}

async function* csvText(titles: readonly string[], rows: AsyncIterable<readonly Cell[]>) {
  yield BYTE_ORDER_MARK + csvLine(titles)
  for await (const row of rows) yield csvLine(row)
}

/**
 * A CSV file as the answer of a call, written while it is read: no more than a page of it is in memory.
 * @param name of the file, without its ending
 */
export function csvFile(
  reply: FastifyReply,
  name: string,
  titles: readonly string[],
  rows: AsyncIterable<readonly Cell[]>,
): Readable {
  reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${name}.csv"`)
  return Readable.from(csvText(titles, rows))
}
