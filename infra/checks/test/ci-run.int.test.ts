import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { command } from '../src/command.ts'
import { plant } from './plant.ts'

const ci = join(import.meta.dirname, '../../../.ci')
const readme = '# Shop\n\n<!-- test-command -->\n\n```sh\nnpm ci && npm test\n```\n\n```sh\nfalse\n```\n'

type Situation = {
  readme?: string
  /** What vitest would report; left out, the tests leave no report. */
  report?: object
  /** What it would report of the failed files, run once more by themselves. */
  again?: object
  /** What it would report of the slow tests, if not that they are clean. */
  slow?: object | 'nothing'
  slowAgain?: object
  checkFails?: boolean
  proofFails?: boolean
  installFails?: boolean
  java?: string
}

const onlyOne = { numPassedTests: 1, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] }
const clean = { numPassedTests: 7, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] }

/** Runs the script where npm, Java and the package manager only write down how they were called. */
async function run(
  situation: Situation,
): Promise<{ ok: boolean; last: string; output: string; calls: string[] }> {
  const root = await plant({
    'README.md': situation.readme ?? readme,
    '.ci/run': await readFile(join(ci, 'run'), 'utf8'),
    '.ci/summary.mjs': await readFile(join(ci, 'summary.mjs'), 'utf8'),
  })
  const leave = (name: string, report: object | undefined) =>
    report === undefined
      ? 'true'
      : `mkdir -p .talad; printf '%s' '${JSON.stringify(report)}' > .talad/test-${name}.json`
  const passes = (report: object | undefined) => (JSON.stringify(report)?.includes('failed"') ? 1 : 0)
  const version = situation.java ?? '17.0.1'
  const slow = situation.slow === 'nothing' ? undefined : (situation.slow ?? onlyOne)
  const programs = {
    npm: `case "$*" in test) ${leave('quick', situation.report)}; exit ${passes(situation.report)} ;; "run test --"*) ${leave('quick-again', situation.again)}; exit ${passes(situation.again)} ;; "run test:slow -- --max"*) ${leave('slow-again', situation.slowAgain)}; exit ${passes(situation.slowAgain)} ;; "run test:slow"*) ${leave('slow', slow)}; exit ${passes(slow)} ;; "run check -- --but unit") exit ${situation.checkFails ? 1 : 0} ;; "run fire"*) exit ${situation.proofFails ? 1 : 0} ;; ci) exit ${situation.installFails ? 1 : 0} ;; esac`,
    java: `echo 'openjdk version "${version}"' >&2`,
    mvn: 'true',
    'redis-server': 'true',
    'apt-get': 'true',
    sudo: 'true',
  }
  await mkdir(join(root, 'bin'))
  for (const [name, body] of Object.entries(programs)) {
    const path = join(root, 'bin', name)
    await writeFile(path, `#!/bin/bash\necho "${name} $*" >> '${root}/calls'\n${body || 'true'}\n`)
    await chmod(path, 0o755)
  }
  await chmod(join(root, '.ci/run'), 0o755)
  const shell = `PATH='${root}/bin':$PATH .ci/run`
  const { ok, output } = await command('bash', ['-c', shell], { cwd: root })
  const calls = await readFile(join(root, 'calls'), 'utf8').catch(() => '')
  return {
    ok,
    output,
    last: output.split('\n').at(-1) ?? '',
    calls: calls.split('\n').filter((call) => call !== ''),
  }
}

test('it runs the command that the README gives, the check, the slow tests and the proofs, and ends with the count', async () => {
  const { ok, last, calls } = await run({ report: clean })
  expect(last).toBe('8 passed, 0 failed')
  expect(ok).toBe(true)
  expect(calls.filter((call) => call.startsWith('npm'))).toEqual([
    'npm ci',
    'npm test',
    'npm run check -- --but unit',
    'npm run test:slow',
    'npm run fire -- --ci --at-once 3',
  ])
})

test('a machine that has everything is left alone', async () => {
  expect((await run({ report: clean })).calls.filter((call) => /apt-get|sudo/.test(call))).toEqual([])
})

