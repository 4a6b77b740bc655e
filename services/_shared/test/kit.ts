import { inject, onTestFinished } from 'vitest'
import { z } from 'zod'
import { systemClock } from '../src/clock.ts'
import { type Db, openDb } from '../src/db.ts'
import { createNotifier, type Notifier } from '../src/notifier.ts'
import { Rejection } from '../src/rejection.ts'
import type { Stream } from '../src/stream.ts'
import { createTestDatabase } from '../src/testing/postgres.ts'

type Counted = { type: 'Counted'; data: { amount: bigint } }

/** The smallest stream there is: a sum that may not pass a limit. */
export const counter: Stream<bigint, { add: bigint; limit?: bigint }, Counted> = {
  name: 'counter',
  event: z.object({ type: z.literal('Counted'), data: z.object({ amount: z.coerce.bigint() }) }),
  initial: 0n,
  evolve: (sum, event) => sum + event.data.amount,
  decide: ({ add, limit }, sum) => {
    if (limit !== undefined && sum + add > limit) throw new Rejection('LIMIT_REACHED')
    return [{ type: 'Counted', data: { amount: add } }]
  },
}

export type Kit = {
  db: Db
  owner: Db
  notifier: Notifier
  now: typeof systemClock
  url: string
  faults: unknown[]
}

/** A database of the test's own with the kit's tables, gone at the end of the test. */
export async function openKit(max = 10): Promise<Kit> {
  const database = await createTestDatabase(inject('postgres'))
  const faults: unknown[] = []
  const db = openDb(database.url, { max })
  const owner = openDb(database.url, { max: 4, owner: true })
  const notifier = createNotifier(db, { onError: (error) => faults.push(error) })
  onTestFinished(async () => {
    await notifier.close()
    await Promise.race([Promise.all([db.end(), owner.end()]), pause(5_000)]) // a test that hangs is to fail, not its end
    await database.drop()
  })
  return { db, owner, notifier, now: systemClock, url: database.url, faults }
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Ends every connection of a database except the asking one, as a restart of the server would. */
export async function cutConnections(owner: Db): Promise<void> {
  await owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
}

/** What a dump of a cluster that has done very much more leaves in this one: two events, both read by the relay. */
export async function restored(kit: Kit, cluster = '1'): Promise<void> {
  await kit.owner.query(`
    insert into kit.event (txid, stream, version, type, data, meta, at)
    select (1000000000000 + n)::text::xid8, 'counter-a', n, 'Counted', '{"amount": 1}', '{"correlationId": "c"}', now()
    from generate_series(1, 2) n`)
  await kit.owner.query(`insert into kit.reader (name, txid, position)
    select 'relay', txid, position from kit.event order by kit.event.txid desc, position desc limit 1`)
  await kit.owner.query('delete from kit.epoch')
  if (cluster !== 'unknown')
    await kit.owner.query(
      'insert into kit.epoch (number, system_identifier, database_oid) values (0, $1, 1)',
      [cluster],
    )
}
