import type { Tx } from '@talad/shared/db'
import { jobType } from '@talad/shared/jobs'
import { z } from 'zod'

const about = z.object({ collectionId: z.string() })

/** What lists show of a collection is to be worked out anew. */
export const collectionStats = jobType('collection.stats', about)
/** The same for the counts of its traits (AI-12). */
export const collectionTraits = jobType('collection.traits', about)

/** A busy collection is worked out again at most so often. */
const GAP_MS = 5_000

function notBefore(now: Date, last: Date): Date {
  return new Date(Math.max(now.getTime(), last.getTime() + GAP_MS))
}

const pieceOf = (collectionId: string, at: Date) => ({ key: collectionId, payload: { collectionId }, at })

/** Has the figures of collections worked out. */
export async function touchCollections(
  tx: Tx,
  by: { ids: readonly string[] } | { contracts: readonly string[] },
  now: Date,
): Promise<void> {
  const [column, values] = 'ids' in by ? ['id', by.ids] : ['address', by.contracts]
  if (values.length === 0) return
  const { rows } = await tx.query<{ id: string; stats_at: Date }>(
    `select id, stats_at from collection where ${column} = any($1)`,
    [values],
  )
  await collectionStats.enqueueAll(
    tx,
    rows.map((row) => pieceOf(row.id, notBefore(now, row.stats_at))),
  )
}

/** Has the traits of a collection counted. */
export async function touchTraits(tx: Tx, collectionId: string, now: Date): Promise<void> {
  const { rows } = await tx.query<{ traits_at: Date }>('select traits_at from collection where id = $1', [
    collectionId,
  ])
  await collectionTraits.enqueueAll(
    tx,
    rows.map((row) => pieceOf(collectionId, notBefore(now, row.traits_at))),
  )
}
