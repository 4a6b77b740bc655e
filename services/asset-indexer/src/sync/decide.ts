/** AI-1: how the metadata and the picture of an asset come to us. The same for both, kept apart. */

export type SyncStateName = 'pending' | 'updating' | 'ready' | 'failed' | 'frozen' | 'sleep' | 'dead'

export type Sync = {
  state: SyncStateName
  /** in a row */
  failures: number
  sleeps: number
  syncedAt: Date | null
  forcedAt: Date | null
  error: string | null
}

/** @property dueAt when it is to be worked on next; null: not by itself */
export type DecidedSync = Sync & { dueAt: Date | null }

export const newSync: DecidedSync = {
  state: 'pending',
  failures: 0,
  sleeps: 0,
  dueAt: new Date(0),
  syncedAt: null,
  forcedAt: null,
  error: null,
}

const MINUTE_MS = 60_000
const BACKOFF_MS = [1 * MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS]
const SLEEP_MS = 24 * 60 * MINUTE_MS
const MAX_SLEEPS = 7
const FRESH_MS = 10 * MINUTE_MS
const FORCE_MS = 1 * MINUTE_MS

function after(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms)
}

function queued(sync: Sync, now: Date): DecidedSync {
  return { ...sync, state: 'pending', failures: 0, sleeps: 0, dueAt: now, error: null }
}

/**
 * AI-1: pending (also failed and sleep when their time has come) → updating. So does one whose worker died.
 * @returns undefined: there is nothing to do
 */
export function start(sync: Sync): Sync | undefined {
  const isDone = sync.state === 'ready' || sync.state === 'frozen' || sync.state === 'dead'
  return isDone ? undefined : { ...sync, state: 'updating' }
}

/** A sync that was queued again while it ran stays queued: what came may be out of date. */
export function settle(sync: Sync, outcome: DecidedSync): DecidedSync | undefined {
  return sync.state === 'updating' ? outcome : undefined
}

/** AI-1: updating → ready, or frozen when the source can't change. */
export function succeed(sync: Sync, now: Date, permanent: boolean): DecidedSync {
  const state = permanent ? 'frozen' : 'ready'
  return { ...sync, state, failures: 0, sleeps: 0, dueAt: null, syncedAt: now, error: null }
}

/** AI-1: updating → failed, with 1, 5 and 30 minutes to the next try; then asleep with a try a day; then dead. */
export function fail(sync: Sync, now: Date, error: string): DecidedSync {
  const failed = { ...sync, error, failures: sync.failures + 1 }
  const wait = BACKOFF_MS[sync.failures]
  if (wait !== undefined) return { ...failed, state: 'failed', dueAt: after(now, wait) }
  const sleeps = sync.sleeps + 1
  if (sleeps > MAX_SLEEPS) return { ...failed, state: 'dead', dueAt: null }
  return { ...failed, state: 'sleep', sleeps, dueAt: after(now, SLEEP_MS) }
}

/** There is nothing to fetch: an asset without a picture. */
export function rest(sync: Sync): DecidedSync {
  return { ...sync, state: 'pending', failures: 0, sleeps: 0, dueAt: null, error: null }
}

/** AI-1: → pending because its source has changed: a metadata event, or metadata that names another picture. */
export function renew(sync: Sync, now: Date): DecidedSync {
  return queued(sync, now)
}

/**
 * AI-2: somebody asks for it.
 * @returns the new state; undefined when the request changes nothing
 */
export function request(sync: Sync, force: boolean, now: Date): DecidedSync | undefined {
  if (sync.state === 'frozen') return undefined // AI-1: only an admin re-queues it
  if (force) {
    if (sync.forcedAt && now < after(sync.forcedAt, FORCE_MS)) return undefined // AI-2: once a minute
    return sync.state === 'updating' ? undefined : { ...queued(sync, now), forcedAt: now }
  }
  const fresh = sync.syncedAt !== null && now < after(sync.syncedAt, FRESH_MS)
  return sync.state === 'ready' && !fresh ? queued(sync, now) : undefined // AI-2: not within ten minutes
}
