import type { InMessage } from './bus/port.ts'
import type { Queryable } from './db.ts'
import { headersOf } from './dead-letters.ts'

/** So often a process that starts tries once more what has used up its tries: a newer release may have learnt to read it. */
const MOST_STARTS = 3

/** Has the first of each key tried once more that waits for an operator, at most at three starts. */
export async function tryAtStart(db: Queryable, groups: readonly string[], maxTries: number): Promise<void> {
  await db.query(
    `update kit.dead_letter set due_at = now() where due_at is null and attempts between $2 and $3 and id in (
       select min(id) from kit.dead_letter where resolved_at is null and consumer_group = any($1)
       group by consumer_group, topic, key)`,
    [groups, maxTries, maxTries + MOST_STARTS - 1],
  )
}

/**
 * Takes over what the source says of a parked message now, if that is something else than before, and has it tried.
 * @returns whether it has
 */
export async function renewParked(db: Queryable, group: string, message: InMessage): Promise<boolean> {
  const renewed = await db.query(
    `update kit.dead_letter set payload = $3, headers = $4, due_at = now()
     where consumer_group = $1 and message_id = $2 and resolved_at is null and payload <> $3`,
    [group, message.id, Buffer.from(message.payload), headersOf(message)],
  )
  return renewed.rowCount === 1
}
