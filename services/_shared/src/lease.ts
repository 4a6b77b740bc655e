import type pg from 'pg'
import { asError, type Db, isConnectionFault } from './db.ts'

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
    } catch (error) {
      if (isConnectionFault(error)) fault = asError(error) // a server that is away would not hear of an unlock
      throw error
    } finally {
      if (!fault)
        await client
          .query({ name: 'kit.let_go', text: 'select pg_advisory_unlock(hashtext($1))', values: [name] })
          .catch((error: Error) => {
            fault = error // the session ends, and with it the lock
          })
    }
  } finally {
    client.release(fault)
  }
}
