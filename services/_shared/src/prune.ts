import type { Bus } from './bus/port.ts'
import type { Db } from './db.ts'
import { pruneDeadLetters } from './dead-letters.ts'
import { pruneRequests } from './http/idempotency.ts'
import { pruneInbox } from './inbox-floor.ts'

/**
 * Removes all that the kit keeps for a time only, in small pieces, each in a transaction of its own. Several processes may
 * do it at once, while others write. How long what is kept, and why, says docs/known-limits.md.
 */
export async function pruneAll(
  { db, bus }: { db: Db; bus: Pick<Bus, 'prune' | 'hasHandledUntil'> },
  now: Date,
): Promise<void> {
  const { hasHandledUntil } = bus
  const pieces = [
    () => pruneRequests(db, { now }),
    () => pruneDeadLetters(db, { now }),
    () => pruneInbox(db, { now, hasHandledUntil }),
    () => bus.prune({ now }),
  ]
  for (const piece of pieces) while ((await piece()) > 0);
}
