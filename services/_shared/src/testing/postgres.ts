import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { migrate } from '../migrate.ts'

async function asAdmin<T>(serverUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(serverUrl)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.toString()
}

/**
 * A fresh database for one test file: cloned from a template that is migrated once per server and migrations folder.
 * @param migrations the service's `prisma/migrations`; none: the kit's tables only
 */
export async function createTestDatabase(
  serverUrl: string,
  migrations?: string,
): Promise<{ url: string; drop(): Promise<void> }> {
  const template = `template_${createHash('md5')
    .update(migrations ?? 'kit')
    .digest('hex')
    .slice(0, 12)}`
  const name = `test_${randomBytes(6).toString('hex')}`
  await asAdmin(serverUrl, async (client) => {
    await client.query(`select pg_advisory_lock(hashtext('${template}'))`)
    try {
      const found = await client.query('select 1 from pg_database where datname = $1', [template])
      if (found.rows.length === 0) {
        await client.query(`create database ${template}_new`)
        await migrate(databaseUrl(serverUrl, `${template}_new`), migrations)
        await client.query(`alter database ${template}_new rename to ${template}`)
      }
      await client.query(`create database ${name} template ${template}`)
    } finally {
      await client.query(`select pg_advisory_unlock(hashtext('${template}'))`)
    }
  })
  return {
    url: databaseUrl(serverUrl, name),
    drop: () =>
      asAdmin(
        serverUrl,
        async (client) => void (await client.query(`drop database if exists ${name} with (force)`)),
      ),
  }
}

/** A database without any table, for what makes its own (the embedded bus). */
export async function createEmptyDatabase(
  serverUrl: string,
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await asAdmin(serverUrl, async (client) => void (await client.query(`create database ${name}`)))
  return {
    url: databaseUrl(serverUrl, name),
    drop: () =>
      asAdmin(
        serverUrl,
        async (client) => void (await client.query(`drop database if exists ${name} with (force)`)),
      ),
  }
}
