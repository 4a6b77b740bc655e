import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Db, openDb } from '@talad/shared/db'

type Table = { name: string; columns: string }

/** All tables with their columns; what is computed from other columns is not copied. */
const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name,
    string_agg(format('%I', a.attname), ', ' order by a.attnum) as columns
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where n.nspname in ('public', 'kit') and c.relkind = 'r' group by 1 order by 1`

const SEQUENCES = `
  select format('%I.%I', schemaname, sequencename) as name, last_value as last from pg_sequences
  where last_value is not null`

/** The contents of a database as files, as a dump would hold them. */
export type Dump = {
  /** puts them in the place of what is in a database with the same tables */
  restore(url: string): Promise<void>
  remove(): Promise<void>
}

/** What `pg_dump` and `pg_restore` do to data, with nothing but the server: both servers must be on this machine. */
export async function dumpDatabase(url: string): Promise<Dump> {
  const folder = await mkdtemp(join(tmpdir(), 'talad-dump-'))
  await chmod(folder, 0o777) // the servers write and read there, as users of their own
  const source = openDb(url, { owner: true, max: 1 })
  try {
    await source.query('begin isolation level repeatable read read only')
    const tables = (await source.query<Table>(TABLES)).rows
    const sequences = (await source.query<{ name: string; last: bigint }>(SEQUENCES)).rows
    for (const { name, columns } of tables)
      await source.query(`copy ${name} (${columns}) to '${join(folder, name)}' with (format binary)`)
    await source.query('commit')
    return {
      async restore(target) {
        const db = openDb(target, { owner: true, max: 1 })
        try {
          await restoreAll(db, folder, tables, sequences)
        } finally {
          await db.end()
        }
      },
      remove: () => rm(folder, { recursive: true, force: true }),
    }
  } finally {
    await source.end()
  }
}

async function restoreAll(
  db: Db,
  folder: string,
  tables: readonly Table[],
  sequences: readonly { name: string; last: bigint }[],
): Promise<void> {
  // no triggers and no references while all is put in, whatever the order of the tables
  await db.query('set session_replication_role = replica')
  await db.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
  for (const { name, columns } of tables)
    await db.query(`copy ${name} (${columns}) from '${join(folder, name)}' with (format binary)`)
  for (const { name, last } of sequences) await db.query('select setval($1, $2)', [name, last])
}
