import { randomFrom, times } from '@talad/demo/random'
import type { Bus, InMessage, OutMessage } from '@talad/shared/bus/port'
import { systemClock } from '@talad/shared/clock'
import { type Consumer, type ConsumerDeps, retryParked, runConsumers } from '@talad/shared/consumer'
import { openDb } from '@talad/shared/db'
import { listDeadLetters } from '@talad/shared/dead-letters'
import { createNotifier } from '@talad/shared/notifier'
import { createTestDatabase } from '@talad/shared/testing/postgres'
import { until } from '@talad/shared/testing/wait'
import { holds } from '../proof.ts'

const TYPE = 'log.Work'
const PATIENCE_MS = 120_000

/** One service with one consumer, of which some messages are poison until it is fixed. */
export type Harness = {
  topic: string
  /** a message of a key: its number within the key; may be poison */
  next(poisoned: boolean): OutMessage
  publish(messages: readonly OutMessage[]): Promise<void>
  /** milliseconds from publishing to the effect, of keys that have no poisoned message */
  latencies(): number[]
  /** measures from here on */
  forgetLatencies(): void
  poisoned(): number
  /** Waits until everything was handled or lies with the dead letters. */
  settled(): Promise<void>
  /** From now on the handler takes what it failed on. */
  fix(): void
  retry(): Promise<{ resolved: number; waiting: number }>
  waiting(): Promise<number>
  /** @throws Disproved when a message is missing, was handled twice, or left the order of its key */
  compare(): Promise<void>
  close(): Promise<void>
}

type Sent = { key: string; at: number }

/** A consumer on real Postgres that writes one row a message. */
export async function openHarness(
  postgres: string,
  bus: Bus,
  { name, keys, seed }: { name: string; keys: number; seed: number },
): Promise<Harness> {
  const database = await createTestDatabase(postgres)
  const owner = openDb(database.url, { owner: true, max: 2 })
  await owner.query(`create table public.done (seq bigint generated always as identity, id text, key text, n integer);
    grant select, insert on public.done to talad_app`)
  const db = openDb(database.url)
  const notifier = createNotifier(db)
  const [topic, group] = [`log.${name}.v1`, `log.${name}`]
  const random = randomFrom(`${seed}/${name}`)
  const sent = new Map<string, Sent>()
  const poison = new Set<string>()
  const took = new Map<string, number>()
  const numbers = new Map<string, number>()
  let broken = true
  let last = Promise.resolve()

  async function handle(message: InMessage, { tx }: Parameters<Consumer<ConsumerDeps>['handle']>[1]) {
    if (broken && poison.has(message.id)) throw new Error('poison')
    const n = Number(Buffer.from(message.payload).toString())
    await tx.query('insert into done (id, key, n) values ($1, $2, $3)', [message.id, message.key, n])
    const { at = 0 } = sent.get(message.id) ?? {}
    if (!took.has(message.id)) took.set(message.id, performance.now() - at)
  }
  const log = { warn: () => undefined, error: () => undefined }
  const deps: ConsumerDeps = { db, bus, notifier, now: systemClock, log }
  const consumers: Consumer<ConsumerDeps>[] = [{ topic, group, type: TYPE, batched: true, handle }]
  const running = await runConsumers(deps, consumers)
  const poisonedKeys = () => new Set([...poison].map((id) => sent.get(id)?.key))
  const waiting = async () => (await listDeadLetters(db, group)).length

  return {
    topic,
    next(poisoned) {
      const key = `key-${Math.floor(random() * keys)}`
      const n = numbers.get(key) ?? 0
      numbers.set(key, n + 1)
      const id = `${name}:${key}:${n}`
      if (poisoned) poison.add(id)
      sent.set(id, { key, at: performance.now() })
      const payload = Buffer.from(String(n))
      return { id, topic, key, type: TYPE, payload, headers: {}, time: new Date() }
    },
    publish(messages) {
      last = last.then(() => bus.publish(messages)) // one after the other, as a relay does
      return last
    },
    latencies() {
      const bad = poisonedKeys()
      return [...took].filter(([id]) => !bad.has(sent.get(id)?.key ?? '')).map(([, ms]) => ms)
    },
    forgetLatencies: () => took.clear(),
    poisoned: () => poison.size,
    settled: async () => {
      await until(
        `${name} is settled`,
        async () => {
          const { rows } = await db.query<{ count: bigint }>('select count(*) as count from done')
          return Number(rows[0]?.count) + (await waiting()) >= sent.size
        },
        PATIENCE_MS,
      )
    },
    fix() {
      broken = false
    },
    retry: () => retryParked(deps, consumers, group),
    waiting,
    async compare() {
      const { rows } = await db.query<{ key: string; n: number }>('select key, n from done order by seq')
      const newest = new Map<string, number>()
      for (const { key, n } of rows) {
        const expected = (newest.get(key) ?? -1) + 1
        holds(n === expected, `${name}: of ${key}, number ${n} was handled where ${expected} was due`)
        newest.set(key, n)
      }
      holds(rows.length === sent.size, `${name}: ${sent.size} were published, ${rows.length} were handled`)
    },
    async close() {
      await running.close()
      await notifier.close()
      await Promise.all([db.end(), owner.end()])
      await database.drop()
    },
  }
}

/** The value below which a share of the numbers lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** Numbers of which every hundredth, at random, is true. */
export function everyHundredth(seed: number, count: number): boolean[] {
  const random = randomFrom(`${seed}/poison`)
  return times(count, () => random() < 0.01)
}
