import type { Db } from './db.ts'
import { type Loop, startLoop } from './loop.ts'
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
}

export type SweeperDeps = {
  db: Db
  wake: Wake
  onError: (error: unknown, key?: string) => void
}

/** Runs a sweeper in this process; among several processes of a service, only the one that holds its lock works. */
export function startSweeper<T>(
  deps: SweeperDeps,
  sweeper: Sweeper<T>,
  channels: readonly string[] = [],
): Loop {
  const resting = new Map<string, { until: number; failures: number }>()

  async function runOne(item: T): Promise<boolean> {
    const key = sweeper.key(item)
    try {
      await sweeper.run(item)
      resting.delete(key)
      return true
    } catch (error) {
      const failures = (resting.get(key)?.failures ?? 0) + 1
      const wait = Math.min((sweeper.retryMs ?? 500) * 2 ** (failures - 1), 60_000)
      resting.set(key, { until: Date.now() + wait, failures })
      deps.onError(error, key)
      return false
    }
  }

  async function sweep(): Promise<boolean> {
    const now = Date.now()
    const items = (await sweeper.due()).filter((item) => (resting.get(sweeper.key(item))?.until ?? 0) <= now)
    let done = 0
    const queue = [...items]
    const lanes = Array.from({ length: Math.min(sweeper.concurrency ?? 4, queue.length) }, async () => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift())
        if (await runOne(item)) done += 1
    })
    await Promise.all(lanes)
    return done > 0
  }

  const step = async () => {
    const client = await deps.db.connect()
    let lost: Error | undefined
    const onLost = (error: Error) => {
      lost = error
    }
    client.on('error', onLost)
    try {
      const lock = await client.query<{ ok: boolean }>('select pg_try_advisory_lock(hashtext($1)) as ok', [
        `talad.sweeper.${sweeper.name}`,
      ])
      if (!lock.rows[0]?.ok) return false
      try {
        return await sweep()
      } finally {
        await client
          .query('select pg_advisory_unlock(hashtext($1))', [`talad.sweeper.${sweeper.name}`])
          .catch(onLost)
      }
    } finally {
      client.off('error', onLost)
      client.release(lost)
    }
  }
  const loop = startLoop(step, { idleMs: sweeper.everyMs, onError: deps.onError })
  const unlisten = channels.map((channel) => deps.wake.listen(channel, () => loop.wake()))
  return {
    wake: () => loop.wake(),
    async close() {
      for (const stop of unlisten) stop()
      await loop.close()
    },
  }
}
