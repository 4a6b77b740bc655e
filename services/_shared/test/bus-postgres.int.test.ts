import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import type { InMessage } from '../src/bus/port.ts'
import { connectPostgresBus } from '../src/bus/postgres.ts'
import { ANY_WAITING, anyWaiting, partitionOf } from '../src/bus/postgres-log.ts'
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

/** A bus of its own with one member, and what that one was handed. @param onBatch what the member does besides */
async function openBus(onBatch: (ids: readonly string[]) => Promise<void> = async () => undefined) {
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
    handle: async (batch) => {
      const ids = batch.map(({ id }) => id)
      seen.push(...ids)
      await onBatch(ids)
    },
  })
  const send = (id: string, key: string) =>
    bus.publish([
      { id, topic: 't', key, type: 'T', payload: new Uint8Array(), headers: {}, time: new Date() },
    ])
  return { url: database.url, bus, db, seen, send }
}

test('a message waits for no transaction but those that publish to its partition', async () => {
  const { db, seen, send } = await openBus()
  await inTx(db, async (tx) => {
    await tx.query('select pg_current_xact_id()')
    await send('m1', 'k')
    await until('it has arrived', () => seen.length === 1)
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
  await until('both have arrived', () => seen.length === 2)
  expect(seen).toEqual(['slow', 'quick'])
})

test('the groups of a process hold their locks on one connection, a second member of one on another, and take them again when these are cut', async () => {
  const { db, bus, send } = await openBus()
  const handed: string[] = []
  const member = (group: string) =>
    bus.subscribe({
      group,
      topics: ['t'],
      onError: () => undefined,
      handle: async (batch) => void handed.push(...batch.map(({ id }) => `${group} ${id}`)),
    })
  const ended = await member('h')
  await member('h')
  const holders = async () => {
    const { rows } = await db.query<{ pid: number; locks: number }>(`
      select pid, count(*)::int as locks from pg_locks
      where locktype = 'advisory' and objsubid = 2 and objid <= 1000
        and database = (select oid from pg_database where datname = current_database())
      group by pid order by locks desc`)
    return rows
  }
  const locks = async () => (await holders()).map((holder) => holder.locks)
  // of each group the lock of each member and four partitions: g, and one of h; the other of h
  await until('all is shared out', async () => String(await locks()) === '8,3')
  await db.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [
    (await holders()).map(({ pid }) => pid),
  ])
  await until('all is shared out anew', async () => String(await locks()) === '8,3')
  await ended.close()
  await until('who stays has all', async () => (await locks()).reduce((sum, count) => sum + count, 0) === 10)
  for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) await send(key, key)
  await until('all has arrived', () => new Set(handed).size === 6)
  expect(new Set(handed).size).toBe(6)
})

test('B12 whether messages wait is answered by the first one, however many there are', async () => {
  const { db, bus } = await openBus(async () => {
    throw new Error('planted')
  })
  await until('the group is known', async () => (await bus.lag('g')).length === 4)
  await db.query(`
    insert into message (topic, partition, id, key, type, payload, headers, time)
    select 't', n % 4, n::text, 'k', 'T', '', '{}', now() from generate_series(1, 20000) n`)
  await db.query('analyze message')
  expect(await anyWaiting(db, 'g', [0, 1, 2, 3])).toBe(true)
  const plan = await db.query(`explain (analyze, format json) ${ANY_WAITING}`, ['g', [0, 1, 2, 3]])
  const read = [...JSON.stringify(plan.rows).matchAll(/"Actual Rows":(\d+)/g)].map(([, rows]) => Number(rows))
  expect(Math.max(...read)).toBeLessThanOrEqual(4)
  expect(await anyWaiting(db, 'g', [])).toBe(false)
  expect(await anyWaiting(db, 'another', [0, 1, 2, 3])).toBe(false)
})

