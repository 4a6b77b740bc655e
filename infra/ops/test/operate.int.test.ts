import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InMessage } from '@talad/shared/bus/port'
import { createEmptyDatabase } from '@talad/shared/testing/postgres'
import { until } from '@talad/shared/testing/wait'
import { expect, inject, onTestFinished, test } from 'vitest'
import { catalog } from '../src/catalog.ts'
import { databaseSetting } from '../src/system.ts'
import { COUNTED_TOPIC } from './counter.ts'
import { runTalad, startCounter } from './harness.ts'

test('lag tells how far the relay, the read models and the groups are, and none when all is read', async () => {
  const counter = await startCounter()
  await counter.count('a')
  await counter.say('a word')
  const readers = ['projection.total', 'relay']
  await until('all is read', async () => {
    const { json } = await counter.ask('lag')
    return json.next === 'nothing to do.' && JSON.stringify(json).includes('relay')
  })
  const { json } = await counter.ask('lag')
  expect(json.readers).toEqual(
    readers.map((reader) => ({ service: 'counter', reader, events: 0, isLimited: false, oldestMs: 0 })),
  )
  expect(json.groups).toEqual([{ service: 'counter', group: 'counter.word', messages: '0' }])
  await counter.db.query(`insert into kit.reader (name) values ('projection.slow')`)
  const behind = await counter.run('lag')
  expect(behind.stdout).toMatch(/reader projection\.slow\s+1 events/)
  expect(behind.exit).toBe(0)
})

test('verify finds a planted broken invariant and ends with 1', async () => {
  const counter = await startCounter()
  expect(await counter.ask('verify')).toMatchObject({ exit: 0, json: { ok: true } })
  await counter.db.query(`insert into word values ('k', 'bad')`)
  const broken = await counter.run('verify', 'counter')
  expect(broken.exit).toBe(1)
  expect(broken.stdout).toContain('BROKEN  counter: no word is bad\n          k\n')
})

test('verify tells what waits for a person from what is broken', async () => {
  const counter = await startCounter()
  await counter.db.query(`insert into word values ('k', 'doubtful')`)
  const waits = await counter.run('verify')
  expect(waits.exit).toBe(1)
  expect(waits.stdout).toContain('WAITS   counter: no word is in doubt\n          k\n')
  expect(waits.stdout).toContain('Next: decide on what waits')
})

test('replay sends from a position or a time on again, under the same ids', async () => {
  const counter = await startCounter()
  const heard: InMessage[] = []
  const subscription = await counter.bus.subscribe({
    group: 'test',
    topics: [COUNTED_TOPIC],
    onError: () => undefined,
    handle: async (batch) => void heard.push(...batch),
  })
  onTestFinished(() => subscription.close())
  for (let n = 0; n < 3; n++) await counter.count('a')
  await until('all is heard', () => heard.length === 3)
  const position = heard[1]?.id.split(':')[1] ?? ''
  // the relay notes what it has sent a moment later
  await expect
    .poll(() => counter.ask('replay', 'counter', '--from', position, '--dry-run'))
    .toMatchObject({ exit: 0, json: { dryRun: true, events: '2' } })
  expect(heard).toHaveLength(3)
  expect(await counter.ask('replay', 'counter', '--from', position)).toMatchObject({ json: { events: '2' } })
  await until('two come again', () => heard.length === 5)
  expect(heard.slice(3).map(({ id }) => id)).toEqual(heard.slice(1, 3).map(({ id }) => id))
  await counter.ask('replay', 'counter', '--from', '2000-01-01')
  await until('all come again', () => heard.length === 8)
  expect(await counter.ask('replay', 'counter', '--from', '2999-01-01')).toMatchObject({
    json: { events: '0' },
  })
  const wrong = await counter.run('replay', 'counter', '--from', 'yesterday')
  expect(wrong.exit).toBe(2)
  expect(wrong.stderr).toMatch(/^--from: yesterday is neither/)
})

