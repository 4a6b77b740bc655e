import type { z } from 'zod'
import { appendAll } from './append.ts'
import type { Outgoing } from './bus/port.ts'
import type { Clock } from './clock.ts'
import { type Constraints, refusalOf } from './constraints.ts'
import { currentContext } from './context.ts'
import { type Db, inTx, type Queryable, type Tx } from './db.ts'
import { type Recorded, type Row, readLastViews, readStreams, type StoredEvent } from './event-log.ts'
import { lockKey } from './lock-key.ts'
import { retryConflicts } from './lost-race.ts'
import { applyRows, type ReadModel } from './read-model.ts'
import { readSnapshot, saveSnapshot } from './snapshot.ts'

/** A stored event as `publish` gets it: of which stream, and the public state after it. */
export type Published<Event extends StoredEvent, View> = {
  /** the stream's id, without the name of its kind */
  id: string
  version: number
  event: Event
  view: View
  at: Date
}

/** What others may know of the state. */
type PublicState<State, View> = {
  schema: z.ZodType<View>
  of: (state: State, id: string) => View & object
  /** where it says all of the state: then that is read back from the last event, however many there are */
  state?: (view: View) => State
}

/** Public state that is the state itself. */
export function wholeState<State extends object>(
  schema: z.ZodType<State>,
): PublicState<State | undefined, State> {
  return {
    schema,
    of: (state) => {
      if (!state) throw new Error('a stream to which nothing happened has no public state')
      return state
    },
    state: (view) => view,
  }
}

/** How one kind of stream works, in one place. */
export type Stream<State, Command, Event extends StoredEvent, View = unknown> = {
  /** prefix of the stream's name: stream `shipping-<id>` */
  name: string
  /** reads a stored event, upcasting old versions; throws on anything unknown */
  event: z.ZodType<Event>
  initial: State
  evolve: (state: State, event: Event) => State
  /** every business rule of this stream; pure. @throws Rejection */
  decide: (command: Command, state: State) => readonly Event[]
  /** what others may know of the state; stored beside each event */
  publicState?: PublicState<State, View>
  /** what an event means outside: none, one or several messages; an exhaustive switch over the events */
  publish?: (published: Published<Event, View>) => readonly Outgoing[]
  /** read models that move in the transaction of the change: what was answered is there to be read */
  readModels?: readonly ReadModel[]
  /** rows beside the events, written with them: constraints that hold limits across streams, jobs, queues */
  save?: (tx: Tx, change: Change<State, Event>) => Promise<void>
  /** in place of `save`: as that one for each of them, for kinds of which many change at once */
  saveAll?: (tx: Tx, changes: readonly Change<State, Event>[]) => Promise<void>
  /** limits that the rows of `save` hold: what breaking one of them means to who asked */
  constraints?: Constraints
  /** for streams that grow: the state is kept each so many events. `shape` counts the changes of the state's type */
  snapshot?: { state: z.ZodType<State>; shape: number; every: number }
}

export type Loaded<State> = { state: State; version: number }

/** What a command has made of a stream. */
export type Change<State, Event extends StoredEvent> = Loaded<State> & {
  id: string
  before: State
  events: Recorded<Event>[]
}

export type ChangeDeps = { db: Db; now: Clock }

/** Declares a kind of stream; the types of its parts follow from each other. */
export function stream<State, Command, Event extends StoredEvent, View = unknown>(
  spec: Stream<State, Command, Event, View>,
): Stream<State, Command, Event, View> {
  return spec
}

/** Folds a stream. Version 0 and the initial state when it doesn't exist. */
export async function load<S, C, E extends StoredEvent, V>(
  db: Queryable,
  of: Stream<S, C, E, V>,
  id: string,
): Promise<Loaded<S>> {
  return (await fold(db, of, id)).loaded
}

