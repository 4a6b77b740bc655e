import type { InMessage } from './bus/port.ts'
import { type Db, inTx, isConnectionFault, isTransient, type Queryable, type Tx } from './db.ts'
import { wellFormed } from './text.ts'

export type DeadRow = {
  id: bigint
  consumer_group: string
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

export const headersOf = (message: InMessage) =>
  JSON.stringify({ ...message.headers, ce_time: message.time.toISOString() })

/** What is told of a failure may hold text of strangers. */
const MAX_ERROR = 4_000

/** Pauses before the tries that follow the first one. */
const PAUSES_MS = [20, 100, 500, 1_000, 2_000]
const MAX_PAUSE_MS = 2_000
const pauseAfter = (attempts: number) => PAUSES_MS[attempts - 1] ?? MAX_PAUSE_MS

/** So often in a row a message may wait for too long (a lock, a statement); then the rest of its group goes on without it. */
const MOST_WAITS = 3

/**
 * Whether the bus is to bring a message again that failed, with its batch: only time can mend the fault. Otherwise it is
 * parked.
 * @param waits how often in a row messages have waited for too long, by their ids
 */
export function comesAgain(waits: Map<string, number>, fault: unknown, { id }: InMessage): boolean {
  if (!isTransient(fault)) return false
  if (isConnectionFault(fault)) return true
  const times = (waits.get(id) ?? 0) + 1
  waits.set(id, times)
  return times < MOST_WAITS
}

/**
 * Puts a message that failed for the first time aside, visibly; once per message.
 * @param maxTries it is tried again by itself (see retry-loop) until it has failed so often
 */
export async function park(
  db: Queryable,
  group: string,
  message: InMessage,
  error: string,
  maxTries: number,
): Promise<void> {
  await db.query(
    `insert into kit.dead_letter
       (consumer_group, message_id, topic, key, type, payload, headers, error, attempts, due_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 1, now() + $9 * interval '1 ms') on conflict do nothing`,
    [
      group,
      message.id,
      message.topic,
      message.key,
      message.type,
      Buffer.from(message.payload),
      headersOf(message),
      wellFormed(error, MAX_ERROR),
      maxTries > 1 ? pauseAfter(1) : null,
    ],
  )
}

/** Closes what waits of a key before a message that was handled and says all that they said. */
async function supersede(tx: Tx, row: DeadRow): Promise<void> {
  // the inbox knows them too, so that they are not parked anew when they come again
  await tx.query(
    `with older as (
       update kit.dead_letter set resolved_at = now(), due_at = null, note = $6
       where consumer_group = $1 and topic = $2 and key = $3 and type = $4 and id < $5 and resolved_at is null
       returning message_id)
     insert into kit.inbox (consumer_group, message_id, note) select $1, message_id, $6 from older order by message_id
     on conflict do nothing`,
    [row.consumer_group, row.topic, row.key, row.type, row.id, `superseded by ${row.message_id}`],
  )
}

/**
 * Puts a message aside when an earlier one of its key waits, in one statement: the row lock keeps an operator's retry
 * from resolving the last waiting message in between, which would leave this one behind nobody. One that is here already is
 * not put in again: that would wait for its own retry, while the retry waits for the row that is locked here.
 * @param saysAll it is tried at once: what waits before it says nothing that it doesn't, but for other types of its key
 * @returns false when nothing of the key waits: the message is to be handled
 */
export async function parkBehind(
  db: Queryable,
  group: string,
  message: InMessage,
  saysAll = false,
): Promise<boolean> {
  const result = await db.query({
    name: 'kit.park_behind',
    text: `
      with ahead as (
        select 1 from kit.dead_letter
        where consumer_group = $1 and topic = $3 and key = $4 and resolved_at is null
        order by id desc limit 1 for no key update),
      parked as (
        insert into kit.dead_letter
          (consumer_group, message_id, topic, key, type, payload, headers, error, attempts, due_at)
        select $1, $2, $3, $4, $5, $6, $7, 'waits behind a parked message of the same key', 0,
          case when $8 and not exists (
            select 1 from kit.dead_letter where consumer_group = $1 and topic = $3 and key = $4 and type <> $5
              and resolved_at is null) then now() end
        from ahead
        where not exists (select 1 from kit.dead_letter where consumer_group = $1 and message_id = $2)
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
      saysAll,
    ],
  })
  return result.rows.length > 0
}

const COLUMNS =
  'id, consumer_group, message_id, topic, key, type, payload, headers, error, attempts, parked_at'

/** What waits in a group, oldest first. */
export async function listDeadLetters(db: Queryable, group: string): Promise<DeadRow[]> {
  const result = await db.query<DeadRow>(
    `select ${COLUMNS} from kit.dead_letter where consumer_group = $1 and resolved_at is null order by id`,
    [group],
  )
  return result.rows
}

/** Of the keys of a batch, those of which something waits, as `orderingKeyOf` names them. */
export async function blockedKeys(
  db: Queryable,
  group: string,
  batch: readonly InMessage[],
): Promise<Set<string>> {
  const found = await db.query<{ topic: string; key: string }>({
    name: 'kit.parked_places',
    text: `
      select distinct topic, key from kit.dead_letter
      where consumer_group = $1 and topic = any($2) and key = any($3) and resolved_at is null`,
    values: [group, [...new Set(batch.map(({ topic }) => topic))], [...new Set(batch.map(({ key }) => key))]],
  })
  return new Set(found.rows.map(orderingKeyOf))
}

/** Names the sequence that a message belongs to. */
export function orderingKeyOf({ topic, key }: { topic: string; key: string }): string {
  return `${topic}\n${key}`
}

/** The messages that are to be tried again by themselves, soonest first; of each key one, or the newest too where it says all. */
export async function dueDeadLetters(
  db: Queryable,
  groups: readonly string[],
  limit: number,
): Promise<{ row: DeadRow; waitMs: number }[]> {
  const found = await db.query<DeadRow & { wait_ms: number }>({
    name: 'kit.due_dead_letters',
    text: `
      select ${COLUMNS}, (extract(epoch from due_at - now()) * 1000)::float8 as wait_ms from kit.dead_letter
      where resolved_at is null and due_at is not null and consumer_group = any($1)
      order by due_at limit $2`,
    values: [groups, limit],
  })
  return found.rows.map(({ wait_ms: waitMs, ...row }) => ({ row, waitMs }))
}

/** Notes that a parked message was handled, and makes the next one of its key due. @param saysAll see `parkBehind` */
export function resolveDeadLetter(db: Db, row: DeadRow, saysAll = false): Promise<void> {
  return inTx(db, async (tx) => {
    if (saysAll) await supersede(tx, row)
    await resolveIn(tx, row)
  })
}

/** As `resolveDeadLetter`, in the caller's transaction. @param note why nothing was done */
export async function resolveIn(tx: Tx, row: DeadRow, note?: string): Promise<void> {
  await tx.query(
    'update kit.dead_letter set resolved_at = now(), due_at = null, note = coalesce($2, note) where id = $1',
    [row.id, note ?? null],
  )
  // a statement of its own: it sees a follower that was parked while the first one waited for the row
  await tx.query(
    `update kit.dead_letter set due_at = now() where id = (
       select min(id) from kit.dead_letter
       where consumer_group = $1 and topic = $2 and key = $3 and resolved_at is null)`,
    [row.consumer_group, row.topic, row.key],
  )
}

/** Notes that a parked message failed again, and whether that counts. @returns how often it has failed; it is tried again below `maxTries` */
export async function noteFailure(
  db: Queryable,
  row: DeadRow,
  error: unknown,
  maxTries: number,
  counts = true,
): Promise<number> {
  const attempts = row.attempts + (counts ? 1 : 0)
  await db.query(
    `update kit.dead_letter set attempts = $2, error = $3, due_at = now() + $4 * interval '1 ms' where id = $1`,
    [
      row.id,
      attempts,
      wellFormed(String(error), MAX_ERROR),
      attempts < maxTries ? pauseAfter(attempts) : null,
    ],
  )
  return attempts
}

const RESOLVED_KEPT_MS = 90 * 24 * 60 * 60 * 1_000

/**
 * Removes dead letters that were resolved 90 days ago or longer, which nothing needs: the inbox knows that they were
 * handled. Those that wait stay, however old. @returns how many; call it again until that is 0
 */
export async function pruneDeadLetters(
  db: Queryable,
  { now, limit = 1_000 }: { now: Date; limit?: number },
): Promise<number> {
  const result = await db.query(
    `delete from kit.dead_letter d using (
       select id from kit.dead_letter where resolved_at < $1
       order by resolved_at limit $2 for update skip locked) old
     where d.id = old.id`,
    [new Date(now.getTime() - RESOLVED_KEPT_MS), limit],
  )
  return result.rowCount ?? 0
}

export function messageOf(row: DeadRow): InMessage {
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
  for (;;) {
    // again until nothing is left: more of the same keys may have been parked meanwhile
    const waiting = await listDeadLetters(db, group)
    const rows = waiting.filter((row) => !stuck.has(orderingKeyOf(row)))
    if (rows.length === 0) return { resolved, waiting: waiting.length }
    for (const row of rows) {
      if (stuck.has(orderingKeyOf(row))) continue
      try {
        await handleOne(messageOf(row))
        await resolveDeadLetter(db, row)
        resolved += 1
      } catch (error) {
        stuck.add(orderingKeyOf(row))
        await noteFailure(db, row, error, 0)
      }
    }
  }
}