test('a rebuild makes a spoilt replica anew, its dry run changes nothing, and an unknown name is told with those that there are', async () => {
  const counter = await startCounter()
  await counter.db.query(`insert into word values ('x', 'made up')`)
  expect(await counter.ask('rebuild', 'counter', 'word', '--dry-run')).toMatchObject({
    exit: 0,
    json: { dryRun: true, tables: { word: 1 } },
  })
  expect((await counter.db.query('select key from word')).rows).toEqual([{ key: 'x' }])
  expect(await counter.ask('rebuild', 'counter', 'word')).toMatchObject({
    exit: 0,
    json: { kind: 'replica', after: { word: 0 } },
  })
  expect((await counter.db.query('select key from word')).rows).toEqual([])
  const unknown = await counter.run('rebuild', 'counter', 'nothing')
  expect(unknown).toMatchObject({
    exit: 2,
    stderr: 'name: there is no nothing; counter has: total, latest, word\n',
  })
})

test('migrate brings every service to its newest schema, and a dry run keeps nothing', async () => {
  const databases = await Promise.all(
    catalog.names.map(async (name) => [name, await createEmptyDatabase(inject('postgres'))] as const),
  )
  onTestFinished(async () => {
    for (const [, database] of databases) await database.drop()
  })
  const env = Object.fromEntries(databases.map(([name, { url }]) => [databaseSetting(name), url]))
  const ask = async (...args: string[]) => {
    const { exit, stdout, stderr } = await runTalad(catalog, env, 'migrate', '--json', ...args)
    if (exit !== 0) throw new Error(stderr)
    return Object.values<string[]>(JSON.parse(stdout).applied).map(({ length }) => length > 0)
  }
  const all = catalog.names.map(() => true)
  expect(await ask('--dry-run')).toEqual(all)
  expect(await ask()).toEqual(all)
  expect(await ask()).toEqual(catalog.names.map(() => false))
  const verified = await runTalad(catalog, env, 'verify')
  expect(verified).toMatchObject({ exit: 0 })
  expect(verified.stdout).toContain('holds   ledger:')
})

test('a running system is found by the run.json of its folder, and what was looked for is told where there is none', async () => {
  const counter = await startCounter()
  const folder = await mkdtemp(join(tmpdir(), 'talad-ops-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const run = {
    pid: process.pid,
    sandbox: 'http://127.0.0.1:1',
    databases: { counter: counter.settings.DATABASE_URL, bus: counter.settings.BUS_DATABASE_URL },
  }
  const lag = (env = {}, ...args: string[]) => runTalad(counter.catalog, env, 'lag', ...args)
  const none = await lag({}, '--data', folder)
  expect(none).toMatchObject({ exit: 3, stdout: '' })
  expect(none.stderr).toContain(join(folder, 'run.json'))
  await writeFile(join(folder, 'run.json'), JSON.stringify(run))
  expect(await lag({}, '--data', folder)).toMatchObject({ exit: 0 })
  expect(await lag({ TALAD_DATA: folder })).toMatchObject({ exit: 0 })
  await writeFile(join(folder, 'run.json'), JSON.stringify({ ...run, pid: 2 ** 22 + 1 }))
  const stale = await lag({ TALAD_DATA: folder })
  expect(stale.exit).toBe(3)
  expect(stale.stderr).toContain('COUNTER_DATABASE_URL')
  expect(stale.stderr).toContain('does not run any more')
})

test('a database that does not answer is told by its service', async () => {
  const counter = await startCounter()
  const env = { ...counter.env, COUNTER_DATABASE_URL: 'postgres://127.0.0.1:1/nothing' }
  const answer = await runTalad(counter.catalog, env, 'jobs', 'list')
  expect(answer.exit).toBe(3)
  expect(answer.stderr).toContain('the database of counter does not answer')
})

test('every command has a help text, and the first one tells the exit codes', async () => {
  const help = (...args: string[]) => runTalad(catalog, {}, ...args, '--help')
  expect((await help()).stdout).toContain('Exit codes')
  for (const command of ['rebuild', 'replay', 'lag', 'verify', 'migrate', 'dead-letters', 'jobs'])
    expect(await help(command)).toMatchObject({ exit: 0, stdout: expect.stringContaining('Usage: talad') })
})