/** Folds several streams of a kind in one trip; streams that don't exist are left out. Not for kinds with snapshots. */
export async function loadAll<S, C, E extends StoredEvent, V>(
  db: Queryable,
  of: Stream<S, C, E, V>,
  ids: readonly string[],
): Promise<Map<string, Loaded<S>>> {
  const names = ids.map((id) => `${of.name}-${id}`)
  const found = new Map<string, Loaded<S>>()
  const { schema, state: stateOf } = of.publicState ?? {}
  if (schema && stateOf) {
    for (const { stream: name, version, view } of await readLastViews(db, names))
      found.set(name.slice(of.name.length + 1), { state: stateOf(schema.parse(view)), version })
    return found
  }
  for (const { stream: name, type, data, version } of await readStreams(db, names)) {
    const id = name.slice(of.name.length + 1)
    const before = found.get(id)?.state ?? of.initial
    found.set(id, { state: of.evolve(before, of.event.parse({ type, data })), version })
  }
  return found
}

async function fold<S, C, E extends StoredEvent, V>(db: Queryable, of: Stream<S, C, E, V>, id: string) {
  if (!of.snapshot) {
    const loaded = (await loadAll(db, of, [id])).get(id) ?? { state: of.initial, version: 0 }
    return { loaded, keptVersion: 0 }
  }
  const name = `${of.name}-${id}`
  const kept = await readSnapshot(db, name, of.snapshot)
  const rows = await readStreams(db, [name], kept?.version)
  let state = kept ? kept.state : of.initial
  for (const row of rows) state = of.evolve(state, of.event.parse({ type: row.type, data: row.data }))
  const version = rows.at(-1)?.version ?? kept?.version ?? 0
  return { loaded: { state, version }, keptVersion: kept?.version ?? 0 }
}

/** What a command means for a stream, before it is stored. */
type Decision<State, Event extends StoredEvent> = {
  id: string
  before: Loaded<State>
  state: State
  events: readonly Event[]
  views: readonly (object | undefined)[]
  keptVersion: number
}

function decideOn<S, C, E extends StoredEvent, V>(
  of: Stream<S, C, E, V>,
  id: string,
  command: C,
  { loaded, keptVersion = 0 }: { loaded: Loaded<S>; keptVersion?: number },
): Decision<S, E> {
  const events = of.decide(command, loaded.state)
  let { state } = loaded
  const views = events.map((event) => {
    state = of.evolve(state, event)
    return of.publicState?.of(state, id)
  })
  return { id, before: loaded, state, events, views, keptVersion }
}

/** Stores what was decided on streams of a kind, and what follows from it. */
async function store<S, C, E extends StoredEvent, V>(
  tx: Tx,
  of: Stream<S, C, E, V>,
  decisions: readonly Decision<S, E>[],
  at: Date,
): Promise<Change<S, E>[]> {
  const nameOf = (id: string) => `${of.name}-${id}`
  const recorded = await appendAll(
    tx,
    decisions.map(({ id, before, events, views }) => ({
      stream: nameOf(id),
      expected: before.version,
      events,
      views: of.publicState && views,
    })),
    { meta: currentContext(), at },
  )
  const byStream = Map.groupBy(recorded, ({ stream: name }) => name)
  const changes = decisions.map(({ id, before, state, events }) => ({
    id,
    before: before.state,
    state,
    version: before.version + events.length,
    events: (byStream.get(nameOf(id)) ?? []).map((row) => ({
      ...row,
      ...of.event.parse({ type: row.type, data: row.data }),
    })),
  }))
  if (recorded.length === 0) return changes
  if (of.snapshot)
    for (const [index, { keptVersion }] of decisions.entries()) {
      const { id, state, version } = changes[index] as Change<S, E>
      if (version - keptVersion >= of.snapshot.every)
        await saveSnapshot(tx, nameOf(id), { state, version, shape: of.snapshot.shape })
    }
  for (const model of of.readModels ?? []) await applyRows(tx, model, recorded)
  const changed = changes.filter(({ events }) => events.length > 0)
  try {
    if (of.saveAll) await of.saveAll(tx, changed)
    else for (const one of changed) await of.save?.(tx, one)
  } catch (error) {
    throw of.constraints ? refusalOf(of.constraints, error) : error
  }
  return changes
}

