import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '@talad/dev/config'
import { serviceNames } from '@talad/services/manifests'
import { loadService } from '@talad/services/services'
import { type Db, openDb } from '@talad/shared/db'
import { readerLag } from '@talad/shared/event-log'
import { rebuildReadModel } from '@talad/shared/read-model'
import { until } from '@talad/shared/testing/wait'
import { expect, onTestFinished, test } from 'vitest'
import { expectWholeLedger } from '../src/ledger.ts'
import { mainJob } from '../src/main-job.ts'
import { startSystem } from '../src/system.ts'

const execute = promisify(execFile)

/** Somchai's lanterns. */
const TOKENS = ['1', '5', '8', '10', '13', '19']

type Made = { service: string; name: string; before: object; after: object }

/** `npm run talad --` on the system of a folder. @throws Error when it ends with anything but 0 */
async function talad(folder: string, ...args: string[]) {
  const program = join(root, 'infra/ops/src/main.ts')
  const { stdout } = await execute(process.execPath, [program, ...args, '--data', folder, '--json'])
  return JSON.parse(stdout)
}

/** Everything that can be made anew, of every service, one after the other. */
async function rebuildAll(folder: string): Promise<Made[]> {
  const made: Made[] = []
  for (const service of serviceNames) {
    const { readModels, replicas } = await loadService(service)
    for (const { name } of [...readModels, ...replicas]) {
      const { before, after } = await talad(folder, 'rebuild', service, name)
      made.push({ service, name, before, after })
    }
  }
  return made
}

/** Rows and all else that the database knows of a table: rights, comment, triggers, indexes. */
async function standOf(owner: Db, table: string): Promise<unknown> {
  const { rows } = await owner.query(
    `select (select md5(coalesce(string_agg(t::text, ' ' order by t::text), '')) from ${table} t) as rows,
       (select array_agg(a::text order by a::text) from unnest(relacl) a) as rights,
       obj_description(c.oid, 'pg_class') as comment,
       (select array_agg(pg_get_triggerdef(t.oid) order by tgname) from pg_trigger t where tgrelid = c.oid) as triggers,
       (select array_agg(indexdef order by indexdef) from pg_indexes i where i.tablename = relname) as indexes
     from pg_class c where relname = $1 and relnamespace = 'public'::regnamespace`,
    [table],
  )
  return rows
}

/** B7: made anew at rest, each read model is as it was, row by row, with its rights, triggers and indexes. */
async function expectSameAtRest(databases: Readonly<Record<string, string>>): Promise<void> {
  for (const service of serviceNames) {
    const owner = openDb(databases[service] ?? '', { owner: true, max: 4 })
    for (const model of (await loadService(service)).readModels) {
      const reader = `projection.${model.name}`
      if (model.behind) await until('it is up to date', async () => (await readerLag(owner, reader)) === 0n)
      const stand = () => Promise.all(model.tables.map((table) => standOf(owner, table)))
      const before = await stand()
      await rebuildReadModel(owner, model)
      expect(await stand(), model.name).toEqual(before)
    }
    await owner.end()
  }
}

test('B7 every read model and replica is made anew by the command line while people buy, and nothing is lost or done twice', {
  timeout: 300_000,
}, async () => {
  const system = await startSystem({ kind: 'embedded' })
  onTestFinished(() => system.stop())
  const { run, folder } = system
  const statuses = [(await mainJob(run, TOKENS[0] ?? '')).shipping.status]
  let isRebuilding = true
  const rebuilding = rebuildAll(folder).finally(() => {
    isRebuilding = false
  })
  for (const token of TOKENS.slice(1)) {
    if (!isRebuilding) break
    statuses.push((await mainJob(run, token)).shipping.status)
  }
  const made = await rebuilding
  expect(statuses.length).toBeGreaterThan(1)
  expect(new Set(statuses)).toEqual(new Set(['completed']))
  expect(made.length).toBeGreaterThan(15)
  const emptied = made.filter(({ before, after }) => isEmpty(after) && !isEmpty(before))
  expect(emptied).toEqual([])
  await expectWholeLedger(run)
  await expectSameAtRest(run.databases)
  const { verified } = await talad(folder, 'verify')
  expect(verified.length).toBeGreaterThan(20)
  expect((await talad(folder, 'dead-letters', 'list')).deadLetters).toEqual([])
})

const isEmpty = (rows: object) => Object.values(rows).every((count) => count === 0)
