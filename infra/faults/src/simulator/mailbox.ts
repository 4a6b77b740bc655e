import type { Random } from '@talad/demo/random'
import type { InMessage, OutMessage } from '@talad/shared/bus/port'

/** What one consumer group has still to read: each key in its order, of which some may come again. */
export type Mailbox = {
  put(message: OutMessage): void
  /** the next messages of some key, perhaps some of those before them again; undefined: all was read */
  next(random: Random, most: number): { messages: InMessage[]; done(): void } | undefined
  isEmpty(): boolean
}

type Key = { list: OutMessage[]; read: number }

const AGAIN = 0.3
const MOST_AGAIN = 4

export function createMailbox(): Mailbox {
  const keys = new Map<string, Key>()
  const waiting = () => [...keys.values()].filter(({ list, read }) => read < list.length)
  return {
    put(message) {
      const key = keys.get(message.key) ?? { list: [], read: 0 }
      key.list.push(message)
      keys.set(message.key, key)
    },
    next(random, most) {
      const open = waiting()
      const key = open[Math.floor(random() * open.length)]
      if (!key) return undefined
      // a group that begins again further back gets everything from there again, in its order
      const back = random() < AGAIN ? Math.min(key.read, 1 + Math.floor(random() * MOST_AGAIN)) : 0
      const end = Math.min(key.list.length, key.read + 1 + Math.floor(random() * most))
      const messages = key.list.slice(key.read - back, end)
      return {
        messages: messages.map((message, offset) => ({ ...message, partition: 0, offset: String(offset) })),
        done() {
          key.read = Math.max(key.read, end)
        },
      }
    },
    isEmpty: () => waiting().length === 0,
  }
}
