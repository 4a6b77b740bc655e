import { fromBinary } from '@bufbuild/protobuf'
import { StringValueSchema } from '@bufbuild/protobuf/wkt'
import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { type Bus, type OutMessage, outgoing } from '../src/bus/port.ts'
import { connectPostgresBus } from '../src/bus/postgres.ts'
import { type Consumer, type ConsumerDeps, runConsumers } from '../src/consumer.ts'
import { withContext } from '../src/context.ts'
import { inTx, openDb } from '../src/db.ts'
import { readerLag, readLog, START } from '../src/event-log.ts'
import { startRelay } from '../src/relay.ts'
import { republish } from '../src/republish.ts'
import { change } from '../src/stream.ts'
import { createEmptyDatabase } from '../src/testing/postgres.ts'
import { until } from '../src/testing/wait.ts'
import { counter, cutConnections, type Kit, openKit } from './kit.ts'

const publish = (row: { stream: string; version: number }) => [
  outgoing('test.count.v1', row.stream, StringValueSchema, { value: `${row.version}` }),
  outgoing('test.other.v1', row.stream, StringValueSchema, { value: 'second' }),
]

/** A bus that only remembers; `fault` is thrown after the messages are durable, as when a process dies before it notes so. */
function memoryBus() {
  const sent: OutMessage[] = []
  const state: { fault: Error | undefined; calls: number } = { fault: undefined, calls: 0 }
  const bus: Pick<Bus, 'publish'> = {
    async publish(messages) {
      state.calls += 1
      sent.push(...messages)
      if (state.fault) throw state.fault
    },
  }
  return { sent, state, bus }
}

function relayOn(kit: Kit, bus: Pick<Bus, 'publish'>, errors: unknown[] = []) {
  const unused = () => Promise.reject(new Error('not used by a relay'))
  const whole: Bus = {
    subscribe: unused,
    seek: unused,
    lag: unused,
    hasHandledUntil: unused,
    prune: unused,
    forget: unused,
    ensureTopics: unused,
    close: unused,
    ...bus,
  }
  const relay = startRelay({
    ...kit,
    service: 'test',
    bus: whole,
    publish,
    onError: (error) => errors.push(error),
  })
  onTestFinished(() => relay.close())
  return relay
}

test('a relay that dies between sending and noting it sends the same ids again, in order', async () => {
  const kit = await openKit()
  const { sent, state, bus } = memoryBus()
  state.fault = new Error('planted')
  for (let n = 0; n < 5; n++) await change(kit, counter, 'a', { add: 1n })
  // an older transaction of another test on the same server may hold some of them back for a moment
  await until('all may be read', async () => (await readLog(kit.db, START, 10)).length === 5)
  const errors: unknown[] = []
  const first = relayOn(kit, bus, errors)
  await until('it has failed', () => errors.length > 0)
  await first.close()
  const before = sent.splice(0).slice(0, 10)
  expect(before).toHaveLength(10)
  state.fault = undefined
  relayOn(kit, bus)
  await until('all is sent', async () => (await readerLag(kit.db, 'relay')) === 0n)
  expect(sent.map(({ id, key, type }) => ({ id, key, type }))).toEqual(
    before.map(({ id, key, type }) => ({ id, key, type })),
  )
  expect(new Set(sent.map(({ id }) => id)).size).toBe(10)
})

test('of two relays one works, and the other takes over', async () => {
  const kit = await openKit()
  const [left, right] = [memoryBus(), memoryBus()]
  const first = relayOn(kit, left.bus)
  await change(kit, counter, 'a', { add: 1n })
  await until('the first has sent', () => left.sent.length === 2)
  relayOn(kit, right.bus)
  for (let n = 0; n < 20; n++) await change(kit, counter, 'a', { add: 1n })
  await until('all is sent', () => left.sent.length + right.sent.length >= 42)
  await first.close()
  await change(kit, counter, 'a', { add: 1n })
  await until('the second goes on', () => left.sent.length + right.sent.length >= 44)
  const ids = [...left.sent, ...right.sent].map(({ id }) => id)
  expect(ids).toHaveLength(44)
  expect(new Set(ids).size).toBe(44)
})

test('where the relay stands is noted once for what it has sent within a moment, and before another one takes over', async () => {
  const kit = await openKit()
  const { sent, bus } = memoryBus()
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => asked.mockRestore())
  const noted = () =>
    asked.mock.calls.filter(([query]) => Object(query).name === 'kit.save_reader_cursor').length
  const since = performance.now()
  const relay = relayOn(kit, bus)
  for (let n = 0; n < 20; n++) {
    await change(kit, counter, 'a', { add: 1n })
    await until('it is sent', () => sent.length === 2 * (n + 1))
  }
  expect(noted()).toBeLessThanOrEqual(1 + (performance.now() - since) / 50)
  await relay.close()
  expect(await readerLag(kit.db, 'relay')).toBe(0n)
})

