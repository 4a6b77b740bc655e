import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openDb } from '../src/db.ts'
import { migrate } from '../src/migrate.ts'
import { createEmptyDatabase } from '../src/testing/postgres.ts'

async function start(sql: Record<string, string>) {
  const database = await createEmptyDatabase(inject('postgres'))
  const dir = await mkdtemp(join(tmpdir(), 'talad-migrations-'))
  const db = openDb(database.url, { owner: true })
  const app = openDb(database.url)
  onTestFinished(async () => {
    await Promise.all([db.end(), app.end()])
    await database.drop()
    await rm(dir, { recursive: true, force: true })
  })
  const write = async (files: Record<string, string>) => {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(join(dir, name), { recursive: true })
      await writeFile(join(dir, name, 'migration.sql'), text)
    }
  }
  await write(sql)
  return { url: database.url, dir, db, app, write }
}

const first = { '20250101000000_first': 'create table thing (id int primary key)' }
const second = {
  '20250102000000_second': `create table note (id int); comment on table note is 'append-only'`,
}

test('an empty database comes to the newest schema, in order, and a second time nothing happens', async () => {
  const { url, dir, db } = await start({ ...second, ...first })
  const applied = await migrate(url, dir)
  expect(applied.slice(-2)).toEqual(['20250101000000_first', '20250102000000_second'])
  expect(applied[0]).toBe('0001_event_log')
  expect(await migrate(url, dir)).toEqual([])
  const noted = await db.query('select migration_name from _prisma_migrations order by 1')
  expect(noted.rows).toHaveLength(2)
})

test('LG-8 the application role may change ordinary tables, and only add to append-only ones', async () => {
  const { url, dir, app } = await start({ ...first, ...second })
  await migrate(url, dir)
  await app.query('insert into thing values (1)')
  await app.query('update thing set id = 2')
  await app.query('insert into note values (1)')
  for (const change of ['update note set id = 2', 'delete from note', 'truncate note']) {
    await expect(app.query(change)).rejects.toThrow('permission denied')
  }
})

test('a migration that was changed after it was applied is refused, and nothing else is applied', async () => {
  const { url, dir, db, write } = await start(first)
  await migrate(url, dir)
  await write({ '20250101000000_first': 'create table thing (id bigint primary key)', ...second })
  await expect(migrate(url, dir)).rejects.toThrow('20250101000000_first was changed')
  const found = await db.query(`select to_regclass('public.note') as found`)
  expect(found.rows[0]).toEqual({ found: null })
})

test('a migration that fails leaves the database as it was', async () => {
  const { url, dir, db, write } = await start({
    ...first,
    '20250103000000_bad': 'create table other (x nonsense)',
  })
  await expect(migrate(url, dir)).rejects.toThrow('nonsense')
  const found = await db.query(
    `select to_regclass('public.thing') as thing, to_regclass('kit.event') as event`,
  )
  expect(found.rows[0]).toEqual({ thing: null, event: null })
  await write({ '20250103000000_bad': 'create table other (x int)' })
  expect(await migrate(url, dir)).toContain('20250103000000_bad')
})

test('several processes that start at once apply each migration once', async () => {
  const { url, dir } = await start({ ...first, ...second })
  const applied = (await Promise.all(Array.from({ length: 6 }, () => migrate(url, dir)))).flat()
  expect(applied.filter((name) => name === '20250101000000_first')).toHaveLength(1)
  expect(new Set(applied).size).toBe(applied.length)
})
