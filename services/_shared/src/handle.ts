import type { z } from 'zod'
import type { Clock } from './clock.ts'
import { currentContext } from './context.ts'
import { type Db, inTx, isRetriable, type Queryable, type Tx } from './db.ts'
import { append, type Recorded, readStream, type StoredEvent, VersionConflict } from './event-log.ts'
import type { Wake } from './wake.ts'

/** The channel that tells readers of the event log that it has grown. */
export const LOG_CHANNEL = 'event-log'

/** One kind of stream: what its events look like, how they fold into a state, and what a command makes of it. */
export type Stream<State, Command, Event extends StoredEvent> = {
  /** prefix of the stream's name: stream `shipping-<id>` */
  name: string
  /** reads a stored event, upcasting old versions; throws on anything unknown */
  event: z.ZodType<Event>
  initial: State
  evolve: (state: State, event: Event) => State
  decide: (command: Command, state: State) => readonly Event[]
}

export type Loaded<State> = { state: State; version: number }
export type Handled<State, Event extends StoredEvent> = Loaded<State> & { events: Recorded<Event>[] }

export type HandleDeps = { db: Db; wake: Wake; now: Clock }

/** Folds a stream. Version 0 and the initial state when it doesn't exist. */
export async function load<S, C, E extends StoredEvent>(
  db: Queryable,
  stream: Stream<S, C, E>,
  id: string,
): Promise<Loaded<S>> {
  const rows = await readStream(db, `${stream.name}-${id}`)
  let state = stream.initial
  for (const row of rows) state = stream.evolve(state, stream.event.parse({ type: row.type, data: row.data }))
  return { state, version: rows.at(-1)?.version ?? 0 }
}

/**
 * Decides one command and appends what follows from it, inside the caller's transaction. The caller runs the whole
 * transaction again on VersionConflict (consumers and `handle` do).
 * @throws Rejection from the decider, VersionConflict from the log
 */
export async function handleIn<S, C, E extends StoredEvent>(
  tx: Tx,
  stream: Stream<S, C, E>,
  id: string,
  command: C,
  at: Date,
): Promise<Handled<S, E>> {
  const { state, version } = await load(tx, stream, id)
  const decided = stream.decide(command, state)
  const recorded = await append(tx, `${stream.name}-${id}`, version, decided, { meta: currentContext(), at })
  const events = recorded.map((row) => ({
    ...row,
    ...stream.event.parse({ type: row.type, data: row.data }),
  }))
  return { state: decided.reduce(stream.evolve, state), version: version + decided.length, events }
}

const MAX_TRIES = 20

/** True when a transaction lost a race: run again, it may get through. */
export function isLostRace(error: unknown): boolean {
  return error instanceof VersionConflict || isRetriable(error)
}

/**
 * Runs a transaction again when it lost a race, with a little random delay.
 * @param work is told which try it is, from 1
 * @throws what `work` throws otherwise
 */
export async function retryConflicts<T>(work: (attempt: number) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work(tries)
    } catch (error) {
      if (!isLostRace(error) || tries === MAX_TRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 5 * tries))
    }
  }
}

/**
 * Loads a stream, decides the command, appends the events, all in one transaction; tries again when another command
 * came between.
 * @param guard runs in the same transaction after the append: for rows whose constraints hold limits across streams
 * @throws Rejection when business says no; nothing is stored then
 */
export async function handle<S, C, E extends StoredEvent>(
  deps: HandleDeps,
  stream: Stream<S, C, E>,
  id: string,
  command: C,
  guard?: (tx: Tx, handled: Handled<S, E>) => Promise<void>,
): Promise<Handled<S, E>> {
  const handled = await retryConflicts((attempt) =>
    inTx(deps.db, async (tx) => {
      // who lost once stands in line: on a stream that many write to, nobody loses for ever. Taken before anything is
      // written, so a waiting transaction holds nothing back and can't be part of a deadlock.
      if (attempt > 1)
        await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${stream.name}-${id}`])
      const result = await handleIn(tx, stream, id, command, deps.now())
      await guard?.(tx, result)
      return result
    }),
  )
  if (handled.events.length > 0) deps.wake.notify(LOG_CHANNEL)
  return handled
}
