import { StringValueSchema } from '@bufbuild/protobuf/wkt'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Bus, type OutMessage, outgoing } from '../src/bus/port.ts'
import { withContext } from '../src/context.ts'
import { inTx } from '../src/db.ts'
import { readerLag, readLog, START } from '../src/event-log.ts'
import { startRelay } from '../src/relay.ts'
import { change } from '../src/stream.ts'
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
