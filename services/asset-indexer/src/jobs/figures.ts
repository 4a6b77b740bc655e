import { job } from '@talad/shared/jobs'
import { refreshStats } from '../collection/stats.ts'
import { refreshTraits } from '../collection/traits.ts'
import type { Deps } from '../deps.ts'
import { collectionStats, collectionTraits } from '../due/figures.ts'

type About = { collectionId: string }
type FiguresDeps = Pick<Deps, 'db'>

/** Works out what lists show of a collection; at once again where somebody else was quicker. */
export const statsJob = job<About, FiguresDeps>(collectionStats, {
  concurrency: 1,
  run: async ({ collectionId }, { deps, now }) =>
    (await refreshStats(deps.db, collectionId, now)) ? undefined : now,
})

/** AI-12: counts the traits of a collection. */
export const traitsJob = job<About, FiguresDeps>(collectionTraits, {
  concurrency: 1,
  run: async ({ collectionId }, { deps, now }) =>
    (await refreshTraits(deps.db, collectionId, now)) ? undefined : now,
})
