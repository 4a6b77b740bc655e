import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type Db, type Queryable, tellAfterCommit } from './db.ts'
import { SESSION_LOCK_CLASS } from './jobs.ts'

/**
 * Tells readers that there is something new: at once inside this process, and through LISTEN/NOTIFY to others.
 * Only a hint: every reader also looks by itself now and then, so a lost notification costs time, never an event.
 */
export type Notifier = {
  /**
   * Names the session of this process: the connection that listens holds a lock of this number for as long as the process
   * lives, so that others see when it has died and what it had taken is free.
   */
  session: number
  /** Resolves when the session holds its lock for the first time. */
  ready: Promise<void>
  /** Call after the commit (`announce` does it for transactions). NOTIFY is sent outside the transaction, one at a time, so commits never queue behind it. */
  notify(channel: string): void
  /** @returns a function that stops listening */
  listen(channel: string, wake: () => void): () => void
  close(): Promise<void>
}

/** The channel of Postgres by which processes wake each other; the payload is the sender and ours. */
export const NOTIFY_CHANNEL = 'talad_wake'

const RETRY_MS = 500
/** Every notification wakes a server process for each who listens: under load, several go together. */
const BETWEEN_MS = 3

/** Tells all processes that listen on a channel, from one that does nothing else. */
export async function notifyOnce(db: Queryable, channel: string): Promise<void> {
  await db.query('select pg_notify($1, $2)', [NOTIFY_CHANNEL, `${randomUUID()} ${channel}`])
}

export function createNotifier(db: Db, options: { onError?: (error: unknown) => void } = {}): Notifier {
  const self = randomUUID()
  const session = randomInt(1, 2 ** 31)
  const ready = Promise.withResolvers<void>()
  const listeners = new Map<string, Set<() => void>>()
  const pending = new Set<string>()
  let sending: Promise<void> | undefined
  let closed = false
  let sentAt = Number.NEGATIVE_INFINITY
  let interrupt: () => void = () => undefined

  const tell = (channel: string) => {
    for (const wake of listeners.get(channel) ?? []) wake()
  }

  /** Listens on one connection until it breaks or this is closed. */
  async function listenOnce(): Promise<void> {
    const client = await db.connect()
    let fault: Error | undefined
    try {
      const over = new Promise<void>((resolve) => {
        interrupt = resolve
        client.on('end', () => resolve())
        client.on('error', () => resolve())
      })
      client.on('notification', ({ payload = '' }) => {
        const [sender, ...channel] = payload.split(' ')
        if (sender !== self) tell(channel.join(' ')) // our own listeners were told at once
      })
      await client.query(
        `listen ${NOTIFY_CHANNEL}; select pg_advisory_lock(${SESSION_LOCK_CLASS}, ${session})`,
      )
      ready.resolve()
      for (const channel of listeners.keys()) tell(channel) // what was missed while nobody listened
      if (!closed) await over
    } catch (error) {
      fault = error instanceof Error ? error : new Error(String(error))
      throw error
    } finally {
      client.release(fault ?? true)
    }
  }

  async function keepListening(): Promise<void> {
    while (!closed) {
      await listenOnce().catch((error: unknown) => {
        if (!closed) options.onError?.(error)
      })
      if (closed) return
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, RETRY_MS)
        interrupt = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }
  const listening = keepListening()

  async function send(): Promise<void> {
    while (pending.size > 0 && !closed) {
      const rest = sentAt + BETWEEN_MS - performance.now()
      if (rest > 0) await delay(rest)
      const channels = [...pending]
      pending.clear()
      try {
        sentAt = performance.now()
        await db.query({
          name: 'kit.notify',
          text: `select pg_notify('${NOTIFY_CHANNEL}', channel) from unnest($1::text[]) channel`,
          values: [channels.map((channel) => `${self} ${channel}`)],
        })
      } catch (error) {
        options.onError?.(error)
      }
    }
    sending = undefined
  }

  const notify = (channel: string) => {
    tell(channel)
    pending.add(channel)
    sending ??= send()
  }
  tellAfterCommit(db, (channels) => {
    for (const channel of channels) notify(channel)
  })

  return {
    session,
    ready: ready.promise,
    notify,
    listen(channel, wake) {
      const set = listeners.get(channel) ?? new Set()
      listeners.set(channel, set.add(wake))
      return () => set.delete(wake)
    },
    async close() {
      closed = true
      ready.resolve() // nobody waits for a session that will not come
      interrupt()
      await sending
      await listening
    },
  }
}
