import { z } from 'zod'
import type { Bus, Outgoing } from './bus/port.ts'
import type { Db, Queryable } from './db.ts'
import {
  type Cursor,
  LOG_CHANNEL,
  type Row,
  readerCursor,
  readSentOf,
  START,
  saveReaderCursor,
} from './event-log.ts'
import { type AnyJob, job, jobType } from './jobs.ts'
import { notifyOnce } from './notifier.ts'
import { RELAY_LEASE, RELAY_READER, toMessage } from './relay.ts'

/** Does something while no relay of this log sends anything. */
async function withoutRelay<T>(db: Db, work: (db: Queryable) => Promise<T>): Promise<T> {
  const client = await db.connect()
  let fault: Error | undefined
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [RELAY_LEASE])
    const result = await work(client)
    await client.query('select pg_advisory_unlock(hashtext($1))', [RELAY_LEASE])
    return result
  } catch (error) {
    fault = error instanceof Error ? error : new Error(String(error)) // the session ends, and with it the lock
    throw error
  } finally {
    client.release(fault)
  }
}

/**
 * Sends the whole log to the bus again, for topics that were lost: the relay starts from the beginning, under the same
 * message ids, so that whoever has handled a message recognises it. The service goes on meanwhile.
 * @param wipe runs while no relay of this log sends anything: what was lost is then sent again before anything newer,
 * and each key keeps its order. Where several services share the topics' cluster, nest their calls around the wiping.
 */
export function republish(db: Db, wipe: () => Promise<unknown> = async () => undefined): Promise<void> {
  return withoutRelay(db, async (client) => {
    await wipe()
    await saveReaderCursor(client, RELAY_READER, START)
  })
}

/** Where a replay begins: at the first event of this position or a later one, or of this time or a later one. */
export type ReplayFrom = { position: bigint } | { time: Date }

const isBehind = (one: Cursor, other: Cursor) =>
  BigInt(one.txid) < BigInt(other.txid) || (one.txid === other.txid && one.position < other.position)

/** @returns the cursor just before the first such event in the order of the log; undefined when there is none */
async function cursorBefore(db: Queryable, from: ReplayFrom): Promise<Cursor | undefined> {
  const [condition, value] = 'position' in from ? ['position >= $1', from.position] : ['at >= $1', from.time]
  const { rows } = await db.query<Cursor>(
    `select txid::text as txid, position - 1 as position from kit.event where ${condition}
     order by kit.event.txid, kit.event.position limit 1`,
    [value],
  )
  return rows[0]
}

/** What a replay would do: how many events that were sent are sent again, and which is the first. */
export async function replayExtent(
  db: Queryable,
  from: ReplayFrom,
): Promise<{ events: bigint; begins: Cursor | undefined }> {
  const stands = await readerCursor(db, RELAY_READER)
  const begins = await cursorBefore(db, from)
  if (!begins || !isBehind(begins, stands)) return { events: 0n, begins: undefined }
  const { rows } = await db.query<{ events: bigint }>(
    `select count(*) as events from kit.event
     where (txid, position) > ($1::xid8, $2::bigint) and (txid, position) <= ($3::xid8, $4::bigint)`,
    [begins.txid, begins.position, stands.txid, stands.position],
  )
  return { events: rows[0]?.events ?? 0n, begins }
}

/**
 * Sends the log to the bus again from an event on, under the same message ids. Never forwards: what was not sent yet is
 * sent anyway, in its turn.
 * @returns how many events that were sent are sent again
 */
export async function replay(db: Db, from: ReplayFrom): Promise<bigint> {
  const sent = await withoutRelay(db, async (client) => {
    const { events, begins } = await replayExtent(client, from)
    if (begins) await saveReaderCursor(client, RELAY_READER, begins)
    return events
  })
  await notifyOnce(db, LOG_CHANNEL)
  return sent
}

/** What a service is to say again: of the event at this position, on a topic and of a key. */
export const reread = jobType(
  'kit.reread',
  z.object({ position: z.string(), topic: z.string(), key: z.string() }),
)

/**
 * Says again, by what the code makes of it now, what an event meant, and what the newest of its stream that was sent means.
 * Both keep their ids: who has handled them passes over them, and who parked one takes over what it says now.
 */
export function rereadJob(
  service: string,
  publish: (row: Row) => readonly Outgoing[],
): AnyJob<{ db: Db; bus: Pick<Bus, 'publish'> }> {
  return job(reread, {
    async run({ position, topic, key }, { deps: { db, bus } }) {
      const rows = await readSentOf(db, position, await readerCursor(db, RELAY_READER))
      const said = rows
        .map((row) =>
          publish(row)
            .map((out, index) => toMessage(service, row, out, index))
            .filter((message) => message.topic === topic && message.key === key),
        )
        .filter((messages) => messages.length > 0)
      const messages = [said[0] ?? [], said.length > 1 ? (said.at(-1) ?? []) : []].flat()
      if (messages.length > 0) await bus.publish(messages)
    },
  })
}
