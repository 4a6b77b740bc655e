// node .ci/summary.mjs failed RUN    prints the files of which a test failed, one a line
// node .ci/summary.mjs count RUN...  names what failed and ends with "N passed, N failed"
//
// A RUN of the tests, `quick` or `main`, leaves vitest's JSON report in .talad/test-RUN.json, and in
// .talad/test-RUN-again.json that of its failed files run once more by themselves. What passes there counts as passed, and
// is named as unsteady. `count` fails unless each run left a report with a test, none failed and none was skipped.
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

const [task, ...runs] = process.argv.slice(2)

function report(name) {
  const file = `.talad/test-${name}.json`
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/** Each failed test, and each file that could not be loaded as one. @returns {{ file: string, what: string }[]} */
function failures(run) {
  return run.testResults.flatMap((result) => {
    const file = relative('', result.name ?? '')
    const tests = result.assertionResults.filter(({ status }) => status === 'failed')
    const named = tests.map((test) => ({ file, what: told(test.fullName, test.failureMessages?.[0]) }))
    return named.length === 0 && result.status === 'failed'
      ? [{ file, what: told('not loaded', result.message) }]
      : named
  })
}

const told = (title, message) =>
  `${title}: ${(message ?? '').split('\n').slice(0, 4).join(' ').slice(0, 400)}`

/** What became of each test of some files. */
const statusesIn = (run, isMeant) =>
  run.testResults
    .filter(({ name }) => isMeant(relative('', name ?? '')))
    .flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status))

/** What became of one run; a missing report or an empty one is a failure. */
function outcome(name) {
  const [run, again] = [report(name), report(`${name}-again`)]
  const nothing = { passed: 0, failed: 0, unsteady: [], skipped: 0, isWhole: false }
  if (run === undefined)
    return { ...nothing, failed: 1, faults: [], note: `the ${name} tests left no results` }
  const before = failures(run)
  const faults = again === undefined ? before : failures(again)
  const unsteady = again === undefined || faults.length > 0 ? [] : before
  // of a file that ran once more, what became of it then: none of its tests runs where it could not be prepared
  const rerun = new Set(unsteady.map(({ file }) => file))
  const statuses = [
    ...statusesIn(run, (file) => !rerun.has(file)),
    ...(again === undefined ? [] : statusesIn(again, (file) => rerun.has(file))),
  ]
  const passed = statuses.filter((status) => status === 'passed').length
  const skipped = statuses.filter((status) => status !== 'passed' && status !== 'failed').length
  return { passed, failed: faults.length, faults, unsteady, skipped, isWhole: passed > 0 }
}

if (task === 'failed') {
  const run = report(runs[0])
  console.log([...new Set(run === undefined ? [] : failures(run).map(({ file }) => file))].join('\n'))
} else {
  const outcomes = runs.map(outcome)
  for (const { note, faults, unsteady, skipped } of outcomes) {
    if (note) console.log(note)
    for (const { file, what } of faults) console.log(`failed: ${file}: ${what}`)
    for (const { file, what } of unsteady) console.log(`unsteady, passed by itself: ${file}: ${what}`)
    if (skipped > 0) console.log(`${skipped} skipped, and nothing may be`)
  }
  const sum = (of) => outcomes.reduce((total, one) => total + of(one), 0)
  const failed = sum((one) => one.failed)
  console.log(`${sum((one) => one.passed)} passed, ${failed} failed`)
  if (failed > 0 || outcomes.some(({ isWhole, skipped }) => !isWhole || skipped > 0)) process.exitCode = 1
}
