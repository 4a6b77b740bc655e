import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../db.ts'
import { channelOf, type Fetched, fetchBatches, type Wanted } from './postgres-log.ts'

/** Reads partitions for all groups of a process: what one has read, others that are as far needn't read again. */
export type Reader = {
  /** There may be something new in a partition: what was read before this says nothing of it. */
  told(topic: string, partition: number): void
  /** What lies after a place. Whoever asks since there was last something new may get the same answer. */
  fetch(topic: string, partition: number, after: bigint, limit: number): Promise<Fetched>
}

/** Under load, what is asked for within this after a read is read together; the first of a quiet time at once. */
const BETWEEN_MS = 10

type Read = Wanted & { fetched: Promise<Fetched> }

/** @param db of the bus */
export function createReader(db: Db): Reader {
  /** the last read of each partition, unless there is something new since it began */
  const reads = new Map<string, Read>()
  /** when the next statement may go out; at once where the last one left something */
  let nextAt = 0
  /** what is asked for in this moment, by all groups: one statement reads it */
  let asked: { wanted: Wanted; answer: PromiseWithResolvers<Fetched> }[] = []

  async function readAsked(): Promise<void> {
    const rest = nextAt - performance.now()
    if (rest > 0) await delay(rest)
    nextAt = performance.now() + BETWEEN_MS
    const some = asked
    asked = []
    const found = fetchBatches(
      db,
      some.map(({ wanted }) => wanted),
    )
    for (const [n, { answer, wanted }] of some.entries())
      found.then((all) => {
        const one = all[n] ?? { messages: [], last: undefined }
        if (one.messages.length === wanted.limit) nextAt = 0
        answer.resolve(one)
      }, answer.reject)
  }
  return {
    told: (topic, partition) => void reads.delete(channelOf(topic, partition)),
    fetch(topic, partition, after, limit) {
      const lane = channelOf(topic, partition)
      const known = reads.get(lane)
      if (known?.after === after && known.limit === limit) return known.fetched
      const wanted = { topic, partition, after, limit }
      const answer = Promise.withResolvers<Fetched>()
      if (asked.length === 0) setImmediate(() => void readAsked())
      asked.push({ wanted, answer })
      const read = { ...wanted, fetched: answer.promise }
      reads.set(lane, read)
      read.fetched.catch(() => {
        if (reads.get(lane) === read) reads.delete(lane)
      })
      return read.fetched
    },
  }
}
