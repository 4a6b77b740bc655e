import { randomFrom, times } from '@talad/demo/random'
import { type Consumer, type ConsumerDeps, runConsumers } from '@talad/shared/consumer'
import { readerLag } from '@talad/shared/event-log'
import { startRelay } from '@talad/shared/relay'
import { republish } from '@talad/shared/republish'
import { change } from '@talad/shared/stream'
import { until } from '@talad/shared/testing/wait'
import { withHarness } from '../harness.ts'
import type { Context } from '../proof.ts'
import { noteDone, openDone, untilStill } from './done.ts'
import { arrivalOf, NOTED_TOPIC, notes, publishNoted } from './noted.ts'

const STREAMS = 40
const WRITERS = 8
const PATIENCE_MS = 300_000
const STILL_MS = 10_000

const consumer: Consumer<ConsumerDeps> = {
  topic: NOTED_TOPIC,
  group: 'log.wiped',
  type: 'Noted',
  atOnce: 16,
  async run(messages, { tx }) {
    for (const { stream, version } of messages.map(arrivalOf))
      await noteDone(tx, { key: stream, what: String(version) })
  },
}

/** Empties the topics again and again while events are written, sent and handled. @returns how often */
export function proveWiped(context: Context, wipes: number): Promise<number> {
  const { size, seed, say } = context
  return withHarness(context, async (harness) => {
    const done = await openDone(harness, 20)
    const { db, deps } = done
    const silently = { db, now: deps.now } // nobody tells the relay: it sends many at once
    const busDb = harness.busDb()
    const onError = (error: unknown) => say(String(error))
    const log = { ...deps.log, error: (about: object) => onError(JSON.stringify(about)) }
    const read = async () => {
      const consumers = await runConsumers({ ...deps, log }, [consumer])
      harness.closing.add('the consumers', () => consumers.close())
    }
    const relay = startRelay({ ...deps, service: 'log', publish: publishNoted, onError })
    harness.closing.add('the relay', () => relay.close())
    const random = randomFrom(`${seed}/wipes`)
    const versions = new Map<string, number>()
    let begun = 0
    const work = async (most: number) => {
      while (begun < most) {
        begun += 1
        const stream = `${Math.floor(random() * STREAMS)}`
        for (const event of (await change(silently, notes, stream, ['x'])).events)
          versions.set(event.stream, Math.max(event.version, versions.get(event.stream) ?? 0))
      }
    }
    const writeUpTo = (most: number) => Promise.all(times(WRITERS, () => work(most)))
    const isOnItsWay = async () => (await busDb.query('select 1 from message limit 1')).rowCount === 1
    for (let n = 1; n <= wipes; n++) {
      const writing = writeUpTo(Math.floor((n * size) / (wipes + 1)))
      await until('something is on its way', isOnItsWay, PATIENCE_MS)
      await republish(db, () => busDb.query('truncate message'))
      if (n === 1) await read() // what was there at the first time is lost to everybody
      await writing
    }
    await writeUpTo(size)
    const isAll = async (count: number) => count >= begun && (await readerLag(db, 'relay')) === 0n
    await untilStill(done.count, isAll, { stillMs: STILL_MS, withinMs: PATIENCE_MS })
    const written = [...versions].flatMap(([key, newest]) =>
      times(newest, (n) => ({ key, what: `${n + 1}` })),
    )
    await done.compare(written)
    return written.length
  })
}
