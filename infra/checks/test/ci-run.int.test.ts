import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { command } from '../src/command.ts'
import { plant } from './plant.ts'

const script = join(import.meta.dirname, '../../../.ci/run')
const readme = '# Shop\n\n<!-- test-command -->\n\n```sh\nnpm ci && npm test\n```\n\n```sh\nfalse\n```\n'

type Situation = {
  readme?: string
  /** What vitest would report; left out, the tests leave no report. */
  report?: object
  checkFails?: boolean
  proofFails?: boolean
  installFails?: boolean
  java?: string
}

const clean = { numPassedTests: 7, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] }

/** Runs the script where npm, Java and the package manager only write down how they were called. */
async function run(
  situation: Situation,
): Promise<{ ok: boolean; last: string; output: string; calls: string[] }> {
  const root = await plant({
    'README.md': situation.readme ?? readme,
    '.ci/run': await readFile(script, 'utf8'),
  })
  const report = JSON.stringify(situation.report) ?? ''
  const leaveReport =
    report === '' ? '' : `mkdir -p .talad; printf '%s' '${report}' > .talad/test-results.json`
  const version = situation.java ?? '17.0.1'
  const programs = {
    npm: `case "$*" in test) ${leaveReport} ;; "run check") exit ${situation.checkFails ? 1 : 0} ;; "run fire"*) exit ${situation.proofFails ? 1 : 0} ;; ci) exit ${situation.installFails ? 1 : 0} ;; esac`,
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

test('it runs the check, the command that the README gives and the proofs, and ends with the count', async () => {
  const { ok, last, calls } = await run({ report: clean })
  expect(last).toBe('7 passed, 0 failed')
  expect(ok).toBe(true)
  expect(calls.filter((call) => call.startsWith('npm'))).toEqual([
    'npm ci',
    'npm run check',
    'npm ci',
    'npm test',
    'npm run fire -- --scale 0.1',
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

const broken = { testResults: [{ status: 'failed', assertionResults: [] }] }
const bad: [what: string, situation: Situation, last: string][] = [
  ['a failed test', { report: { ...clean, numFailedTests: 2 } }, '7 passed, 2 failed'],
  ['a test file that does not load', { report: { ...clean, ...broken } }, '7 passed, 1 failed'],
  ['a skipped test', { report: { ...clean, numPendingTests: 1 } }, '7 passed, 0 failed'],
  ['a run without tests', { report: { ...clean, numPassedTests: 0 } }, '0 passed, 0 failed'],
  ['tests that leave no report', {}, '0 passed, 1 failed'],
  ['an installation that fails', { report: clean, installFails: true }, '0 passed, 1 failed'],
  ['a proof that does not hold', { report: clean, proofFails: true }, '7 passed, 0 failed'],
  ['a guard that fails', { report: clean, checkFails: true }, '7 passed, 0 failed'],
]

test.each(bad)('%s fails the run, and the count still ends it', async (_, situation, last) => {
  const result = await run(situation)
  expect(result.ok).toBe(false)
  expect(result.last).toBe(last)
})
