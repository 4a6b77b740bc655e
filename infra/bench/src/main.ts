import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { currentCommit } from '@talad/dev/commit'
import { root } from '@talad/dev/config'
import { makeGround } from '@talad/faults/ground'
import type { Bench } from './bench.ts'
import { benches } from './benches.ts'
import { describeMachine } from './machine.ts'
import { readResults, writeResults } from './record.ts'
import { benchmarksPage, markdownTable } from './table.ts'

const USAGE = `npm run bench -- <name ...> [--scale 0.1] [--record] [--json]

Measures beside a yardstick, in one run. Without a name: all.
  --scale    measures for a shorter or longer time
  --record   notes the figures in docs/benchmarks.json and writes docs/benchmarks.md
  --json     prints JSON instead of the table
  --table    only writes docs/benchmarks.md anew
There are:
${benches.map(({ name, title }) => `  ${name.padEnd(12)} ${title}`).join('\n')}`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    scale: { type: 'string', default: '1' },
    record: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    table: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

async function measure(bench: Bench): Promise<void> {
  const ground = await makeGround(true)
  const since = performance.now()
  try {
    const lines = await bench.run({
      postgres: ground.postgres.url,
      folder: ground.folder,
      scale: Number(values.scale),
      say: (line) => console.error(`${bench.name} | ${line}`),
    })
    const result = {
      date: new Date().toISOString().slice(0, 10),
      commit: await currentCommit(),
      seconds: Math.round((performance.now() - since) / 1000),
      machine: await describeMachine(ground.postgres.url),
      lines,
    }
    console.log(values.json ? JSON.stringify({ [bench.name]: result }, undefined, 2) : markdownTable(lines))
    if (values.record) await writeResults({ ...(await readResults()), [bench.name]: result })
  } finally {
    await ground.close()
  }
}

async function main(): Promise<void> {
  if (values.help) return console.log(USAGE)
  const unknown = positionals.filter((name) => !benches.some((bench) => bench.name === name))
  if (unknown.length > 0) throw new Error(`there is no bench ${unknown.join(', ')}\n\n${USAGE}`)
  const chosen = benches.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  for (const bench of values.table ? [] : chosen) await measure(bench)
  if (values.record || values.table)
    await writeFile(join(root, 'docs/benchmarks.md'), benchmarksPage(benches, await readResults()))
}

await main()
process.exit(0)
