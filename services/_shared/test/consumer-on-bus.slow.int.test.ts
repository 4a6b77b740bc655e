import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { skipWithoutAnyKafka, startTestKafka } from '@talad/kafka/test-parts'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { connectBus } from '../src/bus/connect.ts'
import type { Bus, InMessage } from '../src/bus/port.ts'
import { type Consumer, type ConsumerDeps, retryParked, runConsumers } from '../src/consumer.ts'
import type { Tx } from '../src/db.ts'
import { listDeadLetters } from '../src/dead-letters.ts'
import { createEmptyDatabase } from '../src/testing/postgres.ts'
import { until } from '../src/testing/wait.ts'
import { fresh, numbered } from './bus-harness.ts'
import { type Kit, openKit, pause } from './kit.ts'

const EXIT_STUCK = 70
const FOUND_WITHIN_MS = 30_000
/** a loaded machine may take its time; a group misses a dead member after its session */
const PATIENCE_MS = 240_000
const TIMEOUT = { timeout: 2 * PATIENCE_MS }
const KEYS = 100
const MESSAGES = 800

type Handled = { key: string; what: string }

/** A database where a consumer notes what it handles, in the transaction in which it handles it. */
async function openDone() {
  const kit = await openKit()
  await kit.owner.query(`create table public.done (seq bigint generated always as identity, key text, what text);
    grant select, insert on public.done to talad_app`)
  return kit
}

async function doneOf({ owner }: Kit): Promise<Map<string, string[]>> {
  const { rows } = await owner.query<Handled>('select key, what from done order by seq')
  return byKey(rows)
}

const byKey = (all: readonly Handled[]) =>
  new Map([...Map.groupBy(all, ({ key }) => key)].map(([key, some]) => [key, some.map(({ what }) => what)]))
const sizeOf = (done: ReadonlyMap<string, string[]>) =>
  [...done.values()].reduce((sum, { length }) => sum + length, 0)

/** The value below which 90% of the numbers lie. */
const p90 = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length * 0.9)] ?? 0

/** One consumer that fails on the numbers that are poison until it is fixed, with numbered messages of many keys. */
async function openStation(bus: Bus, isPoison: (n: number) => boolean) {
  const kit = await openDone()
  const { topic, group } = fresh('poison')
  await bus.ensureTopics([topic])
  const [sent, sentAt, tookMs]: [Handled[], number[], Map<number, number>] = [[], [], new Map()]
  let isBroken = true
  async function handle({ key, payload }: InMessage, tx: Tx): Promise<void> {
    const n = Number(Buffer.from(payload).toString())
    if (isBroken && isPoison(n)) throw new Error('planted')
    await tx.query('insert into done (key, what) values ($1, $2)', [key, `${n}`])
    if (!tookMs.has(n)) tookMs.set(n, performance.now() - (sentAt[n] ?? 0))
  }
  const consumer: Consumer<ConsumerDeps> = {
    topic,
    group,
    type: 'test.Numbered',
    atOnce: 16,
    async run(messages, { tx, within }) {
      for (const one of messages) await within([one], () => handle(one, tx))
    },
  }
  const log = { warn: () => undefined, error: () => undefined }
  const deps = { ...kit, bus, log }
  const running = await runConsumers(deps, [consumer])
  onTestFinished(() => running.close())
  const parked = async () => (await listDeadLetters(kit.owner, group)).length
  return {
    async publish(count: number) {
      const messages = Array.from({ length: count }, () => {
        const n = sentAt.push(performance.now()) - 1
        sent.push({ key: `key-${(n * 7) % KEYS}`, what: `${n}` })
        return numbered(topic, `key-${(n * 7) % KEYS}`, n)
      })
      await bus.publish(messages)
    },
    /** milliseconds from publishing to the effect, of keys without a poisoned message, from a number on */
    latencies(from: number) {
      const bad = new Set(sent.filter((_, n) => isPoison(n)).map(({ key }) => key))
      return [...tookMs].filter(([n]) => n >= from && !bad.has(sent[n]?.key ?? '')).map(([, ms]) => ms)
    },
    fix() {
      isBroken = false
    },
    parked,
    retry: () => retryParked(deps, [consumer], group),
    settled: () =>
      until(
        'all is handled or parked',
        async () => {
          return sizeOf(await doneOf(kit)) + (await parked()) >= sent.length
        },
        PATIENCE_MS,
      ),
    expectAllInOrder: async () => expect(await doneOf(kit)).toEqual(byKey(sent)),
  }
}

