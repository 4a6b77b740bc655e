import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { APP_ROLE, openDb, type Tx } from './db.ts'
import { enterEpoch } from './epoch.ts'

const KIT_MIGRATIONS = fileURLToPath(new URL('../sql', import.meta.url))

/** Prisma's own record, so that `prisma migrate deploy` finds what it expects. */
const PRISMA_TABLE = `
  create table if not exists _prisma_migrations (
    id varchar(36) primary key, checksum varchar(64) not null, finished_at timestamptz,
    migration_name varchar(255) not null, logs text, rolled_back_at timestamptz,
    started_at timestamptz not null default now(), applied_steps_count integer not null default 0)`

const KIT_TABLE = `
  create schema if not exists kit;
  create table if not exists kit.migration (
    migration_name text primary key, checksum text not null, finished_at timestamptz not null default now())`

type Folder = { name: string; sql: string; checksum: string }

async function folders(dir: string): Promise<Folder[]> {
  const names = (await readdir(dir, { withFileTypes: true })).filter((entry) => entry.isDirectory())
  return Promise.all(
    names
      .map((entry) => entry.name)
      .sort()
      .map(async (name) => {
        const sql = await readFile(join(dir, name, 'migration.sql'), 'utf8')
        return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
      }),
  )
}

async function apply(
  tx: Tx,
  table: '_prisma_migrations' | 'kit.migration',
  wanted: Folder[],
): Promise<string[]> {
  const done = await tx.query<{ migration_name: string; checksum: string }>(
    `select migration_name, checksum from ${table} where finished_at is not null`,
  )
  const known = new Map(done.rows.map((row) => [row.migration_name, row.checksum]))
  const applied: string[] = []
  for (const { name, sql, checksum } of wanted) {
    const before = known.get(name)
    if (before === checksum) continue
    if (before !== undefined) throw new Error(`migration ${name} was changed after it was applied`)
    await tx.query(sql)
    await (table === 'kit.migration'
      ? tx.query('insert into kit.migration (migration_name, checksum) values ($1, $2)', [name, checksum])
      : tx.query(
          `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
           values ($1, $2, $3, now(), 1)`,
          [randomUUID(), checksum, name],
        ))
    applied.push(name)
  }
  return applied
}

const CREATE_ROLE = `
  do $$ begin create role ${APP_ROLE} nologin;
  exception when duplicate_object or unique_violation then null; end $$`

/** Everything in a service's tables for the application role; append-only tables take the rights back themselves. */
const GRANTS = (schema: string) => `
  grant usage on schema ${schema} to ${APP_ROLE};
  grant select, insert, update, delete on all tables in schema ${schema} to ${APP_ROLE};
  grant usage on all sequences in schema ${schema} to ${APP_ROLE};
  grant execute on all functions in schema ${schema} to ${APP_ROLE}`

/** Tables marked by `comment on table … is 'append-only'` lose the right to change or remove rows (LG-8). */
const REVOKES = `
  do $$ declare t record; begin
    for t in select n.nspname, c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where obj_description(c.oid, 'pg_class') = 'append-only' and c.relkind in ('r', 'p')
    loop execute format('revoke update, delete, truncate on %I.%I from ${APP_ROLE}', t.nspname, t.relname); end loop;
  end $$`

/**
 * Brings a database to the newest schema: the kit's tables (schema `kit`), then the service's own
 * (`prisma/migrations`, public schema), all in one transaction under an advisory lock. In another cluster than before, an
 * epoch of the log begins.
 * @param url the owner's connection
 * @param dir the service's `prisma/migrations` folder, if it has tables of its own
 * @param dryRun true: nothing is kept
 * @returns the names of the migrations that were applied now, and the epoch if one began
 */
export async function migrate(url: string, dir?: string, { dryRun = false } = {}): Promise<string[]> {
  const db = openDb(url, { max: 1, owner: true, name: 'migrate' })
  const client = await db.connect()
  try {
    if (!dryRun) await client.query(CREATE_ROLE) // on its own: several databases of a server may ask for it at once
    await client.query('begin')
    if (dryRun) await client.query(CREATE_ROLE)
    await client.query(`select pg_advisory_xact_lock(hashtext('talad.migrate'))`)
    await client.query(KIT_TABLE)
    const applied = await apply(client, 'kit.migration', await folders(KIT_MIGRATIONS))
    if (dir) {
      await client.query(PRISMA_TABLE)
      applied.push(...(await apply(client, '_prisma_migrations', await folders(dir))))
    }
    await client.query(GRANTS('kit'))
    await client.query(GRANTS('public'))
    await client.query(REVOKES)
    const epoch = await enterEpoch(client)
    if (epoch !== undefined) applied.push(`epoch ${epoch} of the log`)
    await client.query(dryRun ? 'rollback' : 'commit')
    return applied
  } finally {
    client.release()
    await db.end()
  }
}
