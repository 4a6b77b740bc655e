import type { Db } from './db.ts'
import { withLease } from './lease.ts'
import { type Loop, paced, startLoop } from './loop.ts'
import type { Wake } from './wake.ts'

/**
 * Work that follows from the state and the clock: "what is due now" is asked of a read model, and each piece is done by
 * an idempotent `run`. A crash loses nothing, because what was not done is still due.
 */
export type Sweeper<T> = {
  name: string
  /** how long at most until something that became due by the clock alone is noticed */
  everyMs: number
  /** what is due, most urgent first, bounded */
  due: () => Promise<readonly T[]>
  /** does one piece; outside calls are made here, never in a transaction */
  run: (item: T) => Promise<void>
  /** names a piece, so that the same one isn't run twice at once and is left alone for a while after a fault */
  key: (item: T) => string
  /** pieces done at the same time */
  concurrency?: number
  /** pause after a fault of one piece; doubled each time up to 60 s */
  retryMs?: number
  /**
   * how long a piece is left alone after it was done, 50 ms if absent: `due` may read a model that learns of it a moment
   * later, and an outside call should not be made twice for that
   */
  settleMs?: number
}

export type SweeperDeps = {
  db: Db
  wake: Wake
  onError: (error: unknown, key?: string) => void
}

const SETTLE_MS = 50
/** However much changes, what is due is looked for at most so often. */
const LOOK_MS = 20
const MAX_REST_MS = 60_000

/** Runs a sweeper in this process; among several processes of a service, only the one that holds its lock works. */
export function startSweeper<T>(
  deps: SweeperDeps,
  sweeper: Sweeper<T>,
  channels: readonly string[] = [],
): Loop {
  const resting = new Map<string, { until: number; failures: number }>()
  let isClosing = false

  async function runOne(item: T): Promise<void> {
    const key = sweeper.key(item)
    try {
      await sweeper.run(item)
      resting.set(key, { until: Date.now() + (sweeper.settleMs ?? SETTLE_MS), failures: 0 })
    } catch (error) {
      const failures = (resting.get(key)?.failures ?? 0) + 1
      const wait = Math.min((sweeper.retryMs ?? 500) * 2 ** (failures - 1), MAX_REST_MS)
      resting.set(key, { until: Date.now() + wait, failures })
      deps.onError(error, key)
    }
  }

  /** @returns when to look again: at once after work, else when the next resting piece may be tried */
  async function sweep(): Promise<boolean | number> {
    const due = new Map((await sweeper.due()).map((item) => [sweeper.key(item), item]))
    const now = Date.now()
    // a piece that is no longer due is forgotten once its rest is over
    for (const [key, { until }] of resting) if (until <= now && !due.has(key)) resting.delete(key)
    const ready = [...due].filter(([key]) => (resting.get(key)?.until ?? 0) <= now).map(([, item]) => item)
    const queue = [...ready]
    const lanes = Array.from({ length: Math.min(sweeper.concurrency ?? 4, queue.length) }, async () => {
      for (let item = queue.shift(); item !== undefined && !isClosing; item = queue.shift())
        await runOne(item)
    })
    await Promise.all(lanes)
    if (ready.length > 0) return true
    const rests = [...due.keys()].map((key) => resting.get(key)?.until ?? now)
    return rests.length > 0 && Math.max(1, Math.min(...rests) - Date.now())
  }

  const step = async () => {
    // most looks find nothing: no lease for them
    if (resting.size === 0 && (await sweeper.due()).length === 0) return false
    return (await withLease(deps.db, `talad.sweeper.${sweeper.name}`, sweep)) ?? false
  }
  const loop = startLoop(step, { idleMs: sweeper.everyMs, onError: deps.onError })
  const hint = paced(LOOK_MS, () => loop.wake())
  const unlisten = channels.map((channel) => deps.wake.listen(channel, () => hint.wake()))
  return {
    wake: () => loop.wake(),
    async close() {
      isClosing = true // the pieces in hand are finished; what is left stays due
      for (const stop of unlisten) stop()
      hint.close()
      await loop.close()
    },
  }
}
