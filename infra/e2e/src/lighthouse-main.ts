import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { currentCommit } from '@talad/dev/commit'
import { root } from '@talad/dev/config'
import { type Figures, isWithin, measurePage } from './lighthouse.ts'
import { openPlace } from './place.ts'
import { openShop } from './shop.ts'
import { bars, pages } from './speed-bars.ts'

const USAGE = `npm run lighthouse -- [page ...] [--runs 3] [--record] [--keep]

Measures the built app behind the gateway as Lighthouse sees it on a phone (P9): ${Object.keys(pages).join(', ')}.
  --runs     how often each page is measured; the run in the middle counts
  --record   writes docs/web-speed.md
  --keep     leaves the system running`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '3' },
    record: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(0)} kB`
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`

/** The figures as a table, under the bars of P9. */
function speedTable(measured: readonly Figures[]): string {
  const rows = measured.map(
    ({ name, performance, accessibility, bestPractices, lcpMs, cls, tbtMs, codeBytes }) =>
      `| ${name} | ${performance} | ${accessibility} | ${bestPractices} | ${seconds(lcpMs)} | ${cls.toFixed(3)} | ${tbtMs} ms | ${kilobytes(codeBytes)} |`,
  )
  return `| Page | Performance | Accessibility | Best practices | LCP | CLS | Blocked | Code, gzipped |
| --- | --- | --- | --- | --- | --- | --- | --- |
| bar | ≥ ${bars.performance} | ${bars.accessibility} | ${bars.bestPractices} | ≤ ${seconds(bars.lcpMs)} | ≤ ${bars.cls} |  | ≤ ${kilobytes(bars.codeBytes)} |
${rows.join('\n')}`
}

/** The whole page of docs. */
async function speedPage(measured: readonly Figures[]): Promise<string> {
  const date = new Date().toISOString().slice(0, 10)
  return `# Speed of the web app

Written by \`npm run lighthouse -- --record\`: Lighthouse's mobile preset (a mid-range phone on slow 4G, simulated) on the built app behind the gateway, with an empty cache; the run in the middle of several. Code is what is asked for before that of live updates, which comes a second after the screen. ${date}, commit ${await currentCommit()}.

${speedTable(measured)}
`
}

function middle(all: readonly Figures[]): Figures {
  const found = all.toSorted((a, b) => a.performance - b.performance)[Math.floor(all.length / 2)]
  if (!found) throw new Error('nothing was measured')
  return found
}

async function main(): Promise<number> {
  if (values.help) {
    console.log(USAGE)
    return 0
  }
  const unknown = positionals.filter((name) => !Object.hasOwn(pages, name))
  if (unknown.length > 0) throw new Error(`there is no page ${unknown.join(', ')}\n\n${USAGE}`)
  const place = await openPlace(join(root, '.shots/system'), values.keep)
  const folder = await mkdtemp(join(tmpdir(), 'talad-lighthouse-'))
  const measured: Figures[] = []
  try {
    const shop = openShop(place.run)
    for (const [name, page] of Object.entries(pages)) {
      if (positionals.length > 0 && !positionals.includes(name)) continue
      const runs: Figures[] = []
      for (let run = 0; run < Number(values.runs); run++) {
        const profile = join(folder, `${name}-${run}`)
        runs.push(await measurePage({ name, profile, run: place.run, who: page.as, path: page.path(shop) }))
      }
      measured.push(middle(runs))
    }
  } finally {
    await place.close()
    await rm(folder, { recursive: true, force: true })
  }
  console.log(speedTable(measured))
  for (const { name, complaints } of measured) for (const text of complaints) console.log(`${name}: ${text}`)
  if (values.record) await writeFile(join(root, 'docs/web-speed.md'), await speedPage(measured))
  return measured.every(isWithin) ? 0 : 1
}

process.exit(await main())
