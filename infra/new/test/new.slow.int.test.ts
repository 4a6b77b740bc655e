import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@talad/process/free-port'
import { createEmptyDatabase } from '@talad/shared/testing/postgres'
import { signToken, type TestKeys, testKeys } from '@talad/shared/testing/tokens'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { changedFiles, copyTree, run } from './copy.ts'

/** A name that no service will have. */
const service = 'trial-loans'
const asked = [
  `service ${service}`,
  `event ${service} loan LoanOpened`,
  `event ${service} loan LoanPaused`,
  `event ${service} sale-report ReportWritten`,
]

/** What is answered to a change; undefined where it was refused. */
const changed = z.object({
  loan: z.object({ _id: z.string(), last: z.string(), revision: z.int() }).optional(),
})

let root: string

beforeAll(async () => {
  root = await copyTree()
  for (const one of asked) run(root, 'node', ['infra/new/src/main.ts', ...one.split(' ')])
})

afterAll(() => rm(root, { recursive: true, force: true }))

const outside = () => changedFiles(root).filter((path) => !path.startsWith(`services/${service}/`))

test('what is written type-checks', async () => {
  await mkdir(join(root, '.talad'), { recursive: true })
  const include = [`services/${service}`, 'services/_all', `proto/http/${service}`, 'vitest.global.ts']
  const project = { extends: '../tsconfig.base.json', include: include.map((path) => `../${path}`) }
  await writeFile(join(root, '.talad/tsconfig.json'), JSON.stringify(project))
  expect(run(root, 'tsc', ['--project', '.talad/tsconfig.json'])).toBe('')
})

test('what is written passes the guards of text', () => {
  const sources = changedFiles(root).filter(
    (path) => /\.(ts|json|md)$/.test(path) && path !== 'package-lock.json',
  )
  run(root, 'biome', ['ci', ...sources])
  const guards = ['boundaries', 'circles', 'codes', 'rules', 'services', 'links', 'buf', 'lock']
  const args = ['infra/checks/src/main.ts', ...guards.flatMap((guard) => ['--only', guard])]
  const found = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' }).stdout
  for (const guard of guards) expect(found).toContain(guard)
  expect(found.split('\n').filter((line) => /trial-loans|table of services/.test(line))).toEqual([])
})

test('the tests that are written pass', async () => {
  const env = { TEST_DATABASE_URL: inject('postgres'), CI: '' }
  const report = '.talad/new-tests.json'
  run(
    root,
    'vitest',
    [
      'run',
      `services/${service}`,
      'infra/calls/test/examples.test.ts',
      'infra/calls/test/book.test.ts',
      '--reporter=json',
      `--outputFile=${report}`,
    ],
    env,
  )
  const { numPassedTests, numFailedTests } = JSON.parse(await readFile(join(root, report), 'utf8'))
  expect({ numPassedTests, numFailedTests }).toEqual({ numPassedTests: 15, numFailedTests: 0 })
})

test('the service runs as a process: ready, its calls answer, its streams change, and it stops when told', async () => {
  const keys = await testKeys()
  onTestFinished(keys.close)
  const { url, stop } = await startProcess(keys)
  expect((await fetch(`${url}/api/public/v1/${service}/status`)).status).toBe(200)
  const authorization = `Bearer ${await signToken(keys, { sub: 'account-1' })}`
  const post = async (path: string) => {
    const answer = await fetch(`${url}/api/user/v1/${path}`, { method: 'POST', headers: { authorization } })
    return { status: answer.status, body: changed.parse(await answer.json()) }
  }
  const opened = await post('loan')
  expect(opened).toMatchObject({ status: 201, body: { loan: { last: 'LoanOpened', revision: 1 } } })
  const paused = { status: 201, body: { loan: { last: 'LoanPaused', revision: 2 } } }
  expect(await post(`loan/${opened.body.loan?._id}/loan-paused`)).toMatchObject(paused)
  expect(await post(`loan/${opened.body.loan?._id}/loan-paused`)).toMatchObject(paused)
  expect(await post(`loan/${'0'.repeat(24)}/loan-paused`)).toMatchObject({ status: 404 })
  expect(await stop()).toBe(0)
})

async function startProcess(keys: TestKeys) {
  const own = await createEmptyDatabase(inject('postgres'))
  onTestFinished(own.drop)
  const bus = await createEmptyDatabase(inject('postgres'))
  onTestFinished(bus.drop)
  const port = await freePort()
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'test',
    DEV_MODE: '1',
    LOG_LEVEL: 'warn',
    PORT: String(port),
    DATABASE_URL: own.url,
    BUS_DATABASE_URL: bus.url,
    JWKS_URL: keys.url,
    INTERNAL_TOKENS: 'internal-token-for-tests',
  }
  const child = spawn(process.execPath, [`services/${service}/src/main.ts`], {
    cwd: root,
    env,
    stdio: 'inherit',
  })
  const ended = once(child, 'exit')
  const stop = async (): Promise<unknown> => {
    child.kill('SIGTERM')
    return (await ended)[0]
  }
  onTestFinished(async () => void (await stop()))
  const url = `http://127.0.0.1:${port}`
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ status }) => status === 200,
      () => child.exitCode !== null,
    )
  await until('the service is ready', isReady)
  return { url, stop }
}

test('a part is written once: who asks again is refused, and nothing changes', () => {
  const before = run(root, 'git', ['diff'])
  for (const one of asked)
    expect(() => run(root, 'node', ['infra/new/src/main.ts', ...one.split(' ')])).toThrow()
  expect(run(root, 'git', ['diff'])).toBe(before)
})

test('outside its folder a service is its contract, its messages and its line in the list: without them it is gone', async () => {
  const listed = [
    'README.md',
    'package-lock.json',
    'services/_all/manifests.ts',
    'services/_all/package.json',
    'services/gateway/src/docs/examples.json',
    'infra/calls/src/book.ts',
  ]
  const contracts = ['loan', 'rejections', 'sale-report', 'status'].map(
    (noun) => `proto/http/${service}/${noun}.ts`,
  )
  const written = [...contracts, `proto/${service}/v1/events.proto`, `infra/calls/src/${service}.ts`]
  expect(outside()).toEqual([...listed, ...written].toSorted())
  for (const path of listed) {
    const lines = run(root, 'git', ['diff', '--unified=0', path]).split('\n')
    const named = lines.filter((line) => line.startsWith('+') && /trial-?loans/i.test(line))
    expect(named.length, path).toBeGreaterThan(0)
  }
  for (const path of ['services', 'proto', 'proto/http'].map((folder) => `${folder}/${service}`))
    await rm(join(root, path), { recursive: true })
  await rm(join(root, `infra/calls/src/${service}.ts`))
  run(root, 'git', ['checkout', '--quiet', ...listed])
  expect(changedFiles(root)).toEqual([])
})
