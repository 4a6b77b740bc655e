import { expect, inject, onTestFinished, test } from 'vitest'
import { connectPostgresBus } from '../src/bus/postgres.ts'
import { inTx, openDb } from '../src/db.ts'
import { createEmptyDatabase } from '../src/testing/postgres.ts'
import { until } from '../src/testing/wait.ts'
import { busContract } from './bus-contract.ts'

busContract('Postgres', async () => {
  const database = await createEmptyDatabase(inject('postgres'))
  return {
    address: { busDatabaseUrl: database.url },
    connect: (watch) =>
      connectPostgresBus(database.url, { onError: (error) => console.error(error), ...watch }),
    close: () => database.drop(),
  }
})

/** A bus of its own with one member, and what that one was handed. */
async function openBus() {
  const database = await createEmptyDatabase(inject('postgres'))
  const bus = await connectPostgresBus(database.url, { onError: (error) => console.error(error) })
  const db = openDb(database.url, { owner: true, max: 9 })
  onTestFinished(async () => {
    await bus.close()
    await db.end()
    await database.drop()
  })
  const seen: string[] = []
  await bus.subscribe({
    group: 'g',
    topics: ['t'],
    onError: () => undefined,
    handle: async (batch) => void seen.push(...batch.map(({ id }) => id)),
  })
  const send = (id: string, key: string) =>
    bus.publish([
      { id, topic: 't', key, type: 'T', payload: new Uint8Array(), headers: {}, time: new Date() },
    ])
  return { db, seen, send }
}

test('a message waits for no transaction but those that publish to its partition', async () => {
  const { db, seen, send } = await openBus()
  await inTx(db, async (tx) => {
    await tx.query('select pg_current_xact_id()')
    await send('m1', 'k')
    await until('it has arrived', () => seen.length === 1, 1_000)
  })
})

test('a message that is slow to commit is not overtaken in its partition, and so not missed', async () => {
  const { db, seen, send } = await openBus()
  await db.query(`
    create function dawdle() returns trigger language plpgsql as $$
    begin
      perform pg_sleep(0.3);
      return null;
    end $$;
    create trigger dawdle after insert on message for each row when (new.id = 'slow') execute function dawdle()`)
  const slow = send('slow', 'k')
  await until('it is being written', async () => {
    const { rows } = await db.query(`select 1 from pg_stat_activity where wait_event = 'PgSleep'`)
    return rows.length > 0
  })
  await Promise.all([slow, send('quick', 'k')])
  await until('both have arrived', () => seen.length === 2, 5_000)
  expect(seen).toEqual(['slow', 'quick'])
})
