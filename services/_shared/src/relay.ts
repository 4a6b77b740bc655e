import { setTimeout as delay } from 'node:timers/promises'
import type { Bus, Outgoing, OutMessage } from './bus/port.ts'
import { causeHeaders } from './context.ts'
import type { Db, Queryable } from './db.ts'
import { type EpochWatch, epochOf } from './epoch.ts'
import { HELD_MS, LOG_CHANNEL, type Row, readerCursor, readLogPart, saveReaderCursor } from './event-log.ts'
import { withLease } from './lease.ts'
import { type Loop, POLL_MS, startLoop } from './loop.ts'
import type { Notifier } from './notifier.ts'

/** Where the relay stands is noted under this name; who sends holds the lease of that one. */
export const RELAY_READER = 'relay'
export const RELAY_LEASE = 'talad.relay'
const BATCH = 500
/** Where the relay stands is noted so long after it has sent at the latest: a process that dies sends as much again. */
const NOTE_MS = 200
/** Under load, what is written within this after a look is sent together; the first of a quiet time goes at once. */
const BETWEEN_MS = 20
/** Under load the next event is there within this: the lease is kept so long. */
const LINGER_MS = 250
/** Then the lease is let go, whatever waits: somebody else may want it. */
const TERM_MS = 2_000

/** Names a message of the log: the position of the event, and its number among the messages that the event makes. */
function idOf(service: string, { txid, position }: Row, index: number): string {
  const epoch = epochOf(txid)
  // a log that was restored from a dump counts on from the dump: its positions may have been others before
  const source = epoch === 0n ? service : `${service}.${epoch}`
  return `${source}:${position}${index === 0 ? '' : `.${index}`}`
}

/** A message of a stored event. The same event always makes the same id, so a resend is recognised. */
export function toMessage(service: string, row: Row, out: Outgoing, index: number): OutMessage {
  const id = idOf(service, row, index)
  const { context = row.meta, ...message } = out
  return {
    ...message,
    id,
    time: row.at,
    headers: {
      ce_specversion: '1.0',
      ce_id: id,
      ce_source: service,
      ce_type: out.type,
      ce_time: row.at.toISOString(),
      ...causeHeaders(context),
    },
  }
}

export type RelayDeps = {
  service: string
  db: Db
  bus: Bus
  notifier: Notifier
  /** what the outside may know of a stored event: none, one or several messages */
  publish: (row: Row) => readonly Outgoing[]
  onError: (error: unknown) => void
  /** whether the log still goes on where this process knows it: looked at before anything is sent */
  epoch?: Pick<EpochWatch, 'look'>
}

/** Whether something was told since it was last forgotten; who waits for it hears at once. */
function createNews() {
  let told = false
  let hear: () => void = () => undefined
  return {
    any: () => told,
    forget() {
      told = false
    },
    tell() {
      told = true
      hear()
    },
    /** Resolves when there is any, at the latest after so many ms. */
    within: (ms: number) =>
      new Promise<void>((resolve) => {
        if (told) return resolve()
        const timer = setTimeout(resolve, ms)
        hear = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
  }
}

/**
 * Sends the event log to the bus, in order, at least once: the position is saved after the bus has acknowledged, of what
 * was sent within a moment once. One relay per log: whoever holds the advisory lock; the others wait to take over.
 */
export function startRelay(deps: RelayDeps): Loop {
  const news = createNews()
  let closing = false
  let working = false

  /** @returns whether there is more to do at once */
  async function sendAll(client: Queryable): Promise<boolean> {
    working = true
    await deps.epoch?.look(client)
    const end = performance.now() + TERM_MS
    let cursor = await readerCursor(client, RELAY_READER) // nobody else moves it while the lease is ours
    let noteBy = Number.POSITIVE_INFINITY // all is noted
    const note = async () => {
      if (noteBy === Number.POSITIVE_INFINITY) return
      await saveReaderCursor(client, RELAY_READER, cursor)
      noteBy = Number.POSITIVE_INFINITY
    }
    /** Waits for news; where none comes soon, notes what was sent meanwhile. */
    const waitForNews = async (): Promise<boolean> => {
      await news.within(Math.max(0, Math.min(NOTE_MS, noteBy - performance.now())))
      if (!news.any()) await note()
      await news.within(LINGER_MS)
      return news.any()
    }
    let lookedAt = Number.NEGATIVE_INFINITY
    for (;;) {
      const rest = lookedAt + BETWEEN_MS - performance.now()
      if (rest > 0) await delay(rest)
      lookedAt = performance.now()
      news.forget()
      const { rows, held } = await readLogPart(client, cursor, BATCH)
      const last = rows.at(-1)
      if (last) {
        const messages = rows.flatMap((row) =>
          deps.publish(row).map((out, index) => toMessage(deps.service, row, out, index)),
        )
        if (messages.length > 0) await deps.bus.publish(messages)
        cursor = last
        noteBy = Math.min(noteBy, performance.now() + NOTE_MS)
      }
      const isFull = rows.length === BATCH
      const isOver = closing || performance.now() > end
      if (isFull || isOver || performance.now() > noteBy) await note()
      if (isOver) return true
      if (isFull || held) continue // which looks again after a moment
      if (!(await waitForNews())) break
    }
    working = false // from here on, news is for the loop
    return false
  }
  const step = async () => {
    // most looks without a word find nothing: no lease for them
    if (!news.any()) {
      const ahead = await readLogPart(deps.db, await readerCursor(deps.db, RELAY_READER), 1)
      if (ahead.rows.length === 0) return ahead.held ? HELD_MS : false
    }
    try {
      return (await withLease(deps.db, RELAY_LEASE, sendAll)) ?? false
    } finally {
      working = false
    }
  }
  const loop = startLoop(step, { idleMs: POLL_MS, onError: deps.onError })
  const wake = () => {
    news.tell()
    if (!working) loop.wake()
  }
  const unlisten = deps.notifier.listen(LOG_CHANNEL, wake)
  return {
    wake,
    async close() {
      unlisten()
      closing = true
      news.tell()
      await loop.close()
    },
  }
}
