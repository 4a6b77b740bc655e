import { recurring } from '@talad/shared/jobs'
import type { Deps } from '../deps.ts'

/**
 * So long a transfer is remembered for orders that are put, or open again, after it was heard of. Longer than a put takes,
 * and than any message that is parked waits for somebody.
 */
const REMEMBERED_MS = 7 * 24 * 60 * 60_000
const PIECE = 1_000

/** Removes transfers that nobody can need any more, some at a time. */
export const forgetTransfers = recurring<Deps>({
  name: 'transfers.forget',
  everyMs: 60 * 60_000,
  async run({ deps: { db }, now }) {
    const removed = await db.query(
      `delete from heard_transfer where ctid = any(array(
         select ctid from heard_transfer where heard_at < $1 order by heard_at limit ${PIECE}))`,
      [new Date(now.getTime() - REMEMBERED_MS)],
    )
    return removed.rowCount === PIECE ? now : undefined
  },
})
