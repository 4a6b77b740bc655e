import type { InMessage, Subscription } from './bus/port.ts'
import { isPassingFault } from './db.ts'
import { orderingKeyOf, park, parkBehind, parkedPlaces, retryDeadLetters } from './dead-letters.ts'
import type { ConsumerDeps } from './handling.ts'
import { retryConflicts } from './lost-race.ts'
import { MAX_TRIES, startRetryLoop } from './retry-loop.ts'

/** A consumer of all messages of a topic, a whole batch at a time. */
export type BatchConsumer<Deps> = {
  topic: string
  group: string
  /** most messages that are handled at once */
  maxBatch: number
  /**
   * Handles messages in their order, all or none, in a transaction of its own. There is no inbox: it has to know by itself
   * what it has handled before. It throws for a message that it can't read or doesn't know.
   */
  handle: (messages: readonly InMessage[], deps: Deps) => Promise<void>
}

export type BatchConsumerDeps = Pick<ConsumerDeps, 'db' | 'bus' | 'log' | 'maxTries'>

/** Handles the parked messages of the group again (the operator's retry), each key in its order. */
export function retryBatchConsumer<Deps>(
  deps: Pick<BatchConsumerDeps, 'db'> & Deps,
  { group, handle }: BatchConsumer<Deps>,
): Promise<{ resolved: number; waiting: number }> {
  return retryDeadLetters(deps.db, group, (message) => handle([message], deps))
}

/**
 * Runs a consumer of whole batches. Where one message spoils its batch, each is handled on its own; one that fails alone
 * is parked, to be tried again, and holds back the others of its key and nothing else.
 */
export async function runBatchConsumer<Deps>(
  deps: BatchConsumerDeps & Deps,
  { topic, group, maxBatch, handle }: BatchConsumer<Deps>,
): Promise<Subscription> {
  const { db, log, maxTries = MAX_TRIES } = deps
  const onError = (error: unknown) => log.error({ group, err: error }, 'consumer fault')
  const handleOne = (message: InMessage) => retryConflicts(() => handle([message], deps))
  const retries = startRetryLoop({
    db,
    log,
    maxTries,
    onError,
    groups: [group],
    handleOne: (_group, message) => handleOne(message),
  })

  async function handleOrPark(message: InMessage): Promise<void> {
    if (await parkBehind(db, group, message)) return
    try {
      await handleOne(message)
    } catch (error) {
      if (isPassingFault(error)) throw error
      log.warn({ group, message: message.id, type: message.type, err: error }, 'message failed, trying again')
      await park(db, group, message, String(error), maxTries)
      retries.wake()
    }
  }

  /** All at once, but for the keys of which something waits. */
  async function handleBatch(batch: readonly InMessage[], moved: () => void): Promise<void> {
    const parked = await parkedPlaces(db, group, batch)
    const isFree = (message: InMessage) => !parked.has(orderingKeyOf(message))
    const free = batch.filter(isFree)
    const alone = async (messages: readonly InMessage[]) => {
      for (const message of messages) {
        await handleOrPark(message)
        moved() // the watchdog times one message, not the batch (B12)
      }
    }
    await alone(batch.filter((message) => !isFree(message)))
    if (free.length === 0) return
    try {
      await handle(free, deps)
    } catch (error) {
      if (isPassingFault(error)) throw error
      await alone(free)
    }
  }

  await deps.bus.ensureTopics([topic])
  const subscription = await deps.bus.subscribe({
    group,
    topics: [topic],
    maxBatch,
    onError,
    handle: handleBatch,
  })
  return {
    async close() {
      await Promise.all([retries.close(), subscription.close()])
    },
  }
}
