import type { Db } from './db.ts'

/**
 * Tells readers that there is something new: at once inside this process, and through LISTEN/NOTIFY to others.
 * Only a hint: every reader also looks by itself now and then, so a lost notification costs time, never an event.
 */
export type Wake = {
  /** Call after the commit. NOTIFY is sent outside the transaction, at most one in flight per channel, so commits never queue behind it. */
  notify(channel: string): void
  /** @returns a function that stops listening */
  listen(channel: string, wake: () => void): () => void
  close(): Promise<void>
}

const CHANNEL = 'talad_wake'

export function createWake(db: Db, options: { onError?: (error: unknown) => void } = {}): Wake {
  const listeners = new Map<string, Set<() => void>>()
  const pending = new Set<string>()
  let sending: Promise<void> | undefined
  let closed = false
  let release: (() => void) | undefined
  let retry: NodeJS.Timeout | undefined

  const tell = (channel: string) => {
    for (const wake of listeners.get(channel) ?? []) wake()
  }

  async function connect(): Promise<void> {
    if (closed) return
    try {
      const client = await db.connect()
      let gone = false
      const drop = (error?: Error) => {
        if (gone) return
        gone = true
        release = undefined
        client.release(error ?? true)
        if (!closed) retry = setTimeout(() => void connect(), 500)
      }
      release = () => drop()
      client.on('notification', (message) => tell(message.payload ?? ''))
      client.on('error', drop)
      client.on('end', () => drop())
      await client.query(`listen ${CHANNEL}`)
      if (closed) drop()
      else for (const channel of listeners.keys()) tell(channel) // what was missed while nobody listened
    } catch (error) {
      options.onError?.(error)
      if (!closed) retry = setTimeout(() => void connect(), 500)
    }
  }
  const connected = connect()

  async function send(): Promise<void> {
    while (pending.size > 0 && !closed) {
      const channels = [...pending]
      pending.clear()
      try {
        await db.query(`select pg_notify('${CHANNEL}', channel) from unnest($1::text[]) channel`, [channels])
      } catch (error) {
        options.onError?.(error)
      }
    }
    sending = undefined
  }

  return {
    notify(channel) {
      tell(channel)
      pending.add(channel)
      sending ??= send()
    },
    listen(channel, wake) {
      const set = listeners.get(channel) ?? new Set()
      listeners.set(channel, set.add(wake))
      return () => set.delete(wake)
    },
    async close() {
      closed = true
      clearTimeout(retry)
      await sending
      await connected
      release?.()
    },
  }
}
