/** What a command has to say; how it is shown is not its business. */
export type Report = {
  /** the same as data; bigint and Date are written as text */
  json: object
  lines: readonly string[]
  /** what to do now */
  next: string
  /** something is wrong: the program ends with 1 */
  isBad?: boolean
}

/** Lines of columns under their titles. */
export function table(titles: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [titles, ...rows]
  const widths = titles.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)))
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** At most so many characters, on one line. */
export function short(text: string, length = 80): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length <= length ? line : `${line.slice(0, length - 1)}…`
}

const STEPS: readonly (readonly [string, number])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
]

/** A length of time in its largest unit: `3 min`. */
export function duration(ms: number): string {
  for (const [unit, length] of STEPS) if (ms >= length) return `${Math.floor(ms / length)} ${unit}`
  return `${Math.max(0, Math.round(ms))} ms`
}

export function render({ json, lines, next, isBad = false }: Report, asJson: boolean): string {
  if (!asJson) return [...lines, `Next: ${next}`, ''].join('\n')
  const asText = (_key: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)
  return `${JSON.stringify({ ok: !isBad, ...json, next }, asText, 2)}\n`
}

/** What stands in place of the answer as one document when there is none. @param exit what the program ends with */
export function renderFault(exit: number, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return `${JSON.stringify({ ok: false, exit, error: message }, null, 2)}\n`
}
