import type pg from 'pg'
import type { Db } from './db.ts'

/**
 * Does work that one process at a time may do: whoever holds the advisory lock of that name. The lock ends with the
 * connection, so a process that dies lets go at once.
 * @returns what `work` returns, or undefined when another process holds the lock
 */
export async function withLease<T>(
  db: Db,
  name: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T | undefined> {
  const client = await db.connect()
  let fault: Error | undefined
  try {
    const lock = await client.query<{ ok: boolean }>({
      name: 'kit.lease',
      text: 'select pg_try_advisory_lock(hashtext($1)) as ok',
      values: [name],
    })
    if (!lock.rows[0]?.ok) return undefined
    try {
      return await work(client)
    } finally {
      await client.query('select pg_advisory_unlock(hashtext($1))', [name]).catch((error: Error) => {
        fault = error // the session ends, and with it the lock
      })
    }
  } finally {
    client.release(fault)
  }
}
