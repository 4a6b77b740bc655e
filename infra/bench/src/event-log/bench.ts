import type { Bench, Context, Line } from '../bench.ts'
import { inTurns, type Measured, repeat } from '../measure.ts'
import { type Fact, openEmmett, openOurs, type Store } from './stores.ts'

const EMMETT = 'emmett-postgresql'
const ROUNDS = 3
/** as many appends a stream gets before its writer begins a new one */
const APPENDS_PER_STREAM = 8
const READ_BATCH = 500

let serial = 0
function fact(): Fact {
  const id = (++serial).toString(16).padStart(24, '0')
  const data = {
    transfer: `topup:${id}`,
    account: 'join-bench-1',
    value: serial,
    at: '2026-11-21T00:00:00.000Z',
  }
  return { type: 'FundsTransferred', data }
}

/** Every writer fills streams of its own, one after the other, each append with the version that it knows. */
function appending(store: Store, writers: number, events: number, ms: number): () => Promise<Measured> {
  return () => {
    const places = Array.from({ length: writers }, () => ({
      stream: '',
      version: 0,
      appends: APPENDS_PER_STREAM,
    }))
    return repeat({ workers: writers, ms }, async (writer) => {
      const place = places[writer]
      if (place === undefined) return
      if (place.appends === APPENDS_PER_STREAM)
        Object.assign(place, { stream: `transfer-${++serial}`, version: 0, appends: 0 })
      await store.append(place.stream, place.version, Array.from({ length: events }, fact))
      place.version += events
      place.appends += 1
    })
  }
}

function compared(what: string, unit: string, ours: number, theirs: number): Line {
  return { what, ours, unit, yardstick: { what: EMMETT, figure: theirs } }
}

type Both = { ours: Store; emmett: Store }

async function benchAppends({ ours, emmett }: Both, scale: number): Promise<Line[]> {
  const lines: Line[] = []
  for (const writers of [1, 64]) {
    for (const events of [1, 10]) {
      const measured = await inTurns(ROUNDS, {
        ours: appending(ours, writers, events, 2_500 * scale),
        emmett: appending(emmett, writers, events, 2_500 * scale),
      })
      const what = `${writers} ${writers === 1 ? 'writer' : 'writers at once'}, ${events} ${events === 1 ? 'event' : 'events'} an append`
      lines.push(
        compared(what, 'events/s', measured.ours.perSecond * events, measured.emmett.perSecond * events),
        compared(`${what}, p99`, 'ms', measured.ours.p99, measured.emmett.p99),
      )
    }
  }
  return lines
}

/** Reads the log that the writers have left, all of it, and counts what the reader was shown. */
async function benchRead({ ours, emmett }: Both, say: Context['say']): Promise<Line[]> {
  const missed = { ours: 0, emmett: 0 }
  const reading = (store: Store, name: keyof Both) => async (): Promise<Measured> => {
    const since = performance.now()
    const seen = await store.readAll(READ_BATCH)
    const elapsed = performance.now() - since
    missed[name] = (await store.count()) - seen
    say(`${name}: read ${seen} events in ${Math.round(elapsed)} ms, ${missed[name]} never shown`)
    return { perSecond: (seen / elapsed) * 1000, p50: elapsed, p99: elapsed, count: seen }
  }
  const read = await inTurns(ROUNDS, { ours: reading(ours, 'ours'), emmett: reading(emmett, 'emmett') })
  return [
    compared('reading the whole log, 500 a batch', 'events/s', read.ours.perSecond, read.emmett.perSecond),
    {
      ...compared('events that this reading never showed', 'events', missed.ours, missed.emmett),
      bar: { says: '0', reached: missed.ours === 0 },
    },
  ]
}

/** Loads streams of eight events, as every command does before it decides. */
async function benchLoads({ ours, emmett }: Both, scale: number): Promise<Line> {
  const streams = Array.from({ length: 200 }, (_, index) => `loaded-${index}`)
  for (const stream of streams)
    for (const store of [ours, emmett]) await store.append(stream, 0, Array.from({ length: 8 }, fact))
  const loading = (store: Store) => () =>
    repeat({ workers: 8, ms: 1_500 * scale }, () => store.load(streams[++serial % streams.length] ?? ''))
  const measured = await inTurns(ROUNDS, { ours: loading(ours), emmett: loading(emmett) })
  return compared(
    'loading a stream of 8 events, 8 at once',
    'streams/s',
    measured.ours.perSecond,
    measured.emmett.perSecond,
  )
}

async function run({ postgres, scale, say }: Context): Promise<Line[]> {
  const both: Both = { ours: await openOurs(postgres), emmett: await openEmmett(postgres) }
  try {
    const appends = await benchAppends(both, scale)
    const read = await benchRead(both, say)
    return [...appends, ...read, await benchLoads(both, scale)]
  } finally {
    await both.ours.close()
    await both.emmett.close()
  }
}

export const eventLogBench: Bench = {
  name: 'event-log',
  title:
    'Appending to the event log and reading it gap-free, beside emmett-postgresql with as many connections.',
  run,
}
