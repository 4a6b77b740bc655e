import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { randomFrom } from '@talad/demo/random'
import type { Environment } from '@talad/dev/services'
import { type Held, hold } from '@talad/process/held-process'
import { systemClock } from '@talad/shared/clock'
import { readerLag } from '@talad/shared/event-log'
import { until } from '@talad/shared/testing/wait'
import { type Harness, withHarness } from '../harness.ts'
import type { Context, Figures, Proof } from '../proof.ts'
import { NOTED_TOPIC } from './noted.ts'
import { createReceiver } from './receiver.ts'
import { type Writing, write } from './writers.ts'

const GROUP = 'log.receiver'
const EVENTS_A_KILL = 4_000
/** Few in a run that is over in seconds. */
const leastKills = (size: number) => Math.min(20, Math.ceil(size / 500))
/** A relay that has nothing to send is killed all the same. */
const IDLE_MS = 2_000
const DRAIN_MS = 300_000
const STILL_MS = 15_000

type Relay = { kills(): number; stop(): Promise<void> }

/** Runs the relay in a process of its own and kills it, `kills` times spread over what is written. */
async function keepKilling(
  settings: Environment,
  { size, seed, say }: Context,
  written: () => number,
  received: () => number,
): Promise<Relay> {
  const random = randomFrom(`${seed}/kills`)
  const wanted = Math.max(leastKills(size), Math.round(size / EVENTS_A_KILL))
  const start = () =>
    hold({
      command: process.execPath,
      args: [join(import.meta.dirname, 'relay-process.ts'), JSON.stringify(settings)],
      onLine: say,
    })
  let current: Held = await start()
  let kills = 0
  let stopped = false
  const killing = (async () => {
    for (; kills < wanted && !stopped; kills++) {
      const at = ((kills + random()) * size) / wanted
      while (written() < at && !stopped) await delay(5)
      // not while it is still starting: it has to be in the middle of its work
      const [before, since] = [received(), performance.now()]
      while (received() === before && performance.now() - since < IDLE_MS && !stopped) await delay(5)
      await delay(random() * 60)
      current.kill()
      await current.gone
      current = await start()
    }
  })()
  return {
    kills: () => kills,
    async stop() {
      stopped = true
      await killing
      await current.stop(2_000)
    },
  }
}

/**
 * Waits until all has come, or nothing more has for a while: what is missing by then is lost, which the comparison tells.
 * @param count how much has come
 */
async function untilStill(
  count: () => number | Promise<number>,
  isAll: (count: number) => Promise<boolean>,
  { stillMs, withinMs }: { stillMs: number; withinMs: number },
): Promise<void> {
  let before = -1
  let since = performance.now()
  const look = async () => {
    const now = await count()
    if (now !== before) since = performance.now()
    before = now
    if (performance.now() - since > stillMs) return true
    await delay(100)
    return isAll(now)
  }
  await until('nothing more comes', look, withinMs)
}

async function prove(context: Context, harness: Harness): Promise<Figures> {
  const { size, seed, say } = context
  const { bus, closing } = harness
  const onError = (error: unknown) => say(String(error))
  const { url, db } = await harness.database(undefined, 70)
  const receiver = createReceiver()
  await bus.subscribe({
    group: GROUP,
    topics: [NOTED_TOPIC],
    onError,
    handle: async (batch) => receiver.take(batch),
  })
  const writing: Writing = { committed: new Map(), rolledBack: 0, gaveUp: 0, received: receiver.size }
  const written = () => writing.committed.size
  const relay = await keepKilling(harness.settings(url), context, written, receiver.size)
  closing.add('the relay', relay.stop)
  const telling = setInterval(() => say(`${written()} written, ${receiver.size()} received`), 10_000)
  closing.add('the telling', async () => clearInterval(telling))
  await write({ db, now: systemClock }, size, seed, writing)
  await until('the relay was killed often enough', () => relay.kills() >= leastKills(size), DRAIN_MS)
  const isRead = async () => {
    const lags = [await readerLag(db, 'relay'), ...(await bus.lag(GROUP)).map(({ lag }) => lag)]
    return lags.every((lag) => lag === 0n)
  }
  await untilStill(receiver.size, isRead, { stillMs: STILL_MS, withinMs: DRAIN_MS })
  await relay.stop()
  receiver.compare(writing.committed)
  const { rows } = await db.query<{ count: bigint }>('select count(*) as count from kit.event')
  return {
    events: Number(rows[0]?.count ?? 0),
    'rolled-back transactions': writing.rolledBack,
    'lost races given up': writing.gaveUp,
    'relay kills': relay.kills(),
    'sent again': receiver.again(),
    skipped: 0,
    'out of order': 0,
  }
}

export const gapFree: Proof = {
  id: 'B4',
  title:
    'No event is skipped, changed or taken out of its stream’s order between 64 slow writers and the bus, though the relay is killed again and again',
  size: 200_000,
  unit: 'events',
  limitMinutes: 30,
  inTests: 1_500,
  run: (context) => withHarness(context, (harness) => prove(context, harness)),
  found: [],
}
