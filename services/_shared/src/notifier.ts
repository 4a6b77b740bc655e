import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type Db, notifyAfterCommit, type Queryable } from './db.ts'
import { SESSION_LOCK_CLASS } from './job-claims.ts'

/**
 * Tells readers that there is something new: at once inside this process, and through LISTEN/NOTIFY to others.
 * Only a hint: every reader also looks by itself now and then, so a lost notification costs time, never an event.
 */
export type Notifier = {
  /**
   * Names the session of this process: the connection that listens holds a lock of this number for as long as the process
   * lives, so that others see when it has died and what it had taken is free, and whether anybody listens.
   */
  session: number
  /** Resolves when the session holds its lock for the first time. */
  ready: Promise<void>
  /** Call after the commit (`announce` does it for transactions). A channel of `here` stays inside this process; else NOTIFY is sent outside the transaction, one at a time, so commits never queue behind it, and only where somebody else listens. */
  notify(channel: string): void
  /** @returns a function that stops listening */
  listen(channel: string, wake: () => void): () => void
  close(): Promise<void>
}

const HERE = 'here '
const ELSEWHERE = 'elsewhere '
/** A channel that only those in this process are told of. */
export const here = (channel: string) => HERE + channel
/** A channel that is told when another process has told of the one that is given, and not when this one has. */
export const elsewhere = (channel: string) => ELSEWHERE + channel

/** The channel of Postgres by which processes wake each other; the payload is the sender and ours. */
export const NOTIFY_CHANNEL = 'talad_wake'

/** Said by who begins to listen. */
const GREETING = 'greeting'
const RETRY_MS = 500
/** Every notification wakes a server process for each who listens: under load, several go together. */
const BETWEEN_MS = 3
/** That others listen is believed for so long: who is alone tells nobody, and who comes greets. */
const BELIEVED_MS = 10_000
/** Who comes looks once more after this: until they had the greeting, others may have told nobody. */
const GREETED_MS = 250

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
  let others: { listen: boolean; until: number } | undefined // undefined: not known
  let noted = 0
  let again: NodeJS.Timeout | undefined
  let interrupt: () => void = () => undefined

  const tell = (channel: string) => {
    for (const wake of listeners.get(channel) ?? []) wake()
  }
  const tellAll = () => {
    for (const channel of listeners.keys()) tell(channel)
  }
  const noteOthers = (listen: boolean | undefined) => {
    others = listen === undefined ? undefined : { listen, until: performance.now() + BELIEVED_MS }
    noted += 1
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
        const [sender, ...words] = payload.split(' ')
        if (sender === self) return // our own listeners were told at once
        const channel = words.join(' ')
        if (channel === GREETING) noteOthers(true)
        tell(channel)
        tell(elsewhere(channel))
      })
      await client.query(
        `listen ${NOTIFY_CHANNEL}; select pg_advisory_lock(${SESSION_LOCK_CLASS}, ${session})`,
      )
      noteOthers(undefined) // who has greeted before was not heard
      ready.resolve()
      say(GREETING)
      tellAll() // what was missed while nobody listened
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

  /** Whether any other process listens. Each that does holds the lock of its session, and has greeted. */
  async function isHeard(): Promise<boolean> {
    if (others && performance.now() < others.until) return others.listen
    const before = noted
    const { rows } = await db.query<{ listen: boolean }>({
      name: 'kit.others_listen',
      text: `
        select exists (
          select from pg_locks
          where locktype = 'advisory' and classid = ${SESSION_LOCK_CLASS} and objsubid = 2 and granted
            and objid::bigint <> $1 and database = (select oid from pg_database where datname = current_database())
        ) as listen`,
      values: [session],
    })
    const listen = rows[0]?.listen ?? true
    if (noted !== before) return true // somebody has come while we looked
    others = { listen, until: listen ? performance.now() + BELIEVED_MS : Number.POSITIVE_INFINITY }
    return listen
  }

  async function send(): Promise<void> {
    while (pending.size > 0 && !closed) {
      const rest = sentAt + BETWEEN_MS - performance.now()
      if (rest > 0) await delay(rest)
      const channels = [...pending]
      pending.clear()
      try {
        if (!(await isHeard())) continue
        sentAt = performance.now()
        await db.query({
          name: 'kit.notify',
          text: `select pg_notify('${NOTIFY_CHANNEL}', channel) from unnest($1::text[]) channel`,
          values: [channels.map((channel) => `${self} ${channel}`)],
        })
        if (channels.includes(GREETING)) again = setTimeout(tellAll, GREETED_MS)
      } catch (error) {
        options.onError?.(error)
      }
    }
    sending = undefined
  }

  const say = (channel: string) => {
    pending.add(channel)
    sending ??= send()
  }
  const notify = (channel: string) => {
    tell(channel)
    if (!channel.startsWith(HERE)) say(channel)
  }
  notifyAfterCommit(db, (channels) => {
    for (const channel of channels) notify(channel)
  })

  return {
    session,
    ready: ready.promise,
    notify,
    listen(channel, wake) {
      const set = listeners.get(channel) ?? new Set()
      listeners.set(channel, set.add(wake))
      return () => {
        set.delete(wake)
        if (set.size === 0 && listeners.get(channel) === set) listeners.delete(channel)
      }
    },
    async close() {
      closed = true
      ready.resolve() // nobody waits for a session that will not come
      interrupt()
      await sending
      clearTimeout(again)
      await listening
    },
  }
}
