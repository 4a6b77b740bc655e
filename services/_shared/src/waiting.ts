import type { Db } from './db.ts'
import { LOG_CHANNEL, streamChannel } from './event-log.ts'
import { startLoop } from './loop.ts'
import { elsewhere, type Notifier } from './notifier.ts'

/** Calls that wait for something to change that has a row with its version. */
export type Waiting = {
  /** Resolves when it is past a version, or after `ms`. */
  past(id: string, version: number, ms: number): Promise<void>
  close(): Promise<void>
}

type Waiter = { id: string; version: number; done: () => void }

/** A change by another process is noticed after this, should its word be lost. */
const LOOK_MS = 200
const NOBODY_MS = 60_000

/**
 * One look at the rows serves all who wait, when something has happened to one of them here, or anything elsewhere.
 * @param deps `table`: where the rows lie, with columns `id` and `version`; its name is that of their streams
 */
export function startWaiting(deps: {
  db: Db
  table: string
  notifier: Notifier
  onError: (error: unknown) => void
}): Waiting {
  const waiters = new Set<Waiter>()

  async function look(): Promise<number> {
    if (waiters.size === 0) return NOBODY_MS
    const asked = [...waiters]
    const { rows } = await deps.db.query<{ id: string; version: number }>({
      name: `${deps.table}.versions`,
      text: `select id, version from ${deps.table} where id = any($1)`,
      values: [[...new Set(asked.map(({ id }) => id))]],
    })
    const versions = new Map(rows.map(({ id, version }) => [id, version]))
    for (const waiter of asked) if ((versions.get(waiter.id) ?? 0) > waiter.version) waiter.done()
    return waiters.size === 0 ? NOBODY_MS : LOOK_MS
  }
  const loop = startLoop(look, { idleMs: NOBODY_MS, onError: deps.onError })
  const unlisten = deps.notifier.listen(elsewhere(LOG_CHANNEL), () => {
    if (waiters.size > 0) loop.wake()
  })

  return {
    past: (id, version, ms) =>
      new Promise((resolve) => {
        const stop = deps.notifier.listen(streamChannel(`${deps.table}-${id}`), () => loop.wake())
        const done = () => {
          clearTimeout(timer)
          stop()
          waiters.delete(waiter)
          resolve()
        }
        const waiter: Waiter = { id, version, done }
        const timer = setTimeout(done, ms)
        waiters.add(waiter)
        loop.wake() // it may have changed before anybody waited
      }),
    async close() {
      unlisten()
      for (const { done } of waiters) done()
      await loop.close()
    },
  }
}

/**
 * Waits, for `ms` at most, until what is looked for is as wanted.
 * @param wait.pause until it may have changed, `left` at most
 * @returns what was seen last
 */
export async function waitForState<T>(wait: {
  first?: T
  look: () => Promise<T>
  until: (seen: T) => boolean
  pause: (left: number, seen: T) => Promise<unknown>
  ms: number
}): Promise<T> {
  const deadline = Date.now() + wait.ms
  for (let seen = wait.first ?? (await wait.look()); ; seen = await wait.look()) {
    const left = deadline - Date.now()
    if (wait.until(seen) || left <= 0) return seen
    await wait.pause(left, seen)
  }
}
