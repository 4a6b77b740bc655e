import { join, relative } from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { listFiles } from './files.ts'
import { decidersIn, type Judged } from './mutate/deciders.ts'
import { codeOf, readRecord, writeRecord } from './mutate/record.ts'
import { lineOf, type Score, scoreOf } from './mutate/score.ts'

/** B40 */
const LEAST_PERCENT = 85

const root = join(import.meta.dirname, '../../..')

/** Runs the tests of a folder of deciders on each of their mutants, in a copy of its service under `.talad`. */
async function judge({ service, sources, tests }: Judged): Promise<Score> {
  process.env.MUTATE_TESTS = tests.join(' ')
  const stryker = new Stryker({
    mutate: sources,
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'vitest.mutate.config.ts', related: false },
    coverageAnalysis: 'perTest',
    concurrency: 1,
    tempDirName: '.talad/mutants',
    // the compiler has no programming interface that the tool could ask, and Node needs no settings of it
    disableTypeChecks: false,
    ignorePatterns: [
      '**',
      '!package.json',
      '!vitest.mutate.config.ts',
      '!vitest.mutate.setup.ts',
      `!${service}/**`,
      '!docs/*.md',
    ],
    reporters: ['progress-append-only'],
    allowEmpty: false,
  })
  return scoreOf(await stryker.runMutationTest())
}

process.chdir(root)
const deciders = await decidersIn(root, await listFiles(root))
const named = process.argv.slice(2)
const unknown = named.filter((name) => !deciders.has(name))
if (unknown.length > 0) {
  console.error(`there is no decider ${unknown.join(', ')}; there are ${[...deciders.keys()].join(', ')}`)
  process.exit(2)
}
const record = await readRecord(root)
for (const name of Object.keys(record)) if (!deciders.has(name)) delete record[name]
let isGood = true
for (const [name, decider] of deciders) {
  if (named.length > 0 && !named.includes(name)) continue
  const code = await codeOf(root, decider)
  const last = record[name]
  const isJudged = named.length === 0 && last?.code === code && last.percent >= LEAST_PERCENT
  if (isJudged) continue
  const { killed, survived, percent } = await judge(decider)
  const all = killed + survived.length
  for (const mutant of survived)
    console.log(`survived ${lineOf({ ...mutant, fileName: relative(root, mutant.fileName) })}`)
  console.log(`${name}: ${killed} of ${all} killed, ${percent.toFixed(1)}%`)
  if (percent < LEAST_PERCENT) isGood = false
  record[name] = { code, killed, all, percent, date: new Date().toISOString().slice(0, 10) }
  await writeRecord(root, record)
}
process.exit(isGood ? 0 : 1)
