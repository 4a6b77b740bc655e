import { type Db, inTx, type Queryable } from './db.ts'
import { type DeadRow, resolveIn } from './dead-letters.ts'
import { receiveOnce } from './inbox.ts'

/** A dead letter as an operator sees it. */
export type DeadLetter = DeadRow & {
  due_at: Date | null
  resolved_at: Date | null
  note: string | null
  /** the earlier message of the same key that it waits behind */
  behind: bigint | null
}

const SELECT = `
  select d.id, d.consumer_group, d.message_id, d.topic, d.key, d.type, d.payload, d.headers, d.error, d.attempts,
    d.parked_at, d.due_at, d.resolved_at, d.note,
    case when d.resolved_at is null then (
      select min(o.id) from kit.dead_letter o
      where o.consumer_group = d.consumer_group and o.topic = d.topic and o.key = d.key
        and o.resolved_at is null and o.id < d.id) end as behind
  from kit.dead_letter d`

/** What waits in a service, oldest first, of one group or of all. */
export async function openDeadLetters(
  db: Queryable,
  { group, limit }: { group?: string | undefined; limit: number },
): Promise<DeadLetter[]> {
  const found = await db.query<DeadLetter>(
    `${SELECT} where d.resolved_at is null and ($1::text is null or d.consumer_group = $1) order by d.id limit $2`,
    [group ?? null, limit],
  )
  return found.rows
}

/** One dead letter, also a resolved one. */
export async function findDeadLetter(db: Queryable, id: bigint): Promise<DeadLetter | undefined> {
  return (await db.query<DeadLetter>(`${SELECT} where d.id = $1`, [id])).rows[0]
}

/**
 * Has the running service try messages again that wait for an operator: once, in its own process, with all that it
 * needs. What follows of the same key comes by itself when the first is through.
 * @param what one that waits behind none, or a group: the first of each of its keys
 * @returns the ids of those that are tried
 */
export async function askForRetry(
  db: Queryable,
  what: { id: bigint } | { group: string },
): Promise<bigint[]> {
  const [id, group] = 'id' in what ? [what.id, null] : [null, what.group]
  const asked = await db.query<{ id: bigint }>(
    `update kit.dead_letter set due_at = least(due_at, now()) where id in (
       select min(id) from kit.dead_letter
       where resolved_at is null and ($2::text is null or consumer_group = $2)
       group by consumer_group, topic, key having $1::bigint is null or min(id) = $1)
     returning id`,
    [id, group],
  )
  return asked.rows.map((row) => row.id).sort((one, other) => (one < other ? -1 : 1))
}

/**
 * Gives a message up: its row stays, resolved, with the reason; the inbox knows it, so it is not handled when it comes again;
 * what waited behind it is tried.
 * @returns `handled` when it was handled before (a process died between that and its note), which is noted now
 */
export function dropDeadLetter(
  db: Db,
  id: bigint,
  reason: string,
): Promise<'dropped' | 'handled' | 'unknown'> {
  return inTx(db, async (tx) => {
    const row = await findDeadLetter(tx, id)
    if (!row || row.resolved_at !== null) return 'unknown'
    // waits for a handler that is at work on it
    const isOurs = await receiveOnce(tx, row.consumer_group, row.message_id, `dropped: ${reason}`)
    await resolveIn(tx, row, isOurs ? reason : undefined)
    return isOurs ? 'dropped' : 'handled'
  })
}
