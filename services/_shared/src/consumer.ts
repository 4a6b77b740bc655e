import { type DescMessage, fromBinary, type MessageShape, toJsonString } from '@bufbuild/protobuf'
import type { InMessage, Subscription } from './bus/port.ts'
import { retryDeadLetters } from './dead-letters.ts'
import {
  type AloneDeps,
  type Consumer,
  type ConsumerDeps,
  type Due,
  handleAlone,
  handleTogether,
  type Received,
} from './handling.ts'
import { retryOnConflict } from './lost-race.ts'
import { tryAtStart } from './mended-letters.ts'
import { MAX_TRIES, startRetryLoop } from './retry-loop.ts'

export type { Consumer, ConsumerDeps, Received } from './handling.ts'

export type Each<Event, Deps> = (event: Event, received: Received<Event>, deps: Deps) => Promise<void>
export type Run<Event, Deps> = (
  events: readonly Event[],
  received: Received<Event>,
  deps: Deps,
) => Promise<void>

/** Holds back the readers of the service's log for no longer than some messages take. */
const EACH_AT_ONCE = 16
/** The same of messages that are handled together. */
const RUN_AT_ONCE = 100

/** What a consumer of events of one type says of itself, besides what it does. */
export type About<Event> = {
  group: string
  /** whether an event means anything here, by what it says alone; what doesn't costs no trip to the database */
  filter?: ((event: Event) => boolean) | undefined
  /** so long it is waited for others to handle with the first: for what nobody waits for. Of a group the shortest counts */
  lingerMs?: number | undefined
  /**
   * the newest event of a key says all that those before it say: several may come in one list, in their order, of which
   * `run` looks at the newest alone, and older ones that could not be handled are closed once a newer one was
   */
  takesKeysWhole?: boolean | undefined
}

/**
 * Declares a consumer: data, not a class. What waits of a group is handled in one transaction.
 * @param spec `run`, with statements for all events that it is given, of each key one at a time, done for whoever caused
 * the first: what it appends of others carries their `contextOf`. Then `each`, with one of them, for whoever caused it. Both do all that they
 * do through `received.tx` (never an outside call: the transaction holds back every reader of the log), may come again,
 * and throw a Rejection when business says no. What fails with others is handled by itself
 */
export function consumer<D extends DescMessage, Deps>(
  spec: About<MessageShape<D>> & {
    topic: string
    event: D
    run?: Run<MessageShape<D>, Deps> | undefined
    each?: Each<MessageShape<D>, Deps> | undefined
  },
): Consumer<Deps> {
  const { topic, group, filter, lingerMs, takesKeysWhole, each, run } = spec
  const read = ({ payload }: Pick<InMessage, 'payload'>) => fromBinary(spec.event, payload)
  return {
    topic,
    group,
    lingerMs,
    takesKeysWhole,
    type: spec.event.typeName,
    atOnce: each ? EACH_AT_ONCE : RUN_AT_ONCE,
    filter: filter && ((message) => filter(read(message))),
    says: (message) => toJsonString(spec.event, read(message), { prettySpaces: 2 }),
    async run(messages, { tx, now, within, contextOf }, deps) {
      const events = new Map<unknown, InMessage>()
      const readOne = (message: InMessage) => {
        const event = read(message)
        events.set(event, message)
        return event
      }
      const messageOf = (event: MessageShape<D>) => events.get(event) as InMessage
      const received = {
        tx,
        now,
        messageOf,
        contextOf: (event: MessageShape<D>) => contextOf(messageOf(event)),
      }
      if (run) await within(messages, () => run(messages.map(readOne), received, deps))
      if (each) for (const one of messages) await within([one], () => each(readOne(one), received, deps))
    },
  }
}

function consumerOf<Deps>(
  consumers: readonly Consumer<Deps>[],
  group: string,
  { topic, type }: InMessage,
): Consumer<Deps> | undefined {
  return consumers.find((one) => one.group === group && one.topic === topic && (one.type ?? type) === type)
}

/** What a message says, as JSON; undefined where no handler of its group can read it. */
export const saidBy =
  <Deps>(consumers: readonly Consumer<Deps>[]) =>
  (letter: {
    consumer_group: string
    topic: string
    type: string
    payload: Uint8Array
  }): string | undefined => {
    const reader = consumers.find(
      ({ group, topic, type }) =>
        group === letter.consumer_group && topic === letter.topic && type === letter.type,
    )
    try {
      return reader?.says?.(letter)
    } catch {
      return undefined // that it can't be read may be why it is here
    }
  }

/** A message that can't be read is for its handler too, which fails and is reported. */
function isFor<Deps>({ filter }: Consumer<Deps>, message: InMessage): boolean {
  try {
    return filter?.(message) ?? true
  } catch {
    return true
  }
}