describe.each(['postgres', 'kafka'] as const)('consumers on the bus of %s', (carrier) => {
  const skip = carrier === 'kafka' && skipWithoutAnyKafka()
  let close: () => Promise<unknown>
  let bus: Bus
  let address: Record<string, string>

  beforeAll(async () => {
    if (skip) return
    if (carrier === 'kafka') {
      const broker = await startTestKafka()
      address = { KAFKA_BROKERS: broker.address }
      close = () => broker.stop()
    } else {
      const { url, drop } = await createEmptyDatabase(inject('postgres'))
      address = { BUS_DATABASE_URL: url }
      close = drop
    }
    bus = await connectBus({
      kafkaBrokers: address.KAFKA_BROKERS,
      busDatabaseUrl: address.BUS_DATABASE_URL,
      clientId: 'test',
      onError: () => undefined,
    })
  })
  afterAll(async () => {
    await bus?.close()
    await close?.()
  })

  test.skipIf(skip)(
    'B6 with one poisoned message in a hundred the other keys take less than twice as long as without, and what was parked is drained in order after the fix, while more comes',
    TIMEOUT,
    async () => {
      const calm = await openStation(bus, () => false)
      const poisoned = await openStation(bus, (n) => n >= KEYS && n % 100 === 42)
      const both = (count: number) => Promise.all([calm.publish(count), poisoned.publish(count)])
      await both(KEYS) // by then both have their partitions
      await Promise.all([calm.settled(), poisoned.settled()])
      for (let n = 0; n < MESSAGES; n += 5) await Promise.all([both(5), pause(50)])
      await Promise.all([calm.settled(), poisoned.settled()])
      const [without, among] = [p90(calm.latencies(KEYS)), p90(poisoned.latencies(KEYS))]
      expect(await poisoned.parked()).toBeGreaterThanOrEqual(MESSAGES / 100)
      poisoned.fix()
      const more = both(KEYS)
      await poisoned.retry()
      await more
      await until('nothing is parked any more', async () => {
        await poisoned.retry()
        return (await poisoned.parked()) === 0
      })
      await poisoned.settled()
      await poisoned.expectAllInOrder()
      expect(among, `p90 without poison ${without} ms`).toBeLessThan(2 * without)
    },
  )

  test.skipIf(skip)(
    'B12 a service of which one handler never answers ends itself within 30 s with exit code 70, and loses nothing when it is started again',
    TIMEOUT,
    async () => {
      const kit = await openDone()
      const folder = await mkdtemp(join(tmpdir(), 'talad-freezing-'))
      onTestFinished(() => rm(folder, { recursive: true, force: true }))
      await mkdir(join(folder, 'prisma/migrations'), { recursive: true })
      const place = fresh('freezing')
      await bus.ensureTopics([place.topic])
      const settings = {
        ...address,
        NODE_ENV: 'test',
        DATABASE_URL: kit.url,
        JWKS_URL: 'http://127.0.0.1:1/jwks',
        INTERNAL_TOKENS: 'internal-token-for-tests',
        LOG_LEVEL: 'silent',
      }
      const start = () => {
        const script = fileURLToPath(new URL('freezing-service.ts', import.meta.url))
        const task = JSON.stringify({ folder, ...place, settings })
        const child = spawn(process.execPath, [script, task], { stdio: 'inherit' })
        onTestFinished(() => void child.kill('SIGKILL'))
        return child
      }
      const sent: Handled[] = []
      const publish = async (what: string, keys: readonly string[]) => {
        await bus.publish(
          keys.map((key) => ({
            ...numbered(place.topic, key, 0),
            id: `${key}:${what}`,
            payload: Buffer.from(what),
          })),
        )
        sent.push(...keys.map((key) => ({ key, what })))
      }
      const keys = Array.from({ length: 16 }, (_, n) => `key-${n}`)
      const first = start()
      const ended = once(first, 'exit')
      await publish('freeze', ['key-3'])
      const marker = join(folder, 'frozen')
      let isFlowing = true
      const flow = (async () => {
        for (let n = 0; isFlowing; n++) await Promise.all([publish(`${n}`, keys), pause(1_000)])
      })()
      await until('the handler is frozen', () => existsSync(marker), PATIENCE_MS)
      const [code] = await ended
      const foundMs = Date.now() - statSync(marker).mtimeMs
      start()
      isFlowing = false
      await flow
      expect(code).toBe(EXIT_STUCK)
      expect(foundMs).toBeLessThanOrEqual(FOUND_WITHIN_MS)
      await until('all is handled', async () => sizeOf(await doneOf(kit)) >= sent.length, PATIENCE_MS)
      expect(await doneOf(kit)).toEqual(byKey(sent))
    },
  )
})