test('a message carries the cause, the actor and the site of its event', async () => {
  const kit = await openKit()
  const { sent, bus } = memoryBus()
  relayOn(kit, bus)
  const context = { correlationId: 'c-1', actor: 'someone', site: 'night', language: 'th' as const }
  await withContext({ ...context, traceparent: '00-a-b-01' }, () => change(kit, counter, 'a', { add: 1n }))
  await until('it is sent', () => sent.length === 2)
  expect(sent[0]?.headers).toMatchObject({
    ce_correlationid: 'c-1',
    ce_actor: 'someone',
    ce_site: 'night',
    ce_language: 'th',
    ce_source: 'test',
    traceparent: '00-a-b-01',
  })
})

test('a relay goes on after its connections were cut', async () => {
  const kit = await openKit()
  const { sent, bus } = memoryBus()
  relayOn(kit, bus)
  await change(kit, counter, 'a', { add: 1n })
  await until('it is sent', () => sent.length === 2)
  await cutConnections(kit.owner)
  await until('the pool is whole again', () =>
    change(kit, counter, 'a', { add: 1n }).then(
      () => true,
      () => false,
    ),
  )
  await until('the next is sent', () => sent.length >= 4)
})

test('a relay looks again and again for an event that an older transaction holds back', async () => {
  const kit = await openKit()
  const { sent, bus } = memoryBus()
  let looks = 0
  kit.db.on('acquire', (client) => {
    const { query } = client
    client.query = ((...given: [{ name?: string }]) => {
      looks += Number(given[0].name === 'kit.read_log')
      return Reflect.apply(query, client, given)
    }) as typeof query
  })
  relayOn(kit, bus)
  await inTx(kit.owner, async (tx) => {
    await tx.query('select pg_current_xact_id()')
    await change(kit, counter, 'a', { add: 1n })
    const before = looks
    await until('it has looked often', () => looks > before + 40) // more than the ordinary looks, one in two seconds, could be
    expect(sent).toEqual([])
  })
  await until('it is sent', () => sent.length === 2)
})

test('B7 wiped topics are sent again from the log while it goes on, each event handled once and in order', async () => {
  const kit = await openKit(20)
  const busBase = await createEmptyDatabase(inject('postgres'))
  const onError = (error: unknown) => kit.faults.push(error)
  const bus = await connectPostgresBus(busBase.url, { onError })
  const busDb = openDb(busBase.url, { owner: true, max: 2 })
  await kit.owner.query(`create table public.done (seq bigint generated always as identity, stream text, version int);
    grant select, insert on public.done to talad_app`)
  const log = { warn: onError, error: onError }
  const consumer: Consumer<ConsumerDeps> = {
    topic: 'test.count.v1',
    group: 'test.wiped',
    type: StringValueSchema.typeName,
    atOnce: 16,
    async run(messages, { tx }) {
      for (const { key, payload } of messages) {
        const { value } = fromBinary(StringValueSchema, payload)
        await tx.query('insert into done (stream, version) values ($1, $2)', [key, Number(value)])
      }
    },
  }
  let consumers: { close(): Promise<void> } | undefined
  const relay = startRelay({ ...kit, bus, service: 'test', publish, onError })
  onTestFinished(async () => {
    await relay.close()
    await consumers?.close()
    await bus.close()
    await busDb.end()
    await busBase.drop()
  })
  const silently = { db: kit.db, now: kit.now } // nobody wakes the relay: it sends many at once
  let written = 0
  const writeUpTo = (most: number) =>
    Promise.all(
      Array.from({ length: 8 }, async () => {
        while (written < most) await change(silently, counter, `${written++ % 40}`, { add: 1n })
      }),
    )
  for (let wipe = 1; wipe <= 3; wipe++) {
    const writing = writeUpTo(150 * wipe)
    await until('something is on its way', async () => {
      return (await busDb.query('select 1 from message limit 1')).rowCount === 1
    })
    await republish(kit.db, () => busDb.query('truncate message'))
    // what was there at the first time is lost to everybody
    consumers ??= await runConsumers({ ...kit, bus, log }, [consumer])
    await writing
  }
  await until('all is handled', async () => {
    const { rows } = await kit.owner.query<{ n: number }>('select count(*)::int as n from done')
    return (rows[0]?.n ?? 0) >= written && (await readerLag(kit.db, 'relay')) === 0n
  })
  const versions = await kit.owner.query<{ versions: number[]; newest: number }>(
    `select array_agg(d.version order by d.seq) as versions, (select max(e.version) from kit.event e where e.stream = d.stream)
       as newest from done d group by d.stream`,
  )
  for (const { versions: handled, newest } of versions.rows)
    expect(handled).toEqual(Array.from({ length: newest }, (_, n) => n + 1))
  expect(versions.rows).toHaveLength(40)
})