/** A batch of the bus that waits until its messages are handled. */
type Call<Deps> = { due: readonly Due<Deps>[]; done: PromiseWithResolvers<void> }

/**
 * Puts what the partitions of a group bring into one line: who comes while a transaction is open goes into the next one.
 * Messages of one key come from one partition, whose next batch comes after this one.
 */
function createLine<Deps>(lingerMs: number, handle: (due: readonly Due<Deps>[]) => Promise<void>) {
  let waiting: Call<Deps>[] = []
  let isOpen = false
  async function work(): Promise<void> {
    if (isOpen) return
    isOpen = true
    while (waiting.length > 0) {
      if (lingerMs > 0) await new Promise((resolve) => setTimeout(resolve, lingerMs))
      const calls = waiting
      waiting = []
      await handle(calls.flatMap(({ due }) => due)).then(
        () => calls.forEach(({ done }) => void done.resolve()),
        (error: unknown) => calls.forEach(({ done }) => void done.reject(error)),
      )
    }
    isOpen = false
  }
  return (due: readonly Due<Deps>[]): Promise<void> => {
    const done = Promise.withResolvers<void>()
    waiting.push({ due, done })
    void work()
    return done.promise
  }
}

/** The same for all groups: what several take is read once. */
const LEAST_FETCHED = RUN_AT_ONCE

/** Runs all consumers of a service. Types that no consumer of a group names are passed over. */
export async function runConsumers<Deps>(
  deps: ConsumerDeps & Deps,
  consumers: readonly Consumer<Deps>[],
): Promise<{ close(): Promise<void> }> {
  let closing = false
  const subscriptions: Subscription[] = []
  const groups = Map.groupBy(consumers, ({ group }) => group)
  const onError = (group: string) => (error: unknown) => {
    if (!closing) deps.log.error({ group, err: error }, 'consumer fault')
  }
  const retries = startRetryLoop({
    ...deps,
    groups: [...groups.keys()],
    handleOne: (group, message) => handleAgain(deps, consumers, group, message),
    saysAll: (group, message) => {
      const one = consumerOf(consumers, group, message)
      return one?.takesKeysWhole === true && isFor(one, message)
    },
    onError: onError('retries'),
  })
  await deps.bus.ensureTopics([...new Set(consumers.map((one) => one.topic))])
  await tryAtStart(deps.db, [...groups.keys()], deps.maxTries ?? MAX_TRIES)
  for (const [group, members] of groups) {
    const open = new Set<() => void>()
    const handling = {
      deps,
      onParked: () => retries.wake(),
      waits: new Map<string, number>(),
      // who waits in line is as alive as the one that is being handled (B12)
      onProgress: () => open.forEach((moved) => void moved()),
    }
    const line = createLine<Deps>(Math.min(...members.map((one) => one.lingerMs ?? 0)), async (due) => {
      for (let done = 0; done < due.length; ) {
        if (closing) throw new Error('closing') // the bus brings the batch to the next process
        done += await handleTogether(handling, due.slice(done))
      }
    })
    subscriptions.push(
      await deps.bus.subscribe({
        group,
        topics: [...new Set(members.map((one) => one.topic))],
        maxBatch: Math.max(LEAST_FETCHED, ...members.map(({ atOnce }) => atOnce)),
        onError: onError(group),
        async handle(batch, moved) {
          const due = batch.flatMap((message) => {
            const one = consumerOf(consumers, group, message)
            return one && isFor(one, message) ? [{ one, message }] : []
          })
          if (due.length === 0) return
          open.add(moved)
          await line(due).finally(() => open.delete(moved))
        },
      }),
    )
  }
  return {
    async close() {
      closing = true
      await Promise.all([retries.close(), ...subscriptions.map((subscription) => subscription.close())])
    },
  }
}

/** Handles a parked message. @throws Error also when nobody is there for it any more */
async function handleAgain<Deps>(
  deps: AloneDeps & Deps,
  consumers: readonly Consumer<Deps>[],
  group: string,
  message: InMessage,
): Promise<void> {
  const one = consumerOf(consumers, group, message)
  if (!one) throw new Error(`group ${group} has no consumer for ${message.type}`)
  if (!isFor(one, message)) return // since it was parked
  await retryOnConflict(() => handleAlone(deps, { one, message }))
}

/** Handles the parked messages of a group again (the operator's retry). */
export async function retryParked<Deps>(
  deps: AloneDeps & Deps,
  consumers: readonly Consumer<Deps>[],
  group: string,
): Promise<{ resolved: number; waiting: number }> {
  return retryDeadLetters(deps.db, group, (message) => handleAgain(deps, consumers, group, message))
}
