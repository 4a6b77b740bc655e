import pg from 'pg'

/** Thrown when the Postgres server named by DATABASE_URL can't be used. */
function explain(serverUrl: string, cause: unknown): Error {
  const { host } = new URL(serverUrl)
  const why = cause instanceof Error ? cause.message : String(cause)
  return new Error(
    `The Postgres server ${host} can't be used: ${why}\nIt must take connections, and its user must be allowed to create databases and roles.`,
    { cause },
  )
}

/**
 * Makes sure that there is a database for each name.
 * @param serverUrl of a user who may create databases
 * @returns the address of each, by name
 */
export async function ensureDatabases<Name extends string>(
  serverUrl: string,
  names: readonly Name[],
): Promise<Record<Name, string>> {
  const client = new pg.Client({ connectionString: serverUrl, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    const found = await client.query<{ datname: string }>('select datname from pg_database')
    const known = new Set(found.rows.map(({ datname }) => datname))
    for (const name of names) {
      const database = databaseName(name)
      if (!known.has(database)) await client.query(`create database ${client.escapeIdentifier(database)}`)
    }
  } catch (cause) {
    throw explain(serverUrl, cause)
  } finally {
    await client.end().catch(() => undefined)
  }
  const entries = names.map((name) => [name, addressOf(serverUrl, databaseName(name))] as const)
  return Object.fromEntries(entries) as Record<Name, string>
}

/** `order-book` is kept in `talad_order_book`. */
function databaseName(name: string): string {
  return `talad_${name.replaceAll('-', '_')}`
}

function addressOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.toString()
}
