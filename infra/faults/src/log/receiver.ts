import type { InMessage } from '@talad/shared/bus/port'
import { holds } from '../proof.ts'
import { arrivalOf } from './noted.ts'
import type { Committed } from './writers.ts'

export type Receiver = {
  take(batch: readonly InMessage[]): void
  /** how many messages came again */
  again(): number
  size(): number
  /** @throws Disproved when an event is missing, more than there were, changed, or out of its stream's order */
  compare(committed: Committed): void
}

/** Takes down what arrives, and compares it with what was committed. */
export function createReceiver(): Receiver {
  const ids = new Set<string>()
  const texts: Committed = new Map()
  const newest = new Map<string, number>()
  const disorder: string[] = []
  const changed: string[] = []
  let again = 0

  function takeOne(message: InMessage): void {
    const { stream, version, text } = arrivalOf(message)
    const place = `${stream}@${version}`
    if (ids.has(message.id)) {
      again += 1
      if (texts.get(place) !== text) changed.push(place)
      return
    }
    ids.add(message.id)
    const before = newest.get(stream) ?? 0
    if (version !== before + 1) disorder.push(`${place} came after version ${before}`)
    newest.set(stream, Math.max(before, version))
    texts.set(place, text)
  }
  return {
    take: (batch) => batch.forEach(takeOne),
    again: () => again,
    size: () => ids.size,
    compare(committed) {
      const missing = [...committed.keys()].filter((place) => !texts.has(place))
      const surplus = [...texts.keys()].filter((place) => !committed.has(place))
      for (const [place, text] of texts)
        if (committed.has(place) && committed.get(place) !== text) changed.push(place)
      const some = (list: readonly string[]) => `${list.length} (${list.slice(0, 3).join('; ')})`
      holds(missing.length === 0, `events were skipped: ${some(missing)}`)
      holds(disorder.length === 0, `events left the order of their stream: ${some(disorder)}`)
      holds(changed.length === 0, `events were changed on the way: ${some(changed)}`)
      holds(surplus.length === 0, `events arrived that nobody committed: ${some(surplus)}`)
      holds(ids.size === texts.size, `${ids.size - texts.size} events arrived under two ids`)
    },
  }
}
