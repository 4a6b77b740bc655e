import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '@talad/dev/config'
import { type Figures, isWithin, measurePage } from './lighthouse.ts'
import { openPlace } from './place.ts'
import { openShop } from './shop.ts'
import { pages } from './speed-bars.ts'
import { speedPage, speedTable } from './speed-page.ts'

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
