import { setTimeout as delay } from 'node:timers/promises'
import { type Random, randomFrom, times } from '@talad/demo/random'
import { inTx, type Tx } from '@talad/shared/db'
import { VersionConflict } from '@talad/shared/event-log'
import { retryOnConflict } from '@talad/shared/lost-race'
import type { ChangeDeps } from '@talad/shared/stream'
import { change, changeIn } from '@talad/shared/stream'
import { notes } from './noted.ts'

/** What was committed: text by `stream@version`. */
export type Committed = Map<string, string>

export type Writing = {
  committed: Committed
  rolledBack: number
  /** transactions that lost every race and gave up, as a service would with a 500 */
  gaveUp: number
  /** how much has arrived: who writes waits a moment for it, as a reader far behind never meets an open transaction */
  received: () => number
}

const WRITERS = 64
const MAX_DELAY_MS = 500
const ROLLED_BACK = 0.1
const BEHIND = 400
const BEHIND_MS = 1_000
const LEAST_STREAMS = 500
const HOT = 0.08
/** A hot stream is left after so many events, so that loading it stays cheap. */
const HOT_EVENTS = 400

/** Thrown to roll a transaction back. */
class Changed extends Error {}

type Step = { id: string; texts: string[] }

/**
 * Writes `size` events from 64 writers at once, through the kit's own `handle`: one to three streams a transaction,
 * one to sixteen events each, up to half a second between writing and committing, a tenth of them rolled back.
 */
export async function write(deps: ChangeDeps, size: number, seed: number, writing: Writing): Promise<void> {
  const { committed } = writing
  const streams = Math.max(LEAST_STREAMS, Math.round(size / 50))

  function streamFor(random: Random): string {
    // a few streams are wanted by everybody
    if (random() < HOT) return `hot-${Math.floor(committed.size / HOT_EVENTS)}-${Math.floor(random() * 3)}`
    return `cold-${Math.floor(random() * streams)}`
  }
  const textsFor = (random: Random, name: string) =>
    times(1 + Math.floor(random() * 16), (n) => `${name}/${n} ${'x'.repeat(Math.floor(random() * 200))}`)

  async function writeOnce(random: Random, name: string): Promise<void> {
    const steps: Step[] = times(1 + Math.floor(random() * 3), (n) => ({
      id: streamFor(random),
      texts: textsFor(random, `${name}/${n}`),
    }))
    const [first] = steps
    const waits = times(steps.length, () => (random() * MAX_DELAY_MS) / steps.length)
    const changesItsMind = random() < ROLLED_BACK
    const end = async () => {
      if (changesItsMind) throw new Changed()
    }
    const all =
      steps.length === 1 && first
        ? [
            await change(deps, notes, first.id, first.texts, async () => {
              await delay(waits[0])
              await end()
            }),
          ]
        : await retryOnConflict(() => inTx(deps.db, (tx) => writeAll(tx, steps, waits, end)))
    for (const { events } of all)
      for (const { stream, version, data } of events) committed.set(`${stream}@${version}`, data.text)
  }

  async function writeAll(
    tx: Tx,
    steps: readonly Step[],
    waits: readonly number[],
    end: () => Promise<void>,
  ) {
    const all = []
    for (const [index, { id, texts }] of steps.entries()) {
      all.push(await changeIn(tx, notes, id, texts, deps.now()))
      await delay(waits[index])
    }
    await end()
    return all
  }

  async function untilRead(): Promise<void> {
    const since = performance.now()
    while (committed.size - writing.received() > BEHIND && performance.now() - since < BEHIND_MS)
      await delay(20)
  }

  async function work(writer: number): Promise<void> {
    const random = randomFrom(`${seed}/${writer}`)
    for (let n = 0; committed.size < size; n++) {
      await untilRead()
      try {
        await writeOnce(random, `${writer}/${n}`)
      } catch (error) {
        if (error instanceof Changed) writing.rolledBack += 1
        else if (error instanceof VersionConflict) writing.gaveUp += 1
        else throw error
      }
    }
  }
  await Promise.all(times(WRITERS, work))
}