test('a Java that is too old is replaced', async () => {
  const { calls } = await run({ report: clean, java: '11.0.2' })
  expect(calls.some((call) => /(apt-get|sudo).* install .*openjdk-17-jre-headless/.test(call))).toBe(true)
})

test('a README without the marker is an error before anything runs', async () => {
  const { ok, output, calls } = await run({ readme: '```sh\nnpm test\n```\n', report: clean })
  expect(ok).toBe(false)
  expect(output).toContain('README.md has no test command')
  expect(calls.filter((call) => call.startsWith('npm'))).toEqual([])
})

const failedTest = (...titles: string[]) =>
  titles.map((title) => ({ status: 'failed', fullName: title, failureMessages: ['too late\n  at x'] }))
const failing = (...names: string[]) => ({
  ...clean,
  testResults: names.map((name) => ({
    name,
    status: 'failed',
    assertionResults: failedTest('a shopper pays'),
  })),
})
const broken = { testResults: [{ name: 'a.test.ts', status: 'failed', assertionResults: [], message: 'no' }] }

test('files that failed are run once more by themselves, and what passes then is named', async () => {
  const { ok, last, output, calls } = await run({ report: failing('a.test.ts', 'b.test.ts'), again: clean })
  expect(calls).toContain(
    'npm run test -- --maxWorkers=1 --outputFile.json=.talad/test-quick-again.json a.test.ts b.test.ts',
  )
  expect(output).toContain('unsteady, passed by itself: b.test.ts: a shopper pays: too late')
  expect(last).toBe('10 passed, 0 failed')
  expect(ok).toBe(true)
})

test('slow files that failed are run once more by themselves as well', async () => {
  const { ok, last, calls } = await run({ report: clean, slow: failing('s.test.ts'), slowAgain: onlyOne })
  expect(calls).toContain(
    'npm run test:slow -- --maxWorkers=1 --outputFile.json=.talad/test-slow-again.json s.test.ts',
  )
  expect(last).toBe('15 passed, 0 failed')
  expect(ok).toBe(true)
})

test('what fails twice is named with what it said', async () => {
  const { ok, last, output } = await run({ report: failing('a.test.ts'), again: failing('a.test.ts') })
  expect(output).toContain('failed: a.test.ts: a shopper pays: too late')
  expect(last).toBe('8 passed, 1 failed')
  expect(ok).toBe(false)
})

test('more than three failing files are no accident', async () => {
  const { ok, calls } = await run({ report: failing('a', 'b', 'c', 'd'), again: clean })
  expect(calls.filter((call) => call.startsWith('npm run test --'))).toEqual([])
  expect(ok).toBe(false)
})

const bad: [what: string, situation: Situation, last: string][] = [
  ['a failed test', { report: failing('a', 'b') }, '8 passed, 2 failed'],
  ['a test file that does not load', { report: { ...clean, ...broken } }, '8 passed, 1 failed'],
  ['a skipped test', { report: { ...clean, numPendingTests: 1 } }, '8 passed, 0 failed'],
  ['a run without tests', { report: { ...clean, numPassedTests: 0 } }, '1 passed, 0 failed'],
  ['tests that leave no report', {}, '1 passed, 1 failed'],
  ['slow tests that leave no report', { report: clean, slow: 'nothing' }, '7 passed, 1 failed'],
  [
    'a slow test that fails',
    { report: clean, slow: failing('s'), slowAgain: failing('s') },
    '14 passed, 1 failed',
  ],
  [
    'a slow test that is skipped',
    { report: clean, slow: { ...onlyOne, numTodoTests: 1 } },
    '8 passed, 0 failed',
  ],
  ['an installation that fails', { report: clean, installFails: true }, '1 passed, 1 failed'],
  ['a proof that does not hold', { report: clean, proofFails: true }, '8 passed, 0 failed'],
  ['a guard that fails', { report: clean, checkFails: true }, '8 passed, 0 failed'],
]

test.each(bad)('%s fails the run, and the count still ends it', async (_, situation, last) => {
  const result = await run(situation)
  expect(result.ok).toBe(false)
  expect(result.last).toBe(last)
})