/**
 * Decides one command inside the caller's transaction and stores what follows from it: events, public state, read
 * models and rows commit together. The caller runs the whole transaction again on VersionConflict (`transact`, `change`
 * and consumers do).
 * @throws Rejection from the decider, VersionConflict from the log
 */
export async function changeIn<S, C, E extends StoredEvent, V>(
  tx: Tx,
  of: Stream<S, C, E, V>,
  id: string,
  command: C,
  at: Date,
): Promise<Change<S, E>> {
  const [changed] = await store(tx, of, [decideOn(of, id, command, await fold(tx, of, id))], at)
  return changed as Change<S, E>
}

/**
 * As `changeIn` with the same command on each of these streams, in one trip for each step instead of one for each stream.
 * They are changed in the order of their ids, so that two who change the same ones don't wait for each other; who is
 * named twice is changed once. Not for kinds with snapshots.
 * @throws Rejection from the decider of any of them, VersionConflict from the log
 */
export async function changeAll<S, C, E extends StoredEvent, V>(
  tx: Tx,
  of: Stream<S, C, E, V>,
  ids: readonly string[],
  command: C,
  at: Date,
): Promise<Change<S, E>[]> {
  const wanted = [...new Set(ids)].sort()
  const found = await loadAll(tx, of, wanted)
  const decisions = wanted.map((id) => {
    const loaded = found.get(id) ?? { state: of.initial, version: 0 }
    return decideOn(of, id, command, { loaded })
  })
  return store(tx, of, decisions, at)
}

/**
 * Runs a transaction over several streams until it is not overtaken.
 * @param work is told which try it is, from 1
 */
export function transact<T>(
  { db }: Pick<ChangeDeps, 'db'>,
  work: (tx: Tx, attempt: number) => Promise<T>,
): Promise<T> {
  return retryConflicts((attempt) => inTx(db, (tx) => work(tx, attempt)))
}

/**
 * Changes one stream by one command in a transaction of its own; tries again when another command came between.
 * @param beside runs in the same transaction after the change
 * @throws Rejection when business says no; nothing is stored then
 */
export function change<S, C, E extends StoredEvent, V>(
  deps: ChangeDeps,
  of: Stream<S, C, E, V>,
  id: string,
  command: C,
  beside?: (tx: Tx, changed: Change<S, E>) => Promise<void>,
): Promise<Change<S, E>> {
  return retryConflicts((attempt) =>
    inTx(deps.db, async (tx) => {
      // who lost once stands in line: on a stream that many write to, nobody loses for ever. Taken before anything is
      // written, so a waiting transaction holds nothing back and can't be part of a deadlock.
      if (attempt > 1) await lockKey(tx, `${of.name}-${id}`)
      const changed = await changeIn(tx, of, id, command, deps.now())
      await beside?.(tx, changed)
      return changed
    }),
  )
}

/** A kind of stream whose types don't matter to who holds it. */
export type AnyStream = {
  name: string
  messages: (row: Row) => readonly Outgoing[]
  readModels: readonly ReadModel[]
}

/** A kind of stream as the runtime holds it: what its stored events mean outside. */
export function published<S, C, E extends StoredEvent, V>(of: Stream<S, C, E, V>): AnyStream {
  const { name, publish, readModels = [] } = of
  return {
    name,
    readModels,
    messages: (row) =>
      publish?.({
        id: row.stream.slice(name.length + 1),
        version: row.version,
        event: of.event.parse({ type: row.type, data: row.data }),
        // a stream without a public state has no view that `publish` could read
        view: (of.publicState ? of.publicState.schema.parse(row.view) : undefined) as V,
        at: row.at,
      }) ?? [],
  }
}
