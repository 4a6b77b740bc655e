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

/** True while an earlier message of the same key waits: its followers must not overtake it. */
export async function isKeyParked(
  db: Queryable,
  group: string,
  topic: string,
  key: string,
): Promise<boolean> {
  const result = await db.query({
    name: 'kit.is_key_parked',
    text: `select 1 from kit.dead_letter
           where consumer_group = $1 and topic = $2 and key = $3 and resolved_at is null limit 1`,
    values: [group, topic, key],
  })
  return result.rows.length > 0
}

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
      JSON.stringify({ ...message.headers, ce_time: message.time.toISOString() }),
      error.slice(0, 4000),
      attempts,
    ],
  )
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
  let waiting = 0
  const stuck = new Set<string>()
  for (const row of await listDeadLetters(db, group)) {
    const key = `${row.topic}\n${row.key}`
    if (stuck.has(key)) {
      waiting += 1
      continue
    }
    try {
      await handleOne({
        id: row.message_id,
        topic: row.topic,
        key: row.key,
        type: row.type,
        payload: row.payload,
        headers: row.headers,
        time: new Date(row.headers.ce_time ?? row.parked_at),
        partition: -1,
        offset: '',
      })
      await db.query('update kit.dead_letter set resolved_at = now() where id = $1', [row.id])
      resolved += 1
    } catch (error) {
      stuck.add(key)
      waiting += 1
      await db.query('update kit.dead_letter set attempts = attempts + 1, error = $2 where id = $1', [
        row.id,
        String(error).slice(0, 4000),
      ])
    }
  }
  return { resolved, waiting }
}
