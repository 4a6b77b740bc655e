import { type DescMessage, fromBinary, type MessageShape } from '@bufbuild/protobuf'
import type { InMessage, Subscription } from './bus/port.ts'
import { retryDeadLetters } from './dead-letters.ts'
import {
  batchFrom,
  type Consumer,
  type ConsumerDeps,
  handleAlone,
  handleBatched,
  type Received,
} from './handling.ts'
import { retryConflicts } from './lost-race.ts'
import { startRetryLoop } from './retry-loop.ts'

export type { Consumer, ConsumerDeps, Received } from './handling.ts'

type Run<D extends DescMessage, Deps> = (
  event: MessageShape<D>,
  received: Received,
  deps: Deps,
) => Promise<void>

export type RunAll<D extends DescMessage, Deps> = (
  events: readonly MessageShape<D>[],
  received: Omit<Received, 'message'>,
  deps: Deps,
) => Promise<void>

/**
 * Declares a consumer: data, not a class.
 * @param spec `run` must do all that it does through `received.tx` (never an outside call: the transaction holds back
 * every reader of the log) and throw a Rejection when business says no. `batched`: with others of its group in one
 * transaction, which costs a fraction of one each; where `run` locks nothing that messages of other keys lock as well,
 * as two transactions could else wait for each other, and where it is a statement or two: all readers of logs wait for
 * the whole transaction. `runAll`: as `run` for each, with statements for all of them; of each key there is one event at
 * a time, and all are handled for whoever caused the first, so it appends no events. Where it fails, each is run by
 * itself. `concerns`: whether an event means anything here, by what it says alone; what doesn't is passed
 * over without a trip to the database, as if no consumer named it. `gatherMs`: see `SubscribeOptions`, for what nobody
 * waits for, and with `batched`
 */
export function consumer<D extends DescMessage, Deps>(spec: {
  topic: string
  group: string
  event: D
  batched?: boolean
  concerns?: ((event: MessageShape<D>) => boolean) | undefined
  gatherMs?: number | undefined
  run: Run<D, Deps>
  runAll?: RunAll<D, Deps> | undefined
}): Consumer<Deps> {
  const { concerns, runAll } = spec
  const isOf = (event: MessageShape<D>) => concerns?.(event) !== false
  return {
    topic: spec.topic,
    group: spec.group,
    type: spec.event.typeName,
    batched: spec.batched || runAll !== undefined,
    gatherMs: spec.gatherMs,
    concerns: concerns && ((message) => concerns(fromBinary(spec.event, message.payload))),
    async handle(message, received, deps) {
      const event = fromBinary(spec.event, message.payload)
      if (isOf(event)) await spec.run(event, received, deps)
    },
    handleAll:
      runAll &&
      (async (messages, received, deps) => {
        const events = messages.map(({ payload }) => fromBinary(spec.event, payload)).filter(isOf)
        if (events.length > 0) await runAll(events, received, deps)
      }),
  }
}

function byGroup<Deps>(consumers: readonly Consumer<Deps>[]): Map<string, Consumer<Deps>[]> {
  const groups = new Map<string, Consumer<Deps>[]>()
  for (const one of consumers) groups.set(one.group, [...(groups.get(one.group) ?? []), one])
  return groups
}

/** Runs all consumers of a service. Types that no consumer of a group names are passed over. */
export async function runConsumers<Deps>(
  deps: ConsumerDeps & Deps,
  consumers: readonly Consumer<Deps>[],
): Promise<{ close(): Promise<void> }> {
  let closing = false
  const subscriptions: Subscription[] = []
  const groups = byGroup(consumers)
  const onError = (group: string) => (error: unknown) => {
    if (!closing) deps.log.error({ group, err: error }, 'consumer fault')
  }
  const retries = startRetryLoop({
    ...deps,
    groups: [...groups.keys()],
    handleOne: (group, message) => handleAgain(deps, consumers, group, message),
    onError: onError('retries'),
  })
  const handling = { deps, onParked: () => retries.wake() }
  await deps.bus.ensureTopics([...new Set(consumers.map((one) => one.topic))])
  for (const [group, members] of groups) {
    subscriptions.push(
      await deps.bus.subscribe({
        group,
        topics: [...new Set(members.map((one) => one.topic))],
        gatherMs: Math.min(...members.map((one) => one.gatherMs ?? 0)),
        onError: onError(group),
        handle: async (batch, moved) => {
          const due = batch.flatMap((message) => {
            const one = consumerOf(members, group, message)
            return one && isFor(one, message) ? [{ one: telling(one, moved), message }] : []
          })
          for (let done = 0; done < due.length; ) {
            if (closing) throw new Error('closing') // the bus brings the batch to the next process
            done += await handleBatched(handling, batchFrom(due, done))
            moved()
          }
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

/** A message that can't be read is for its handler too, which fails and is told of. */
function isFor<Deps>({ concerns }: Consumer<Deps>, message: InMessage): boolean {
  try {
    return concerns?.(message) ?? true
  } catch {
    return true
  }
}

/** The same consumer, which tells of each message that its handler has answered, well or badly. */
function telling<Deps>(one: Consumer<Deps>, moved: () => void): Consumer<Deps> {
  return { ...one, handle: (...about) => one.handle(...about).finally(moved) }
}

function consumerOf<Deps>(
  consumers: readonly Consumer<Deps>[],
  group: string,
  message: InMessage,
): Consumer<Deps> | undefined {
  return consumers.find(
    (one) => one.group === group && one.topic === message.topic && one.type === message.type,
  )
}

/** Handles a parked message. @throws Error also when nobody is there for it any more */
async function handleAgain<Deps>(
  deps: ConsumerDeps & Deps,
  consumers: readonly Consumer<Deps>[],
  group: string,
  message: InMessage,
): Promise<void> {
  const one = consumerOf(consumers, group, message)
  if (!one) throw new Error(`group ${group} has no consumer for ${message.type}`)
  await retryConflicts(() => handleAlone(deps, { one, message }))
}

/** Handles the parked messages of a group again (the operator's retry). */
export async function retryParked<Deps>(
  deps: ConsumerDeps & Deps,
  consumers: readonly Consumer<Deps>[],
  group: string,
): Promise<{ resolved: number; waiting: number }> {
  return retryDeadLetters(deps.db, group, (message) => handleAgain(deps, consumers, group, message))
}
