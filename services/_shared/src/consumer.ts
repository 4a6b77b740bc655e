import { type DescMessage, fromBinary, type MessageShape } from '@bufbuild/protobuf'
import type { Bus, InMessage, Subscription } from './bus/port.ts'
import type { Clock } from './clock.ts'
import { withContext } from './context.ts'
import { type Db, inTx, isConnectionFault, type Tx } from './db.ts'
import { park, parkBehind, retryDeadLetters } from './dead-letters.ts'
import { LOG_CHANNEL, retryConflicts } from './handle.ts'
import { receiveOnce } from './inbox.ts'
import { inLanes } from './lanes.ts'
import { Rejection } from './rejection.ts'
import { currentTraceparent, inSpan } from './telemetry.ts'
import type { Wake } from './wake.ts'

/** What a handler works with besides the event: the transaction that all its effects belong to. */
export type Received = { tx: Tx; message: InMessage; now: Date }

type Run<D extends DescMessage, Deps> = (
  event: MessageShape<D>,
  received: Received,
  deps: Deps,
) => Promise<void>

/** One kind of message and what it means here. */
export type Consumer<Deps> = {
  topic: string
  group: string
  type: string
  handle: (message: InMessage, received: Received, deps: Deps) => Promise<void>
}

/**
 * Declares a consumer: data, not a class.
 * @param spec `run` must do all that it does through `received.tx` (never an outside call: the transaction holds back
 * every reader of the log) and throw a Rejection when business says no
 */
export function consumer<D extends DescMessage, Deps>(spec: {
  topic: string
  group: string
  event: D
  run: Run<D, Deps>
}): Consumer<Deps> {
  return {
    topic: spec.topic,
    group: spec.group,
    type: spec.event.typeName,
    handle: (message, received, deps) => spec.run(fromBinary(spec.event, message.payload), received, deps),
  }
}

export type ConsumerDeps = {
  db: Db
  bus: Bus
  wake: Wake
  now: Clock
  log: { warn(about: object, text: string): void; error(about: object, text: string): void }
  /** tries of a message before it is parked; a database that is away doesn't count */
  maxTries?: number
}

function contextOf(group: string, message: InMessage) {
  return {
    correlationId: message.headers.ce_correlationid ?? message.id,
    causationId: message.id,
    actor: message.headers.ce_actor ?? group,
    ...(message.headers.traceparent ? { traceparent: message.headers.traceparent } : {}),
  }
}

/** Handles one message of a group: effects and the note that it was handled commit together. */
async function handleOnce<Deps>(
  deps: ConsumerDeps & Deps,
  one: Consumer<Deps>,
  message: InMessage,
): Promise<void> {
  const about = contextOf(one.group, message)
  const work = async () => {
    try {
      await inTx(deps.db, async (tx) => {
        if (!(await receiveOnce(tx, one.group, message.id))) return
        await one.handle(message, { tx, message, now: deps.now() }, deps)
      })
    } catch (error) {
      if (!(error instanceof Rejection)) throw error
      deps.log.warn({ group: one.group, message: message.id, code: error.code }, 'message refused')
      await inTx(deps.db, (tx) => receiveOnce(tx, one.group, message.id, error.code))
    }
  }
  await inSpan(`${one.group} ${one.type}`, { ...about, kind: 'consumer' }, () => {
    const traceparent = currentTraceparent() ?? about.traceparent
    return withContext({ ...about, ...(traceparent ? { traceparent } : {}) }, work)
  })
  deps.wake.notify(LOG_CHANNEL)
}

/** Handles a message, or puts it aside when its tries are used up. @throws what went wrong, while it may be tried again */
async function handleOrPark<Deps>(
  deps: ConsumerDeps & Deps,
  one: Consumer<Deps>,
  message: InMessage,
  failed: number,
): Promise<void> {
  if (await parkBehind(deps.db, one.group, message)) return
  try {
    await retryConflicts(() => handleOnce(deps, one, message))
  } catch (error) {
    if (isConnectionFault(error)) throw error
    const failures = failed + 1
    const about = { group: one.group, message: message.id, type: message.type, failures, err: error }
    if (failures < (deps.maxTries ?? 6)) {
      deps.log.warn(about, 'message failed, trying again')
      throw error
    }
    deps.log.error(about, 'message parked')
    await park(deps.db, one.group, message, String(error), failures)
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
  await deps.bus.ensureTopics([...new Set(consumers.map((one) => one.topic))])
  for (const [group, members] of byGroup(consumers)) {
    subscriptions.push(
      await deps.bus.subscribe({
        group,
        topics: [...new Set(members.map((one) => one.topic))],
        onError: (error) => {
          if (!closing) deps.log.error({ group, err: error }, 'consumer fault')
        },
        handle: (batch) =>
          inLanes(
            batch,
            (message) => `${message.topic}\n${message.key}`,
            async (message, failures) => {
              if (closing) throw new Error('closing')
              const one = members.find(
                (member) => member.topic === message.topic && member.type === message.type,
              )
              if (one) await handleOrPark(deps, one, message, failures)
            },
            // the bus brings the batch again: to the next process, or when the database is back
            (error) => closing || isConnectionFault(error),
          ),
      }),
    )
  }
  return {
    async close() {
      closing = true
      await Promise.all(subscriptions.map((subscription) => subscription.close()))
    },
  }
}

/** Handles the parked messages of a group again (the operator's retry). */
export async function retryParked<Deps>(
  deps: ConsumerDeps & Deps,
  consumers: readonly Consumer<Deps>[],
  group: string,
): Promise<{ resolved: number; waiting: number }> {
  return retryDeadLetters(deps.db, group, async (message) => {
    const one = consumers.find(
      (c) => c.group === group && c.topic === message.topic && c.type === message.type,
    )
    if (!one) throw new Error(`group ${group} has no consumer for ${message.type}`)
    await retryConflicts(() => handleOnce(deps, one, message))
  })
}
