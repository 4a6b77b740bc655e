import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { currentCommit } from '@talad/dev/commit'
import { root } from '@talad/dev/config'
import { kafkaAvailable, redisAvailable } from '@talad/kafka/availability'
import { proofs } from './proofs.ts'
import { readRecord, writeRecord } from './record.ts'
import { proofsPage } from './table.ts'

/** What `.ci/run` leaves out; it ran before. */
const steps = [
  { name: 'slow tests', args: ['test:slow'] },
  { name: 'proofs at a fifth of their size', args: ['faults', '--', '--scale', '0.2', '--at-once', '3'] },
  { name: 'mutants', args: ['mutate'] },
]

if (process.argv.length > 2) {
  console.log(`npm run nightly

Runs what .ci/run leaves out, and notes date, commit and result in docs/proofs.json and docs/proofs.md:
${steps.map(({ name, args }) => `  ${name}: npm run ${args.join(' ')}`).join('\n')}`)
  process.exit(0)
}

if (!kafkaAvailable() || !redisAvailable()) {
  console.error(
    'the night needs Java 17 or newer with Maven, for Kafka, and redis-server; .ci/run installs them',
  )
  process.exit(2)
}

const figures: Record<string, string> = {}
let holds = true
const began = performance.now()
for (const { name, args } of steps) {
  console.log(`\n== ${name}`)
  const since = performance.now()
  const env = { ...process.env, REQUIRE_ALL: '1' }
  const isGood = spawnSync('npm', ['run', ...args], { cwd: root, env, stdio: 'inherit' }).status === 0
  figures[name] =
    `${isGood ? 'good' : 'FAILED'} after ${((performance.now() - since) / 60_000).toFixed(1)} min`
  holds &&= isGood
}

const seconds = Math.round((performance.now() - began) / 1_000)
const date = new Date().toISOString().slice(0, 10)
const run = { size: steps.length, seed: 0, holds, figures, seconds, date, commit: await currentCommit() }
const record = { ...(await readRecord()), nightly: run }
await writeRecord(record)
await writeFile(join(root, 'docs/proofs.md'), proofsPage(proofs, record))
console.log(holds ? 'the whole night is good' : 'the night is not good', figures)
process.exit(holds ? 0 : 1)
