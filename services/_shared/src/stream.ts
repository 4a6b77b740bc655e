import type { z } from 'zod'
import { appendAll } from './append.ts'
import type { Outgoing } from './bus/port.ts'
import type { Clock } from './clock.ts'
import { type Constraints, refusalOf } from './constraints.ts'
import { type Context, currentContext } from './context.ts'
import { type Db, inTx, type Queryable, type Tx } from './db.ts'
import { type Recorded, readLastViews, readStreams, type StoredEvent } from './event-log.ts'
import { lockKey } from './lock-key.ts'
import { retryOnConflict } from './lost-race.ts'
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
  /** rows beside the events, each stream's once: constraints that hold limits across streams, jobs, queues */
  save?: (tx: Tx, changes: readonly Change<State, Event>[]) => Promise<void>
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

/** A command to one stream. `context`: who caused it, where that isn't whoever causes the others */
export type Asked<Of> = { stream: Of; id: string; command: CommandOf<Of>; context?: Context }
type CommandOf<Of> = Of extends Stream<infer _S, infer C, infer _E, infer _V> ? C : never
type ChangeOf<Of> = Of extends Stream<infer S, infer _C, infer E, infer _V> ? Change<S, E> : never

/** A kind of stream of which it is known only that its own parts fit together. */
type Kind = Stream<unknown, unknown, StoredEvent>
/** A stream as the commands of one transaction leave it, with what is to be stored of each. */
type Open = {
  of: Kind
  id: string
  name: string
  before: Loaded<unknown>
  keptVersion: number
  state: unknown
  events: StoredEvent[]
  views: (object | undefined)[]
  contexts: (Context | undefined)[]
}

/** Loads the streams that commands name, in a trip for all of a kind; each once, in the order of their names. */
async function open(tx: Tx, asked: readonly Asked<Kind>[]): Promise<Map<string, Open>> {
  const opened: [string, Open][] = []
  for (const [of, some] of Map.groupBy(asked, ({ stream: kind }) => kind)) {
    const ids = [...new Set(some.map(({ id }) => id))]
    const loaded = of.snapshot ? undefined : await loadAll(tx, of, ids)
    for (const id of ids) {
      const { loaded: before, keptVersion } = loaded
        ? { loaded: loaded.get(id) ?? { state: of.initial, version: 0 }, keptVersion: 0 }
        : await fold(tx, of, id)
      const name = `${of.name}-${id}`
      const decided = { state: before.state, events: [], views: [], contexts: [] }
      opened.push([name, { of, id, name, before, keptVersion, ...decided }])
    }
  }
  return new Map(opened.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Decides a command on what those before it have left. */
function decideOn(one: Open, { command, context }: Asked<Kind>): void {
  const { of, id } = one
  for (const event of of.decide(command, one.state)) {
    one.state = of.evolve(one.state, event)
    one.events.push(event)
    one.views.push(of.publicState?.of(one.state, id))
    one.contexts.push(context)
  }
}

type AnyChange = Change<unknown, StoredEvent>

/** What all commands of a transaction have made of a stream. */
function changeOf({ of, id, before, state }: Open, recorded: readonly Recorded[] = []): AnyChange {
  const events = recorded.map((row) => ({ ...row, ...of.event.parse({ type: row.type, data: row.data }) }))
  return { id, before: before.state, state, version: before.version + events.length, events }
}

/** Stores what was decided, and what follows from it. @returns what became of each stream, by its name */
async function store(tx: Tx, opened: ReadonlyMap<string, Open>, at: Date): Promise<Map<string, AnyChange>> {
  const streams = [...opened.values()].map(({ of, name, before, events, views, contexts }) => ({
    stream: name,
    expected: before.version,
    events,
    contexts,
    views: of.publicState && views,
  }))
  const recorded = await appendAll(tx, streams, { meta: currentContext(), at })
  const byStream = Map.groupBy(recorded, ({ stream: name }) => name)
  const changes = new Map(
    [...opened].map(([name, one]) => [name, changeOf(one, byStream.get(name))] as const),
  )
  if (recorded.length === 0) return changes
  for (const [of, some] of Map.groupBy(opened.values(), (one) => one.of)) {
    const all = some.flatMap(({ name }) => changes.get(name) ?? [])
    const changed = all.filter(({ events }) => events.length > 0)
    if (changed.length === 0) continue
    for (const { name, keptVersion } of of.snapshot ? some : []) {
      const { state, version = 0 } = changes.get(name) ?? {}
      if (of.snapshot && version - keptVersion >= of.snapshot.every)
        await saveSnapshot(tx, name, { state, version, shape: of.snapshot.shape })
    }
    const names = new Set(some.map(({ name }) => name))
    const rows = recorded.filter((row) => names.has(row.stream))
    for (const model of of.readModels ?? []) await applyRows(tx, model, rows)
    await of.save?.(tx, changed).catch((error: unknown) => {
      throw of.constraints ? refusalOf(of.constraints, error) : error
    })
  }
  return changes
}

/**
 * Decides commands, also to streams of different kinds, inside the caller's transaction, each on what the ones before it
 * leave, and stores what follows: events, public state, read models and rows commit together, all or none. A trip for
 * each step and kind, not for each stream; they are written in the order of their names, so that two who change the same
 * ones don't wait in a circle. The caller runs the whole transaction again on VersionConflict (`transact`, `change` and
 * consumers do).
 * @returns for each command what all of them have made of its stream
 * @throws Rejection from a decider, VersionConflict from the log
 */
export async function changeMany<const K extends readonly object[]>(
  tx: Tx,
  asked: { [I in keyof K]: Asked<K[I]> },
  at: Date,
): Promise<{ [I in keyof K]: ChangeOf<K[I]> }> {
  const commands = asked as unknown as readonly Asked<Kind>[]
  const nameOf = ({ stream: of, id }: Asked<Kind>) => `${of.name}-${id}`
  const opened = await open(tx, commands)
  for (const one of commands) decideOn(opened.get(nameOf(one)) as Open, one)
  const changes = await store(tx, opened, at)
  return commands.map((one) => changes.get(nameOf(one))) as { [I in keyof K]: ChangeOf<K[I]> }
}

/** As `changeMany` with one command. */
export async function changeIn<S, C, E extends StoredEvent, V>(
  tx: Tx,
  of: Stream<S, C, E, V>,
  id: string,
  command: C,
  at: Date,
): Promise<Change<S, E>> {
  const asked = [{ stream: of as unknown as Kind, id, command }] as const
  const [changed] = await changeMany(tx, asked, at)
  return changed as unknown as Change<S, E>
}

/**
 * Runs a transaction over several streams until it is not overtaken.
 * @param work is told which try it is, from 1
 */
export function transact<T>(
  { db }: Pick<ChangeDeps, 'db'>,
  work: (tx: Tx, attempt: number) => Promise<T>,
): Promise<T> {
  return retryOnConflict((attempt) => inTx(db, (tx) => work(tx, attempt)))
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
  return retryOnConflict((attempt) =>
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
