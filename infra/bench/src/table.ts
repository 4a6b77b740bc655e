import type { Bench, Line } from './bench.ts'
import type { Results } from './record.ts'

/** Three digits that mean something: 12,345 and 0.123. */
export function figure(value: number): string {
  return new Intl.NumberFormat('en', { maximumSignificantDigits: value >= 1000 ? 6 : 3 }).format(
    value >= 1000 ? Math.round(value) : value,
  )
}

/** `0.84`: ours by the yardstick's. */
function ratio({ ours, yardstick }: Line): string {
  return yardstick === undefined || yardstick.figure === 0 ? '' : figure(ours / yardstick.figure)
}

function cells(line: Line): string[] {
  const { what, ours, unit, yardstick, bar } = line
  return [
    what,
    `${figure(ours)} ${unit}`,
    yardstick === undefined ? '' : `${figure(yardstick.figure)} ${unit}: ${yardstick.what}`,
    ratio(line),
    bar === undefined ? '' : `${bar.says}: ${bar.reached ? 'reached' : '**not reached**'}`,
  ]
}

const head = ['what', 'ours', 'yardstick', 'ratio', 'bar']

export function markdownTable(lines: readonly Line[]): string {
  const rows = [head, head.map(() => '---'), ...lines.map(cells)]
  return rows.map((row) => `| ${row.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`).join('\n')
}

/** The page `docs/benchmarks.md`. */
export function benchmarksPage(benches: readonly Bench[], results: Results): string {
  const parts = benches.map(({ name, bar, title }) => {
    const result = results[name]
    const top = `## ${name}${bar === undefined ? '' : ` (${bar})`}\n\n${title} Run it: \`npm run bench -- ${name}\`.`
    if (result === undefined) return `${top}\n\nNot run yet.`
    const machine = Object.entries(result.machine).map(([part, which]) => `${part} ${which}`)
    const about = `${result.date}, ${figure(result.seconds)} s, commit ${result.commit}, ${machine.join(', ')}`
    return `${top}\n\n${markdownTable(result.lines)}\n\n${about}.`
  })
  return `# Benchmarks

Written by \`npm run bench\`. The machines are shared and noisy: what counts is the ratio to the yardstick, which ran in the
same minutes on the same Postgres with the same durability. A latency without a yardstick is a bar of its own.
Three benches are no longer here; commit 2d8158a9 has them and their figures: the event log beside emmett (recorded
2026-11-25), the moderators' lists (2026-11-25) and the suspension of a range of tokens (2026-11-26).

${parts.join('\n\n')}
`
}
