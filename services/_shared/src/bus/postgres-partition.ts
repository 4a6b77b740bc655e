import type { Db } from '../db.ts'
import { startLoop } from '../loop.ts'
import type { SubscribeOptions } from './port.ts'
import { type Fetched, fetchBatch, loadOffset, saveAndFetch, saveOffset } from './postgres-log.ts'
import type { Progress } from './progress.ts'

const MAX_BATCH = 64
/** A member looks by itself now and then, in case a notification was lost. */
const POLL_MS = 10_000

/** The work on one partition of every topic of the subscription, for as long as the lease lasts. */
export type Partition = {
  /** there is something new in this topic */
  told(topic: string): void
  close(): Promise<void>
}

/** Hands the group what lies in one partition, batch by batch, and moves it forward. */
export function startPartition(
  db: Db,
  options: SubscribeOptions,
  progress: Progress,
  partition: number,
): Partition {
  const { group, topics, handle, onError, maxBatch = MAX_BATCH } = options
  const offsets = new Map<string, bigint>() // read once: nobody else moves the group while the lease lasts
  const told = new Set<string>()
  const ahead = new Map<string, Fetched>() // what came along when an offset was saved
  const onPruned = (topic: string) =>
    onError(
      new Error(
        `group ${group} begins at the start of ${topic}, whose oldest messages were removed: republish the logs that it needs, and remove the topic from the table pruned`,
      ),
    )
  const step = async () => {
    // without a word of what is new, after a pause or a fault, every topic is looked at
    const looks = told.size > 0 ? [...told] : topics
    told.clear()
    for (const topic of looks) {
      const offset =
        offsets.get(topic) ?? (await loadOffset(db, group, topic, partition, () => onPruned(topic)))
      offsets.set(topic, offset)
      const known = ahead.get(topic)
      ahead.delete(topic)
      const { messages, last } = known ?? (await fetchBatch(db, topic, partition, offset, maxBatch))
      if (last === undefined) continue
      const call = progress.begin()
      await handle(messages, call.moved).finally(call.answered)
      if (messages.length === maxBatch || told.delete(topic)) {
        const next = await saveAndFetch(db, group, topic, partition, last, maxBatch)
        if (next.last !== undefined) {
          ahead.set(topic, next)
          told.add(topic)
        }
      } else await saveOffset(db, group, topic, partition, last)
      offsets.set(topic, last)
    }
    return told.size > 0
  }
  const onFault = (error: unknown) => {
    told.clear()
    onError(error)
  }
  const loop = startLoop(step, { idleMs: POLL_MS, onError: onFault })
  return {
    told(topic) {
      told.add(topic)
      loop.wake()
    },
    close: () => loop.close(),
  }
}
