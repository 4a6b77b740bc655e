import { StringValueSchema } from '@bufbuild/protobuf/wkt'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { type Bus, outgoing } from '../src/bus/port.ts'
import { connectPostgresBus } from '../src/bus/postgres.ts'
import { systemClock } from '../src/clock.ts'
import { consumer, runConsumers } from '../src/consumer.ts'
import { type Db, openDb } from '../src/db.ts'
import { createNotifier, type Notifier } from '../src/notifier.ts'
import { startRelay } from '../src/relay.ts'
import { change, type Stream } from '../src/stream.ts'
import { createEmptyDatabase, createTestDatabase } from '../src/testing/postgres.ts'
import { until } from '../src/testing/wait.ts'

type Counted = { type: 'Counted'; data: { amount: bigint } }
const counter: Stream<bigint, { add: bigint }, Counted> = {
  name: 'counter',
  event: z.object({ type: z.literal('Counted'), data: z.object({ amount: z.coerce.bigint() }) }),
  initial: 0n,
  evolve: (sum, event) => sum + event.data.amount,
  decide: (command) => [{ type: 'Counted', data: { amount: command.add } }],
}

let db: Db
let bus: Bus
let notifier: Notifier
const log = { warn: () => undefined, error: (about: object) => console.error(about) }
const onError = (error: unknown) => console.error(error)
const cleanup: (() => Promise<void>)[] = []

beforeAll(async () => {
  const [own, busDb] = await Promise.all([
    createTestDatabase(inject('postgres')),
    createEmptyDatabase(inject('postgres')),
  ])
  db = openDb(own.url)
  notifier = createNotifier(db)
  bus = await connectPostgresBus(busDb.url, { onError })
  cleanup.push(
    () => notifier.close(),
    () => bus.close(),
    () => db.end(),
    () => own.drop(),
    () => busDb.drop(),
  )
})
afterAll(async () => {
  for (const clean of cleanup) await clean()
})

test('a decided event travels from the log over the bus into an inbox, once', async () => {
  const seen: string[] = []
  const relay = startRelay({
    service: 'test',
    db,
    bus,
    notifier,
    onError,
    publish: (row) => [
      outgoing('test.count.v1', row.stream, StringValueSchema, { value: JSON.stringify(row.data) }),
    ],
  })
  const running = await runConsumers({ db, bus, notifier, now: systemClock, log }, [
    consumer({
      topic: 'test.count.v1',
      group: 'test.count',
      event: StringValueSchema,
      each: async (event) => void seen.push(event.value),
    }),
  ])
  const deps = { db, notifier, now: systemClock }
  await Promise.all(Array.from({ length: 20 }, () => change(deps, counter, 'a', { add: 1n })))
  await until('all arrived', () => seen.length === 20)
  expect(seen.every((value) => value === '{"amount": "1"}' || value === '{"amount":"1"}')).toBe(true)
  // who only looked now and then would look anew after each of them
  const tookMs: number[] = []
  for (let count = 21; count <= 25; count++) {
    const started = performance.now()
    await change(deps, counter, 'a', { add: 2n })
    await until('it arrived', () => seen.length === count)
    tookMs.push(performance.now() - started)
  }
  expect(Math.min(...tookMs)).toBeLessThan(500)
  await running.close()
  await relay.close()
})
