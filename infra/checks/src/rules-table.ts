import { posix } from 'node:path'
import type { Citation } from './citations.ts'

const startOf = (name: string) => `<!-- ${name} -->`
const endOf = (name: string) => `<!-- /${name} -->`

/** The table of a finished folder's rules: what is decided, the line that decides it, the test that proves it. */
export function renderTable(
  folder: string,
  rules: string[],
  register: Map<string, string>,
  citations: Citation[],
): string {
  const rows = rules.map((id) => {
    const code = decidingLine(citations.filter((citation) => citation.id === id && citation.where === 'code'))
    const test = provingTest(
      folder,
      citations.filter((citation) => citation.id === id && citation.where === 'test'),
    )
    return [id, register.get(id) ?? '', place(folder, code), place(folder, test)]
  })
  return tableOf(['Rule', 'Decision', 'Code', 'Test'], rows)
}

/** A Markdown table with its columns as wide as the formatter makes them. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)))
  const table = [head, widths.map((width) => '-'.repeat(width)), ...rows]
  const line = (row: readonly string[]) =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')
  return table.map((row) => `| ${line(row)} |`).join('\n')
}

/** Whether two READMEs differ only in how wide the formatter made the columns. */
export function sameTable(one: string, other: string): boolean {
  return plain(one) === plain(other)
}

function plain(text: string): string {
  return text
    .replace(/ +/g, ' ')
    .replace(/-{2,}/g, '--')
    .replace(/\n{2,}/g, '\n\n')
}

/** A decider before other code, and code before the migration that carries the same rule as a constraint. */
function decidingLine(places: Citation[]): Citation | undefined {
  const decider = places.find(({ path }) => path.endsWith('/decide.ts'))
  return decider ?? places.find(({ path }) => /\.tsx?$/.test(path)) ?? places[0]
}

/** A test of its own before one that drives it from outside. */
function provingTest(folder: string, places: Citation[]): Citation | undefined {
  return places.find(({ path }) => path.startsWith(`${folder}/`)) ?? places[0]
}

/** The file alone: a line number would be stale with every change above it. */
function place(folder: string, citation: Citation | undefined): string {
  if (citation === undefined) return ''
  const path = posix.relative(folder, citation.path)
  return `[${path}](${path})`
}

/** The README with this table between the markers of a name; undefined when it has no markers. */
export function withTable(readme: string, table: string, name = 'rules'): string | undefined {
  const start = readme.indexOf(startOf(name))
  const end = readme.indexOf(endOf(name), start)
  if (start === -1 || end === -1) return undefined
  return `${readme.slice(0, start + startOf(name).length)}\n\n${table}\n\n${readme.slice(end)}`
}

/** The README with empty markers at its end, for a README that has none. */
export function withMarkers(readme: string): string {
  const [start, end] = [startOf('rules'), endOf('rules')]
  return readme.includes(start) ? readme : `${readme.trimEnd()}\n\n## Rules\n\n${start}\n${end}\n`
}
