import { currentCommit } from '@talad/dev/commit'
import type { Figures } from './lighthouse.ts'
import { bars } from './speed-bars.ts'

const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(0)} kB`

function rowOf(figures: Figures): string[] {
  const { name, performance, accessibility, bestPractices, lcpMs, cls, tbtMs, codeBytes } = figures
  return [
    name,
    ...[performance, accessibility, bestPractices].map(String),
    `${(lcpMs / 1_000).toFixed(1)} s`,
    cls.toFixed(3),
    `${tbtMs} ms`,
    kilobytes(codeBytes),
  ]
}

/** The figures as a table, under the bars of P9. */
export function speedTable(measured: readonly Figures[]): string {
  const head = [
    'Page',
    'Performance',
    'Accessibility',
    'Best practices',
    'LCP',
    'CLS',
    'Blocked',
    'Code, gzipped',
  ]
  const wanted = [
    'bar',
    `≥ ${bars.performance}`,
    String(bars.accessibility),
    String(bars.bestPractices),
    `≤ ${(bars.lcpMs / 1_000).toFixed(1)} s`,
    `≤ ${bars.cls}`,
    '',
    `≤ ${kilobytes(bars.codeBytes)}`,
  ]
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [head, head.map(() => '---'), wanted, ...measured.map(rowOf)].map(line).join('\n')
}

/** The whole page of docs. */
export async function speedPage(measured: readonly Figures[]): Promise<string> {
  const date = new Date().toISOString().slice(0, 10)
  return `# Speed of the web app

Written by \`npm run lighthouse -- --record\`: Lighthouse's mobile preset (a mid-range phone on slow 4G, simulated) on the built app behind the gateway, with an empty cache; the run in the middle of several. Code is what is asked for before that of live updates, which comes a second after the screen. ${date}, commit ${await currentCommit()}.

${speedTable(measured)}
`
}
