import type { Db } from './db.ts'
import { START, saveReaderCursor } from './event-log.ts'
import { RELAY_LEASE, RELAY_READER } from './relay.ts'

/**
 * Sends the whole log to the bus again, for topics that were lost: the relay starts from the beginning, under the same
 * message ids, so that whoever has handled a message recognises it. The service goes on meanwhile.
 * @param wipe runs while no relay of this log sends anything: what was lost is then sent again before anything newer,
 * and each key keeps its order. Where several services share the topics' cluster, nest their calls around the wiping.
 */
export async function republish(db: Db, wipe: () => Promise<unknown> = async () => undefined): Promise<void> {
  const client = await db.connect()
  let fault: Error | undefined
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [RELAY_LEASE])
    await wipe()
    await saveReaderCursor(client, RELAY_READER, START)
    await client.query('select pg_advisory_unlock(hashtext($1))', [RELAY_LEASE])
  } catch (error) {
    fault = error instanceof Error ? error : new Error(String(error)) // the session ends, and with it the lock
    throw error
  } finally {
    client.release(fault)
  }
}
