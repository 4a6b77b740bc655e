import { fromRecord, type RawRecord } from './kafka-format.ts'
import type { SubscribeOptions } from './port.ts'
import type { Progress } from './progress.ts'

const MAX_BATCH = 64
const MAX_PAUSE_MS = 5_000
export const HEARTBEAT_MS = 1_000

/** What the client library hands over with the records that it fetched of one partition. */
export type Fetched = {
  batch: { topic: string; partition: number; messages: readonly RawRecord[] }
  isRunning(): boolean
  heartbeat(): Promise<void>
  /** stops fetching this partition until the function that it returns is called */
  pause(): () => void
  commitOffsetsIfNecessary(offsets: {
    topics: { topic: string; partitions: { partition: number; offset: string }[] }[]
  }): Promise<void>
  resolveOffset(offset: string): void
}

/**
 * Handles one fetched batch in bounded parts, each committed before the next. A failed part comes again later.
 * @param failed failures in a row, by topic and partition
 */
export async function eachBatch(
  fetched: Fetched,
  options: SubscribeOptions,
  progress: Progress,
  failed: Map<string, number>,
): Promise<void> {
  const { topic, partition, messages } = fetched.batch
  const place = `${topic}/${partition}`
  const size = options.maxBatch ?? MAX_BATCH
  let lost = false
  // a group that is rebalancing says so in the answer to a heartbeat: the part in hand is finished and committed first
  const beating = setInterval(() => {
    fetched.heartbeat().catch(() => {
      lost = true
    })
  }, HEARTBEAT_MS)
  try {
    for (let from = 0; from < messages.length && !lost && fetched.isRunning(); from += size) {
      const part = messages.slice(from, from + size).map((record) => fromRecord(topic, partition, record))
      const call = progress.begin()
      try {
        await options.handle(part, call.moved)
        failed.delete(place)
      } catch (error) {
        if (fetched.isRunning()) options.onError(error)
        const failures = (failed.get(place) ?? 0) + 1
        failed.set(place, failures)
        // nothing was resolved: after the pause the same offset is fetched again; other partitions go on meanwhile
        const resume = fetched.pause()
        setTimeout(resume, Math.min(50 * 2 ** failures, MAX_PAUSE_MS)).unref()
        return
      } finally {
        call.answered()
      }
      const last = part.at(-1)?.offset ?? '-1'
      const offset = (BigInt(last) + 1n).toString()
      await fetched.commitOffsetsIfNecessary({ topics: [{ topic, partitions: [{ partition, offset }] }] })
      fetched.resolveOffset(last)
    }
  } finally {
    clearInterval(beating)
  }
}
