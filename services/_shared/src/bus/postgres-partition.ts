import { startLoop } from '../loop.ts'
import type { SubscribeOptions } from './port.ts'
import { loadOffset } from './postgres-log.ts'
import type { ProcessBus } from './process-bus.ts'
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
  { db, reader, offsets: saved }: Pick<ProcessBus, 'db' | 'reader' | 'offsets'>,
  options: SubscribeOptions,
  progress: Progress,
  partition: number,
): Partition {
  const { group, topics, handle, onError, maxBatch = MAX_BATCH } = options
  const offsets = new Map<string, bigint>() // read once: nobody else moves the group while the lease lasts
  const told = new Set<string>()
  const onPruned = (topic: string) =>
    onError(
      new Error(
        `group ${group} begins at the start of ${topic}, whose oldest messages were removed: republish the logs that it needs, and remove the topic from the table pruned`,
      ),
    )
  const tell = (topic: string) => {
    reader.told(topic, partition)
    told.add(topic)
  }
  const step = async () => {
    // without a word of what is new, after a pause or a fault, every topic is looked at
    if (told.size === 0) for (const topic of topics) tell(topic)
    const looks = [...told]
    told.clear()
    let isMore = false
    for (const topic of looks) {
      const offset =
        offsets.get(topic) ?? (await loadOffset(db, group, topic, partition, () => onPruned(topic)))
      offsets.set(topic, offset)
      const { messages, last } = await reader.fetch(topic, partition, offset, maxBatch)
      if (last === undefined) continue
      const call = progress.begin()
      await handle(messages, call.moved).finally(call.answered)
      offsets.set(topic, last)
      saved.note({ group, topic, partition, seq: last })
      if (messages.length < maxBatch) continue
      told.add(topic)
      isMore = true
    }
    return isMore
  }
  const onFault = (error: unknown) => {
    told.clear()
    onError(error)
  }
  const loop = startLoop(step, { idleMs: POLL_MS, onError: onFault })
  return {
    told(topic) {
      tell(topic)
      loop.wake()
    },
    close: () => loop.close(),
  }
}
