import type { Run } from '@talad/dev/run-file'
import { type Db, openDb } from '@talad/shared/db'

/** The databases of a running system, each opened when it is first looked at. */
export type Databases = { of(service: string): Db; close(): Promise<void> }

export function openDatabases(run: Run): Databases {
  const open = new Map<string, Db>()
  return {
    of(service) {
      const url = run.databases[service]
      if (url === undefined) throw new Error(`${service} has no database`)
      const db = open.get(service) ?? openDb(url, { owner: true, max: 2 })
      open.set(service, db)
      return db
    },
    async close() {
      await Promise.all([...open.values()].map((db) => db.end()))
    },
  }
}

/** A count (`n`) in a service's database. */
export async function numberIn(
  databases: Databases,
  service: string,
  { sql, values }: { sql: string; values: unknown[] },
): Promise<number> {
  const { rows } = await databases.of(service).query<{ n: bigint }>(sql, values)
  return Number(rows[0]?.n ?? 0n)
}
