import { join } from 'node:path'
import { startKafka } from '@talad/kafka/broker'
import type { Bench, Context, Line } from '../bench.ts'
import { inTurns, type Measured, repeat, summary } from '../measure.ts'
import { bareKafka } from './bare-kafka.ts'
import { bareTable } from './bare-table.ts'
import { type Carrier, type Note, type OpenCarrier, ourKafka, ourPostgres } from './carriers.ts'

const ROUNDS = 3
const KEYS = 64
const PAYLOAD_BYTES = 300
/** Under load so many senders send so many notes at once, and again when all of these are handled. */
const SENDERS = 8
const NOTES_AT_ONCE = 32

const PATIENCE_MS = 30_000

type Watched = Carrier & {
  /** resolves when the note is handled */
  arrival(id: number): Promise<void>
}

/** A carrier that can be waited for. */
async function openLine(open: OpenCarrier): Promise<Watched> {
  const waiting = new Map<number, () => void>()
  const carrier = await open((id) => {
    waiting.get(id)?.()
    waiting.delete(id)
  })
  return { ...carrier, arrival: (id) => new Promise((resolve) => waiting.set(id, resolve)) }
}

let serial = 0
function note(): Note {
  const id = ++serial
  return { id, key: `key-${id % KEYS}`, payload: Buffer.alloc(PAYLOAD_BYTES, id) }
}

/** A note that is lost must not hold up the bench for ever. */
async function inTime(work: readonly Promise<unknown>[]): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('a note has not been handled')), PATIENCE_MS)
  })
  await Promise.race([Promise.all(work), late]).finally(() => clearTimeout(timer))
}

function atRest(line: Watched, ms: number): () => Promise<Measured> {
  return () =>
    repeat({ workers: 1, ms }, async () => {
      const one = note()
      await inTime([line.arrival(one.id), line.publish([one])])
    })
}

function underLoad(line: Watched, ms: number): () => Promise<Measured> {
  return async () => {
    const latencies: number[] = []
    const begun = performance.now()
    await repeat({ workers: SENDERS, ms }, async () => {
      const notes = Array.from({ length: NOTES_AT_ONCE }, note)
      const since = performance.now()
      const arrivals = notes.map(({ id }) =>
        line.arrival(id).then(() => latencies.push(performance.now() - since)),
      )
      await inTime([...arrivals, line.publish(notes)])
    })
    return summary(latencies, performance.now() - begun)
  }
}

type Pair = { name: string; yardstick: string; ours: OpenCarrier; bare: OpenCarrier }

async function compare({ name, yardstick, ...open }: Pair, scale: number): Promise<Line[]> {
  const ours = await openLine(open.ours)
  const bare = await openLine(open.bare)
  try {
    const rest = await inTurns(ROUNDS, {
      ours: atRest(ours, 3_000 * scale),
      bare: atRest(bare, 3_000 * scale),
    })
    const load = await inTurns(ROUNDS, {
      ours: underLoad(ours, 4_000 * scale),
      bare: underLoad(bare, 4_000 * scale),
    })
    const line = (
      what: string,
      unit: string,
      seen: Record<'ours' | 'bare', Measured>,
      of: keyof Measured,
    ) => ({
      what: `${name}, ${what}`,
      unit,
      ours: seen.ours[of],
      yardstick: { what: yardstick, figure: seen.bare[of] },
    })
    return [
      line('at rest, from publish to handled, p50', 'ms', rest, 'p50'),
      line('at rest, p99', 'ms', rest, 'p99'),
      line(`${SENDERS} senders of ${NOTES_AT_ONCE} at once`, 'messages/s', load, 'perSecond'),
      line('under this load, from publish to handled, p50', 'ms', load, 'p50'),
      line('under this load, p99', 'ms', load, 'p99'),
    ]
  } finally {
    await ours.close()
    await bare.close()
  }
}

async function run({ postgres, folder, scale, say }: Context): Promise<Line[]> {
  const embedded = await compare(
    {
      name: 'embedded bus',
      yardstick: 'a table, NOTIFY and one loop',
      ours: ourPostgres(postgres),
      bare: bareTable(postgres),
    },
    scale,
  )
  say('the embedded bus is measured')
  const broker = await startKafka({ dataDir: join(folder, 'kafka') })
  try {
    const { brokers } = broker
    const pair = {
      name: 'Kafka',
      yardstick: 'kafkajs alone',
      ours: ourKafka(brokers),
      bare: bareKafka(brokers),
    }
    return [...embedded, ...(await compare(pair, scale))]
  } finally {
    await broker.stop()
  }
}

export const busBench: Bench = {
  name: 'bus',
  title: 'From publish to handled, over both adapters of the bus, beside the least code that does it.',
  run,
}
