import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startKafka } from '@talad/kafka/broker'
import { connectKafkaBus } from '@talad/shared/bus/kafka'
import { connectPostgresBus } from '@talad/shared/bus/postgres'
import { createEmptyDatabase } from '@talad/shared/testing/postgres'
import type { Bench, Context, Line } from '../bench.ts'
import { inTurns, type Measured, repeat } from '../measure.ts'
import { type Carrier, openBare, openOurs } from './carriers.ts'

const ROUNDS = 3
const BEGIN_MS = 30_000
/** Under load so many senders send so many messages at once, and again when all of these are handled. */
const load = { workers: 8, together: 32, ms: 4_000 }
const rest = { workers: 1, together: 1, ms: 3_000 }

/** A carrier whose handler is at work. @returns sends so many messages and waits until they are handled */
async function openLine(open: (handled: (id: number) => void) => Promise<Carrier>) {
  let serial = 0
  const waiting = new Map<number, () => void>()
  const { publish, close } = await open((id) => {
    waiting.get(id)?.()
    waiting.delete(id)
  })
  const send = async (count: number) => {
    const ids = Array.from({ length: count }, () => ++serial)
    const arrivals = ids.map((id) => new Promise<void>((resolve) => waiting.set(id, resolve)))
    await publish(ids)
    await Promise.all(arrivals)
  }
  const late = delay(BEGIN_MS).then(() => Promise.reject(new Error('the handler does not begin')))
  await Promise.race([send(1), late])
  return { send, close }
}

async function run({ postgres, folder, scale }: Context): Promise<Line[]> {
  const onError = (error: unknown) => console.error(String(error))
  const databases = [await createEmptyDatabase(postgres), await createEmptyDatabase(postgres)]
  const [own = '', bare = ''] = databases.map(({ url }) => url)
  const kafka = await startKafka({ dataDir: join(folder, 'kafka') })
  const embeddedBus = await connectPostgresBus(own, { onError })
  const kafkaBus = await connectKafkaBus({ brokers: [kafka.brokers], clientId: 'bench', onError })
  const lines = {
    embedded: await openLine((handled) => openOurs(embeddedBus, handled)),
    kafka: await openLine((handled) => openOurs(kafkaBus, handled)),
    bare: await openLine((handled) => openBare(bare, handled)),
  }
  try {
    const measure = ({ workers, together, ms }: typeof load) => {
      const one = (name: keyof typeof lines) => () =>
        repeat({ workers, ms: ms * scale }, () => lines[name].send(together))
      return inTurns(ROUNDS, { embedded: one('embedded'), kafka: one('kafka'), bare: one('bare') })
    }
    const seen = { rest: await measure(rest), load: await measure(load) }
    const line = (what: string, unit: string, of: Record<'ours' | 'bare', number>): Line => ({
      what,
      unit,
      ours: of.ours,
      yardstick: { what: 'rows and NOTIFY', figure: of.bare },
    })
    return (['embedded', 'kafka'] as const).flatMap((name) => {
      const both = (from: typeof seen.rest, of: (one: Measured) => number) => {
        return { ours: of(from[name]), bare: of(from.bare) }
      }
      const title = name === 'kafka' ? 'Kafka' : 'embedded bus'
      const sent = ({ perSecond }: Measured) => perSecond * load.together
      return [
        line(
          `${title}, at rest, from publish to handled, p50`,
          'ms',
          both(seen.rest, ({ p50 }) => p50),
        ),
        line(
          `${title}, at rest, p99`,
          'ms',
          both(seen.rest, ({ p99 }) => p99),
        ),
        line(`${title}, 8 senders of 32 at once`, 'messages/s', both(seen.load, sent)),
      ]
    })
  } finally {
    for (const { close } of Object.values(lines)) await close()
    await kafka.stop()
  }
}

export const busBench: Bench = {
  name: 'bus',
  title: 'From publish to handled, over both adapters of the bus, beside rows and a NOTIFY in Postgres.',
  run,
}
