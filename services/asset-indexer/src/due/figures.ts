import type { Tx } from '@talad/shared/db'
import { jobType } from '@talad/shared/jobs'
import { z } from 'zod'

const about = z.object({ collectionId: z.string() })

/** What lists show of a collection is to be worked out anew. */
export const collectionStats = jobType('collection.stats', about)
/** The same for the counts of its traits (AI-12). */
export const collectionTraits = jobType('collection.traits', about)
/** All traits of a collection are to be read anew (AI-10). */
export const collectionConfigs = jobType('collection.configs', about)

/** What its tokens stand for is to be read anew (AI-7). */
export const collectionAbstract = jobType('collection.abstract', about)

/** Others are to hear of all assets of a collection (AI-8). */
export const collectionTold = jobType('collection.told', about)

/** A busy collection is worked out again at most so often. */
const GAP_MS = 5_000

function notBefore(now: Date, last: Date): Date {
  return new Date(Math.max(now.getTime(), last.getTime() + GAP_MS))
}

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
  await collectionStats.enqueue(
    tx,
    rows.map(({ id, stats_at }) => ({
      key: id,
      payload: { collectionId: id },
      at: notBefore(now, stats_at),
    })),
  )
}

/** Has the traits of a collection counted. */
export async function touchTraits(tx: Tx, collectionId: string, now: Date): Promise<void> {
  const { rows } = await tx.query<{ traits_at: Date }>('select traits_at from collection where id = $1', [
    collectionId,
  ])
  await collectionTraits.enqueue(
    tx,
    rows.map(({ traits_at }) => ({
      key: collectionId,
      payload: { collectionId },
      at: notBefore(now, traits_at),
    })),
  )
}
