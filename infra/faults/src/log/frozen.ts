import { existsSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { hold } from '@talad/process/held-process'
import type { Bus } from '@talad/shared/bus/port'
import { until } from '@talad/shared/testing/wait'
import { type Harness, withHarness } from '../harness.ts'
import { type Context, type Figures, holds, type Proof } from '../proof.ts'
import { type Handled, openDone, untilStill } from './done.ts'
import { FREEZE, FREEZING_TOPIC, FREEZING_TYPE } from './freezing.ts'

const KEYS = 16
const FOUND_WITHIN_MS = 30_000
const EXIT_STUCK = 70
const PATIENCE_MS = 90_000
const EVERY_MS = 150
/** A member that died is missed after a session of 10 s. */
const MISSED_MS = 20_000

type Ended = { code: number; at: number }
type Supervised = { ended: readonly Ended[]; stop(): Promise<void> }

/** Runs the service and starts it again whenever it ends, as what runs it in production does. */
async function supervise(task: object, say: Context['say']): Promise<Supervised> {
  const start = () =>
    hold({
      command: process.execPath,
      args: [join(import.meta.dirname, 'freezing-process.ts'), JSON.stringify(task)],
      onLine: say,
    })
  const ended: Ended[] = []
  let stopped = false
  let current = await start()
  const watching = (async () => {
    while (!stopped) {
      const code = await current.gone
      if (stopped) return
      ended.push({ code, at: Date.now() })
      current = await start()
    }
  })()
  return {
    ended,
    async stop() {
      stopped = true
      await current.stop(2_000)
      await watching
    },
  }
}

/** Messages to every key all the time; `tell` puts a text into one key's sequence. */
function flow(bus: Bus) {
  const sent: Handled[] = []
  const told: string[] = []
  let flowing = true
  const running = (async () => {
    for (let n = 0; flowing; n++) {
      const texts = Array.from({ length: KEYS }, (_, key) => ({ key: `key-${key}`, what: `${n}` }))
      const text = told.shift()
      if (text !== undefined) texts.push({ key: 'key-3', what: text })
      const base = { topic: FREEZING_TOPIC, type: FREEZING_TYPE, headers: {}, time: new Date() }
      await bus.publish(
        texts.map(({ key, what }) => ({ ...base, id: `${key}:${what}`, key, payload: Buffer.from(what) })),
      )
      sent.push(...texts)
      await delay(EVERY_MS)
    }
  })()
  return {
    sent,
    tell: (text: string) => void told.push(text),
    async stop() {
      flowing = false
      await running
    },
  }
}

/** Freezes the service once. @returns how long it took until its process had ended */
async function freeze(
  text: string,
  context: Context,
  stream: ReturnType<typeof flow>,
  service: Supervised,
): Promise<number> {
  const before = service.ended.length
  const marker = join(context.folder, `${text}.frozen`)
  stream.tell(text)
  await until(`the handler is frozen by ${text}`, () => existsSync(marker), PATIENCE_MS)
  const since = statSync(marker).mtimeMs
  await until(
    'it is found',
    () => service.ended.length > before || Date.now() - since > FOUND_WITHIN_MS + 5_000,
    PATIENCE_MS,
  )
  const end = service.ended[before]
  holds(end !== undefined, 'a handler was frozen for 35 s and nobody found it')
  holds(end.code === EXIT_STUCK, `the process ended with ${end.code}, not with ${EXIT_STUCK}`)
  const ms = Math.round(end.at - since)
  context.say(`found after ${(ms / 1000).toFixed(1)} s`)
  holds(ms <= FOUND_WITHIN_MS, `a frozen handler was found after ${ms} ms`)
  return ms
}

async function prove(context: Context, harness: Harness): Promise<Figures> {
  const { bus, closing } = harness
  await mkdir(join(context.folder, 'prisma/migrations'), { recursive: true })
  const done = await openDone(harness)
  await bus.ensureTopics([FREEZING_TOPIC])
  const task = { folder: context.folder, settings: harness.settings(done.url) }
  const service = await supervise(task, context.say)
  closing.add('the service', service.stop)
  const stream = flow(bus)
  closing.add('the messages', stream.stop)
  const found: number[] = []
  for (let n = 0; n < context.size; n++) {
    found.push(await freeze(`${FREEZE}-${n}`, context, stream, service))
    const rows = await done.count()
    await until('it works again', async () => (await done.count()) > rows + KEYS, PATIENCE_MS)
  }
  await stream.stop()
  const wanted = stream.sent.length
  await untilStill(done.count, async (count) => count >= wanted, {
    stillMs: MISSED_MS,
    withinMs: PATIENCE_MS,
  })
  await done.compare(stream.sent)
  return {
    freezes: found.length,
    'found after at most, s': Math.round(Math.max(...found) / 100) / 10,
    'messages meanwhile': wanted,
    lost: 0,
  }
}

const on = (bus: 'postgres' | 'kafka') => (context: Context) =>
  withHarness(context, (harness) => prove(context, harness), bus)

const about = {
  title:
    'A service of which one handler never answers, while its heartbeats and other partitions go on, ends itself within 30 s with exit code 70, and loses nothing when it is started again',
  size: 5,
  unit: 'freezes',
  limitMinutes: 20,
  alone: 'waiting' as const,
}

export const frozenOnKafka: Proof = {
  ...about,
  id: 'B12',
  run: on('kafka'),
  found: [
    'On Kafka a frozen handler was never found while other partitions of its member went on: their answers counted for it.',
    'A process that had been paused for 24 s took its own pause for a frozen handler and ended itself.',
  ],
}

export const frozenOnPostgres: Proof = {
  ...about,
  id: 'B12-embedded',
  run: on('postgres'),
  found: ['The embedded bus had no watchdog: a frozen handler was never found there.'],
}
