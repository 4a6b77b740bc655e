import type { Random } from '@talad/demo/random'
import type { InMessage, OutMessage, SubscribeOptions } from '@talad/shared/bus/port'
import type { Step } from './steps.ts'

/** How the steps of a script reach the service. */
export type Manner = {
  /** each once, one by one; then also in order */
  plain: boolean
  /** what is new comes in the order of the script, whatever comes again; otherwise only each key keeps its order */
  inOrder: boolean
  random: Random
}

/** One partition as one group reads it. */
export type Queue = {
  handle: SubscribeOptions['handle']
  list: { place: number; message: OutMessage }[]
  /** where the group stands, and how far it once stood */
  position: number
  seen: number
  /** how often each was delivered */
  times: number[]
}

const MOST_TIMES = 5
const MOST_AT_ONCE = 8
const COMES_AGAIN = 0.5

/** Cuts each topic into partitions, each key in one of them, for each group that reads it. */
export function queuesOf<D>(
  subscribed: readonly SubscribeOptions[],
  steps: readonly Step<D>[],
  { inOrder, random }: Manner,
): Queue[] {
  const partitions = inOrder ? 1 : 1 + Math.floor(random() * 4)
  const chosen = new Map<string, number>()
  const queues = new Map<string, Queue>()
  for (const [place, step] of steps.entries()) {
    if (!('message' in step)) continue
    const { topic, key } = step.message
    const partition = chosen.get(key) ?? Math.floor(random() * partitions)
    chosen.set(key, partition)
    for (const { group, topics, handle } of subscribed) {
      if (!topics.includes(topic)) continue
      const name = `${group} ${topic} ${partition}`
      const queue = queues.get(name) ?? { handle, list: [], position: 0, seen: 0, times: [] }
      queue.list.push({ place, message: step.message })
      queues.set(name, queue)
    }
  }
  return [...queues.values()]
}

export const isAtEnd = ({ position, list }: Queue) => position === list.length

/**
 * What a queue brings next: what came before may come at any time, news only when it may.
 * @param next the first place of the script that nobody has heard of
 */
export function batchOf(
  queue: Queue,
  { plain, inOrder, random }: Manner,
  next: number,
  mayCome: (place: number) => boolean,
): InMessage[] {
  const most = plain ? 1 : 1 + Math.floor(random() * MOST_AT_ONCE)
  const batch: InMessage[] = []
  let due = next
  for (const [index, { place, message }] of queue.list.entries()) {
    if (index < queue.position) continue
    if (batch.length === most) break
    if (index >= queue.seen) {
      if (!mayCome(place) || (inOrder && place !== due)) break
      due += 1
    }
    batch.push({ ...message, partition: 0, offset: String(index) })
  }
  return batch
}

/** Notes a delivery. @returns how many of the batch had come before */
export function noteDelivery(queue: Queue, batch: readonly InMessage[]): number {
  const end = queue.position + batch.length
  const again = Math.max(0, Math.min(queue.seen, end) - queue.position)
  for (let at = queue.position; at < end; at++) queue.times[at] = (queue.times[at] ?? 0) + 1
  queue.seen = Math.max(queue.seen, end)
  return again
}

/** Now and then a group begins again further back: everything from there comes again. */
export function goBack(queue: Queue, { plain, random }: Manner): void {
  if (plain || random() > COMES_AGAIN) return
  const furthest = 1 + Math.floor(random() * MOST_AT_ONCE)
  for (let back = 0; back < furthest && queue.position > 0; back++) {
    if ((queue.times[queue.position - 1] ?? 0) >= MOST_TIMES - 1) return // one more is left for a failure
    queue.position -= 1
  }
}
