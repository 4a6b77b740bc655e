import { code as normalCode } from './payload/modules.ts'

/** A line of a file of codes; lines are counted from 1, one that goes on within quotes by its first. */
export type Line = { line: number } & ({ code: string; description: string } | { error: string })

const MOST_DESCRIPTION = 5_000

/** Spreadsheets write UTF-8 or UTF-16, with a mark in front or without, and in Thailand also TIS-620. */
function textOf(bytes: Uint8Array): string {
  const begins = (...mark: number[]) => mark.every((byte, at) => bytes[at] === byte)
  const decode = (encoding: string, fatal = false) => new TextDecoder(encoding, { fatal }).decode(bytes)
  if (begins(0xff, 0xfe)) return decode('utf-16le')
  if (begins(0xfe, 0xff)) return decode('utf-16be')
  // codes are ASCII, of which every other byte of UTF-16 is 0
  if (bytes[0] !== 0 && bytes[1] === 0) return decode('utf-16le')
  if (bytes[0] === 0 && bytes[1] !== 0) return decode('utf-16be')
  try {
    return decode('utf-8', true)
  } catch {
    return decode('windows-874')
  }
}

type Row = { line: number; cells: string[]; isOpen: boolean }

/** RFC 4180, any line end: a quoted cell may go on over lines, and has quotes in it twice. */
function rowsOf(text: string, separator: string): Row[] {
  const rows: Row[] = []
  const cell = new RegExp(
    `(?: *"([^"]*(?:""[^"]*)*)("|$))?([^${separator}\r\n]*)(${separator}|\r\n|\r|\n|$)`,
    'gy',
  )
  let row: Row = { line: 1, cells: [], isOpen: false }
  let line = 1
  for (const [whole, quoted, closed, plain = '', end = ''] of text.matchAll(cell)) {
    row.cells.push((quoted?.replaceAll('""', '"') ?? '') + plain)
    if (quoted !== undefined && closed === '') row.isOpen = true
    line += whole.match(/\r\n|\r|\n/g)?.length ?? 0
    if (end === separator) continue
    rows.push(row)
    if (end === '') break
    row = { line, cells: [], isOpen: false }
  }
  const isBlank = ({ cells }: Row) => cells.every((one) => one.trim() === '')
  return rows.slice(0, rows.findLastIndex((one) => !isBlank(one)) + 1)
}

function lineOf({ line, cells, isOpen }: Row): Line {
  const [first = '', description = '', ...more] = cells
  if (isOpen) return { line, error: 'has a quote that is not closed' }
  if (more.some((one) => one.trim() !== '')) return { line, error: 'has more than a code and a description' }
  // what spreadsheets need to leave zeros in front of a code alone
  const left = /^="(.*)"$/s.exec(first.trim())?.[1]?.replaceAll('""', '"')
  const { success, data } = normalCode.safeParse(left ?? first)
  if (!success) return { line, error: 'has no code of 4 to 64 printable ASCII characters' }
  const said = description.trim()
  return said.length > MOST_DESCRIPTION
    ? { line, error: `has a description of more than ${MOST_DESCRIPTION} characters` }
    : { line, code: data, description: said.toWellFormed().replaceAll('\0', '\uFFFD') }
}

/**
 * Reads a file of codes, one a line: the code, and what is said of it. A first line that says `code` names the columns and
 * is none of the lines; neither are blank ones at the end.
 */
export function readCodes(bytes: Uint8Array): Line[] {
  const text = textOf(bytes)
  const [head = ''] = text.split(/[\r\n]/, 1)
  const [separator] = /[\t,;]/.exec(head.replaceAll(/"[^"]*"/g, '')) ?? [',']
  const rows = rowsOf(text, separator)
  const isHead = rows[0]?.cells[0]?.trim().toLowerCase() === 'code'
  return rows.slice(isHead ? 1 : 0).map(lineOf)
}

/** What came of each line of a file: together they are as many as the lines. */
export type Sorted = {
  added: { code: string; description: string }[]
  duplicateInFile: number
  duplicateInPool: number
  invalid: { line: number; error: string }[]
}

/** @param inPool those of the codes that the pool has */
export function sortOut(lines: readonly Line[], inPool: ReadonlySet<string>): Sorted {
  const sorted: Sorted = { added: [], duplicateInFile: 0, duplicateInPool: 0, invalid: [] }
  const seen = new Set<string>()
  for (const one of lines) {
    if ('error' in one) sorted.invalid.push({ line: one.line, error: one.error })
    else if (seen.has(one.code)) sorted.duplicateInFile += 1
    else if (inPool.has(one.code)) sorted.duplicateInPool += 1
    else sorted.added.push({ code: one.code, description: one.description })
    if ('code' in one) seen.add(one.code)
  }
  return sorted
}

const cell = (text: string) => `"${text.replaceAll('"', '""')}"`

/** Codes as a file that `readCodes` takes for the same. */
export function codeFile(codes: Sorted['added']): string {
  const rows = codes.map(({ code, description }) => `${cell(`=${cell(code)}`)},${cell(description)}`)
  return ['code,description', ...rows].join('\r\n')
}
