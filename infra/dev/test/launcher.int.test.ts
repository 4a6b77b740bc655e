import { randomInt } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { staffKeys } from '@talad/demo/staff'
import { isAlive } from '@talad/process/held-process'
import { ledgerHttp } from '@talad/proto/http/ledger/credit'
import { adminPermissionsHttp } from '@talad/proto/http/moderation/admin-permissions'
import { auditHttp } from '@talad/proto/http/moderation/audit'
import { serviceNames } from '@talad/services/manifests'
import { until } from '@talad/shared/testing/wait'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Run, readRun } from '../src/run-file.ts'
import { appointStaff } from '../src/seed/admins.ts'
import { type Person, signIn } from '../src/seed/site.ts'
import { descendants, type Started, startLauncher } from './processes.ts'

// One data folder through a life: first start, a second one beside it, a crash, a start after it, an orderly stop.
const TIMEOUT_MS = 120_000
const READY = 'is ready after'

let folder: string
let taken: Server
let wantedPort: number
let current: Started
let first: Run

async function points(person: Person): Promise<number> {
  const { list } = await person.call(ledgerHttp.creditBalances, {})
  return list.find(({ unit }) => unit === 'pt_thb')?.balance ?? 0
}

const listensOn = (server: Server, port: number) =>
  new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'talad-launcher-'))
  taken = createServer()
  // below those that the system hands out: nobody gets the next one meanwhile
  do wantedPort = randomInt(20_000, 30_000)
  while (!(await listensOn(taken, wantedPort)))
  current = await startLauncher(folder, { TALAD_PORT: String(wantedPort) })
  await current.says(READY)
  first = await readRun(folder)
}, TIMEOUT_MS)

afterAll(async () => {
  current.signal('SIGTERM')
  await current.gone
  taken.close()
  await rm(folder, { recursive: true, force: true })
}, TIMEOUT_MS)

test('run.json says where everything is, and it is there', async () => {
  expect(first.pid).toBe(current.pid)
  expect(Object.keys(first.services).sort()).toEqual([...serviceNames].sort())
  expect(Object.keys(first.databases).sort()).toEqual([...serviceNames, 'bus'].sort())
  expect(first.contracts.collections.map(({ key }) => key)).toEqual(['betta', 'lantern', 'ticket'])
  expect(first.accounts).toHaveLength(5)
  const answers = await Promise.all(
    [
      ...Object.values(first.services).map((url) => `${url}/livez`),
      `${first.gateway}/docs`,
      first.sandbox,
    ].map(async (url) => [url, (await fetch(url)).status]),
  )
  expect(answers.filter(([, status]) => status !== 200)).toEqual([])
})

test('what is committed is on the disk', async () => {
  const client = new pg.Client(first.databases.ledger)
  await client.connect()
  const { rows } = await client.query('show fsync')
  await client.end()
  expect(rows).toEqual([{ fsync: 'on' }])
})

test('the staff of the demonstration sign in as everybody does, and may do what they are there for', async () => {
  expect(first.admins.map(({ key }) => key)).toEqual([...staffKeys])
  for (let times = 0; times < 2; times++) await appointStaff(first)
  for (const { joinId, may } of first.admins) {
    const { call } = await signIn(first, joinId)
    const own = await until(`${joinId} is an admin`, async () => {
      const told = await call(adminPermissionsHttp.myPermissions, {})
      return (told.super_admin || told.permissions.length > 0) && told
    })
    expect(own).toMatchObject({ customer: `join-${joinId}`, super_admin: may === 'super_admin' })
    if (may !== 'super_admin') expect(new Set(own.permissions)).toEqual(new Set(may))
  }
  const { call } = await signIn(first, 'demo-prapha')
  await until(
    'the gateway lets the chief in, to the audit log that says who appointed everybody',
    async () => {
      const told = await call(auditHttp.listAudit, { query: { who: 'operator:demonstration' } }).catch(
        () => undefined,
      )
      return told?.list.length === first.admins.length
    },
  )
})

test('what holds secrets is for the eyes of its owner', () => {
  for (const file of ['run.json', 'secrets.json', 'lock.json'])
    expect([file, statSync(join(folder, file)).mode & 0o077]).toEqual([file, 0])
})

test('a taken port gives way to another one, and the output says so', () => {
  expect(Number(new URL(first.gateway).port)).toBeGreaterThan(wantedPort)
  expect(current.output()).toContain(`port ${wantedPort} is taken`)
})

test('a second start on the same folder is refused and names the process and its address', async () => {
  const second = await startLauncher(folder)
  expect(await second.gone).toBe(1)
  expect(second.output()).toContain(`process ${current.pid} at ${first.gateway}`)
  expect(second.output()).toContain('--data')
  expect((await fetch(`${first.gateway}/livez`)).status).toBe(200)
})

test('after a kill -9 the next start takes over: nothing is left behind, and everything is kept', {
  timeout: TIMEOUT_MS,
}, async () => {
  const mali = await signIn(first, 'demo-mali')
  await mali.call(ledgerHttp.fastTopup, { body: { unit: 'pt_thb', amount: 12_345 } })
  const children = descendants(current.pid)
  expect(children.length).toBeGreaterThan(2)
  current.signal('SIGKILL')
  await current.gone

  current = await startLauncher(folder, { TALAD_SANDBOX_PORT: '0' })
  await current.says(READY)
  await until('the children of the killed one are gone', () => !children.some(isAlive))
  const second = await readRun(folder)
  expect(second.pid).toBe(current.pid)
  expect(second.contracts).toEqual(first.contracts)
  expect(second.accounts).toEqual(first.accounts)
  expect(await points(await signIn(second, 'demo-mali'))).toBe(12_345)
})

test('Ctrl-C ends everything: no process, no run.json', { timeout: TIMEOUT_MS }, async () => {
  const children = descendants(current.pid)
  current.signal('SIGINT')
  expect(await current.gone).toBe(0)
  expect(children.filter(isAlive)).toEqual([])
  expect(existsSync(join(folder, 'run.json'))).toBe(false)
  expect(current.output()).not.toContain('did not stop cleanly')
})
