import { job } from '@talad/shared/jobs'
import type { Deps } from '../deps.ts'
import { assetMarket } from '../due/market.ts'
import { refreshAsset, refreshDue } from '../market/refresh.ts'

type Worked = Pick<Deps, 'db'> & { log: { warn(about: object, text: string): void } }

/** So many sets in one turn: who asked for a single asset is not kept waiting. */
const SETS = 5

/**
 * Works out what orders and sales make of an asset, and again when the clock changes it; then others that wait, as sets.
 * One that can't be worked out spoils its set, and then fails alone in its own turn, after which the others go on.
 */
export const marketJob = job<{ assetId: string }, Worked>(assetMarket, {
  concurrency: 1,
  async run({ assetId }, { deps: { db, log }, now }) {
    const next = await refreshAsset(db, assetId, now)
    try {
      for (let set = 0; set < SETS && (await refreshDue(db, now)); set++);
    } catch (err) {
      log.warn({ err }, 'assets that were to be worked out together are left to their turns')
    }
    return next
  },
})
