import type { LiveEventName } from '@talad/proto/http/gateway/live'
import type { Clock } from '@talad/shared/clock'
import type { Update } from './updates.ts'

/** An update with its place; `text` is how it goes over the wire. */
export type Entry = {
  seq: number
  at: number
  messageId: string
  event: Update['event']
  audiences: readonly string[]
  subject: string
  text: string
}

/**
 * A ring of the last updates and the listeners to new ones, of this process. Ids are `<instance>-<number>`, the numbers
 * ascending: one from another process, or from before a restart, is recognised and can't be mistaken for ours.
 */
export type Hub = {
  /** Tells everybody concerned. A message that was seen before (the bus delivers at least once) is passed over. */
  publish(messageId: string, updates: readonly Update[]): void
  /** Calls `send` once with each new update for one of the audiences. @returns a function that ends it */
  listen(audiences: readonly string[], send: (entry: Entry) => void): () => void
  /** @returns what came after an id for these audiences, or undefined when that is no longer known */
  since(lastEventId: string, audiences: readonly string[]): Entry[] | undefined
  /** the id of the newest update */
  position(): string
}

/** One server-sent event. The data has no line breaks: JSON escapes them. */
export function eventText(id: string | undefined, event: LiveEventName, data: object): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

const EVENT_ID = /^([a-z0-9]+)-(\d{1,15})$/

export function createHub(options: {
  instance: string
  now: Clock
  maxEntries: number
  maxAgeMs: number
}): Hub {
  const { instance, now, maxEntries, maxAgeMs } = options
  const ring: Entry[] = []
  const seen = new Set<string>()
  const listeners = new Map<string, Set<(entry: Entry) => void>>()
  let seq = 0
  const idOf = (number: number) => `${instance}-${number}`

  function forget(): void {
    const oldest = now().getTime() - maxAgeMs
    let gone = 0
    while (gone < ring.length && (ring.length - gone > maxEntries || (ring[gone]?.at ?? 0) < oldest))
      gone += 1
    for (const { messageId } of ring.splice(0, gone)) seen.delete(messageId)
  }

  function tell(entry: Entry): void {
    const concerned = new Set(entry.audiences.flatMap((audience) => [...(listeners.get(audience) ?? [])]))
    for (const send of concerned) send(entry)
  }

  return {
    publish(messageId, updates) {
      if (seen.has(messageId) || updates.length === 0) return
      seen.add(messageId)
      for (const { event, data, audiences, subject } of updates) {
        seq += 1
        const text = eventText(idOf(seq), event, data)
        const entry = { seq, at: now().getTime(), messageId, event, audiences, subject, text }
        ring.push(entry)
        tell(entry)
      }
      forget()
    },
    listen(audiences, send) {
      for (const audience of audiences) {
        const group = listeners.get(audience) ?? new Set()
        listeners.set(audience, group.add(send))
      }
      return () => {
        for (const audience of audiences) {
          const group = listeners.get(audience)
          group?.delete(send)
          if (group?.size === 0) listeners.delete(audience)
        }
      }
    },
    since(lastEventId, audiences) {
      forget()
      const [, of, number] = EVENT_ID.exec(lastEventId) ?? []
      const last = Number(number)
      if (of !== instance || last > seq) return undefined
      const firstKept = ring[0]?.seq ?? seq + 1
      if (last < firstKept - 1) return undefined
      const mine = new Set(audiences)
      return ring.filter((entry) => entry.seq > last && entry.audiences.some((one) => mine.has(one)))
    },
    position: () => idOf(seq),
  }
}
