import type { InMessage } from './bus/port.ts'
import type { Db, Queryable } from './db.ts'

type DeadRow = {
  id: bigint
  message_id: string
  topic: string
  key: string
  type: string
  payload: Buffer
  headers: Record<string, string>
  error: string
  attempts: number
  parked_at: Date
}

const headersOf = (message: InMessage) =>
  JSON.stringify({ ...message.headers, ce_time: message.time.toISOString() })

/** Puts a message aside, visibly; once per message. */
export async function park(
  db: Queryable,
  group: string,
  message: InMessage,
  error: string,
  attempts: number,
): Promise<void> {
  await db.query(
    `insert into kit.dead_letter (consumer_group, message_id, topic, key, type, payload, headers, error, attempts)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
    [
      group,
      message.id,
      message.topic,
      message.key,
      message.type,
      Buffer.from(message.payload),
      headersOf(message),
      error.slice(0, 4000),
      attempts,
    ],
  )
}

/**
 * Puts a message aside when an earlier one of its key waits, in one statement: the row lock keeps an operator's retry
 * from resolving the last waiting message in between, which would leave this one behind nobody.
 * @returns false when nothing of the key waits: the message is to be handled
 */
export async function parkBehind(db: Queryable, group: string, message: InMessage): Promise<boolean> {
  const result = await db.query({
    name: 'kit.park_behind',
    text: `
      with ahead as (
        select 1 from kit.dead_letter
        where consumer_group = $1 and topic = $3 and key = $4 and resolved_at is null
        order by id desc limit 1 for no key update),
      parked as (
        insert into kit.dead_letter (consumer_group, message_id, topic, key, type, payload, headers, error, attempts)
        select $1, $2, $3, $4, $5, $6, $7, 'waits behind a parked message of the same key', 0 from ahead
        on conflict do nothing)
      select 1 from ahead`,
    values: [
      group,
      message.id,
      message.topic,
      message.key,
      message.type,
      Buffer.from(message.payload),
      headersOf(message),
    ],
  })
  return result.rows.length > 0
}

/** What waits in a group, oldest first. */
export async function listDeadLetters(db: Queryable, group: string): Promise<DeadRow[]> {
  const result = await db.query<DeadRow>(
    `select id, message_id, topic, key, type, payload, headers, error, attempts, parked_at
     from kit.dead_letter where consumer_group = $1 and resolved_at is null order by id`,
    [group],
  )
  return result.rows
}

function messageOf(row: DeadRow): InMessage {
  return {
    id: row.message_id,
    topic: row.topic,
    key: row.key,
    type: row.type,
    payload: row.payload,
    headers: row.headers,
    time: new Date(row.headers.ce_time ?? row.parked_at),
    partition: -1,
    offset: '',
  }
}

/**
 * Handles what waits again, each key in its order; a key stops at its first failure.
 * @param handleOne the consumer's handling of one message, inbox included
 * @returns how many were resolved and how many still wait
 */
export async function retryDeadLetters(
  db: Db,
  group: string,
  handleOne: (message: InMessage) => Promise<void>,
): Promise<{ resolved: number; waiting: number }> {
  let resolved = 0
  const stuck = new Set<string>()
  const keyOf = (row: DeadRow) => `${row.topic}\n${row.key}`
  for (;;) {
    // again until nothing is left: more of the same keys may have been parked meanwhile
    const waiting = await listDeadLetters(db, group)
    const rows = waiting.filter((row) => !stuck.has(keyOf(row)))
    if (rows.length === 0) return { resolved, waiting: waiting.length }
    for (const row of rows) {
      if (stuck.has(keyOf(row))) continue
      try {
        await handleOne(messageOf(row))
        await db.query('update kit.dead_letter set resolved_at = now() where id = $1', [row.id])
        resolved += 1
      } catch (error) {
        stuck.add(keyOf(row))
        await db.query('update kit.dead_letter set attempts = attempts + 1, error = $2 where id = $1', [
          row.id,
          String(error).slice(0, 4000),
        ])
      }
    }
  }
}