test('a database of before is brought up to date in place: messages, groups and what they have still to handle', async () => {
  const database = await createEmptyDatabase(inject('postgres'))
  const db = openDb(database.url, { owner: true })
  onTestFinished(async () => {
    await db.end()
    await database.drop()
  })
  const lane = partitionOf('k')
  await db.query(`
    create table message (
      topic text not null, partition integer not null, txid xid8 not null default pg_current_xact_id(),
      seq bigint generated always as identity, id text not null, key text not null, type text not null,
      payload bytea not null, headers jsonb not null, time timestamptz not null,
      published_at timestamptz not null default now(),
      primary key (topic, partition, txid, seq));
    create table group_offset (
      consumer_group text not null, topic text not null, partition integer not null,
      txid xid8 not null default '0', seq bigint not null default 0,
      primary key (consumer_group, topic, partition));
    insert into message (topic, partition, id, key, type, payload, headers, time)
      select 't', ${lane}, 'old-' || n, 'k', 'T', '', '{}', now() from generate_series(1, 3) n;
    insert into group_offset select 'g', 't', ${lane}, txid, seq from message where id = 'old-1'`)
  const seen: string[] = []
  for (let start = 0; start < 2; start++) {
    const bus = await connectPostgresBus(database.url, { onError: (error) => console.error(error) })
    const handle = async (batch: readonly InMessage[]) => void seen.push(...batch.map(({ id }) => id))
    await bus.subscribe({ group: 'g', topics: ['t'], onError: () => undefined, handle })
    const about = {
      topic: 't',
      key: 'k',
      type: 'T',
      payload: new Uint8Array(),
      headers: {},
      time: new Date(),
    }
    await bus.publish([{ ...about, id: `new-${start}` }])
    await until('it has arrived', () => seen.includes(`new-${start}`))
    await bus.close()
  }
  expect(seen).toEqual(['old-2', 'old-3', 'new-0', 'new-1'])
})

test('what came while a batch was handled comes next, and again after a fault', async () => {
  let faults = 1
  const { bus, seen, send } = await openBus(async (ids) => {
    if (ids.includes('first')) await send('second', 'k')
    if (ids.includes('second') && faults-- > 0) throw new Error('planted')
  })
  await send('first', 'k')
  await until('all is handled', async () => {
    const lags = await bus.lag('g')
    return seen.length === 3 && lags.every(({ lag }) => lag === 0n)
  })
  expect(seen).toEqual(['first', 'second', 'second'])
})

test('groups of a process that are as far are handed a message by one read, whichever service is theirs, and their places are saved together', async () => {
  const { url, bus, send } = await openBus()
  const other = await connectPostgresBus(url, { onError: (error) => console.error(error) })
  onTestFinished(() => other.close())
  const seen = new Map<string, string[]>()
  for (const [index, group] of ['a', 'b', 'c', 'd'].entries()) {
    const got: string[] = []
    seen.set(group, got)
    const handle = async (batch: readonly InMessage[]) => void got.push(...batch.map(({ id }) => id))
    await (index % 2 === 0 ? bus : other).subscribe({
      group,
      topics: ['t'],
      onError: () => undefined,
      handle,
    })
  }
  const have = (count: number) => [...seen.values()].every((got) => got.length === count)
  await send('first', 'k')
  await until('all have the first', () => have(1))
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => asked.mockRestore())
  await send('second', 'k')
  await until('all have the second', () => have(2))
  type Asked = { name?: string; values?: unknown[] }
  const named = (name: string) =>
    asked.mock.calls.map(([query]) => query as Asked).filter((one) => one.name === name)
  await until('their places are saved', () => named('bus.save_offsets').length > 0)
  expect([...seen.values()]).toEqual(Array.from({ length: 4 }, () => ['first', 'second']))
  // five groups; now and then they look by themselves
  expect(named('bus.fetch').filter(({ values }) => values?.[1] === partitionOf('k')).length).toBeLessThan(5)
  expect(named('bus.save_offsets').length).toBeLessThan(4)
  for (const group of seen.keys()) expect((await bus.lag(group)).every(({ lag }) => lag === 0n)).toBe(true)
})
