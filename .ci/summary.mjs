// node .ci/summary.mjs failed FIRST          prints the files of which a test failed, one a line
// node .ci/summary.mjs count FIRST [SECOND]  names what failed and ends with "N passed, N failed"
//
// FIRST and SECOND are vitest's JSON reports: of the whole run, and of the failed files run once more by themselves. What
// passes there counts as passed, and is named as unsteady. `count` fails unless a test ran, none failed and none was skipped.
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

const [task, first, second] = process.argv.slice(2)
const report = (file) => (file && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)

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

const run = report(first)
const again = report(second)

if (task === 'failed') {
  console.log([...new Set(run === undefined ? [] : failures(run).map(({ file }) => file))].join('\n'))
} else if (run === undefined) {
  console.log('the test command left no results\n0 passed, 1 failed')
  process.exitCode = 1
} else {
  const before = failures(run)
  const failed = again === undefined ? before : failures(again)
  const unsteady = again === undefined || failed.length > 0 ? [] : before
  for (const { file, what } of failed) console.log(`failed: ${file}: ${what}`)
  for (const { file, what } of unsteady) console.log(`unsteady, passed by itself: ${file}: ${what}`)
  const skipped = run.numPendingTests + run.numTodoTests
  if (skipped > 0) console.log(`${skipped} skipped, and nothing may be`)
  const passed = run.numPassedTests + unsteady.length
  console.log(`${passed} passed, ${failed.length} failed`)
  if (passed === 0 || failed.length > 0 || skipped > 0) process.exitCode = 1
}
