import { setTimeout as delay } from 'node:timers/promises'
import { until } from '@talad/shared/testing/wait'
import { type Harness, withHarness } from '../harness.ts'
import { type Context, type Figures, holds, type Proof } from '../proof.ts'
import { everyHundredth, openStation, percentile, type Station } from './poison.ts'

const A_SECOND = 100
const TICK_MS = 20
/** So many that most have no poison at the end. */
const keysFor = (size: number) => Math.max(50, Math.round(size / 5))

/** Of a few hundred messages the 99th percentile is one of three, whatever the machine did just then. */
const shareFor = (size: number) => (size < 1_000 ? 0.9 : 0.99)

/** Publishes to both stations alike, at a steady rate: in one every hundredth message is poison. */
async function load(size: number, seed: number, calm: Station, poisoned: Station): Promise<void> {
  const isPoison = everyHundredth(seed, size)
  isPoison[Math.floor(size / 10)] = true // also in a short run
  const since = performance.now()
  const publishing: Promise<void>[] = []
  for (let n = 0; n < size; ) {
    const due = Math.min(size, Math.floor(((performance.now() - since) / 1000) * A_SECOND))
    const some = Array.from({ length: due - n }, (_, index) => isPoison[n + index] ?? false)
    n = Math.max(n, due)
    if (some.length > 0) {
      publishing.push(poisoned.publish(some.map((bad) => poisoned.next(bad))))
      publishing.push(calm.publish(some.map(() => calm.next(false))))
    }
    await delay(TICK_MS)
  }
  await Promise.all(publishing)
}

async function prove({ size, seed, say }: Context, harness: Harness): Promise<Figures> {
  const about = { keys: keysFor(size), seed }
  const calm = await openStation(harness, { ...about, name: 'calm' })
  const poisoned = await openStation(harness, { ...about, name: 'poisoned' })
  // both have their partitions when it begins
  for (const station of [calm, poisoned])
    await station.publish(Array.from({ length: 50 }, () => station.next(false)))
  await Promise.all([calm.settled(), poisoned.settled()])
  for (const station of [calm, poisoned]) station.forgetLatencies()
  await load(size, seed, calm, poisoned)
  await Promise.all([calm.settled(), poisoned.settled()])
  const share = shareFor(size)
  const p = `p${share * 100}`
  const [without, among] = [percentile(calm.latencies(), share), percentile(poisoned.latencies(), share)]
  say(`${p} ${without.toFixed(1)} ms without, ${among.toFixed(1)} ms among poison`)
  const parked = await poisoned.waiting()
  holds(parked >= poisoned.poisoned(), `${poisoned.poisoned()} were poison, ${parked} were parked`)
  poisoned.fix()
  // more of the same keys come while the operator drains
  const more = load(Math.round(size / 20), seed + 1, calm, poisoned)
  const { resolved } = await poisoned.retry()
  await more
  await until('nothing is parked any more', async () => {
    await poisoned.retry()
    return (await poisoned.waiting()) === 0
  })
  await Promise.all([calm.settled(), poisoned.settled()])
  await Promise.all([calm.compare(), poisoned.compare()])
  holds(
    among < 2 * without,
    `${p} of healthy keys is ${among.toFixed(1)} ms among poison, ${without.toFixed(1)} ms without`,
  )
  return {
    poisoned: poisoned.poisoned(),
    'parked with their followers': parked,
    'drained by the first retry': resolved,
    [`${p} without poison, ms`]: Math.round(without * 10) / 10,
    [`${p} of healthy keys, ms`]: Math.round(among * 10) / 10,
    ratio: Math.round((among / without) * 100) / 100,
  }
}

const on = (bus: 'postgres' | 'kafka') => (context: Context) =>
  withHarness(context, (harness) => prove(context, harness), bus)

const about = {
  title:
    'With one poisoned message in a hundred, keys without poison keep their p99 below twice that of the same load without poison, and what was parked drains in order after the fix',
  size: 20_000,
  unit: 'messages',
  limitMinutes: 20,
  alone: true as const,
}

const found = [
  'The tries of a poisoned message, almost four seconds, held up the partition behind their batch: p99 of healthy keys rose from 47 ms to 5,378 ms. A message that fails is now parked at once and tried again from there.',
  'The ledger parked a command at its first failure without another try, its parked commands could not be drained by anything, and one parked command made it post all others one by one.',
]

export const poisonOnPostgres: Proof = { ...about, id: 'B6', inTests: 300, run: on('postgres'), found }
export const poisonOnKafka: Proof = { ...about, id: 'B6-kafka', run: on('kafka'), found: [] }
