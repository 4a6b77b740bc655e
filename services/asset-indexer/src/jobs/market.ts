import { job } from '@talad/shared/jobs'
import type { Deps } from '../deps.ts'
import { assetMarket } from '../due/market.ts'
import { refreshAsset, refreshDue } from '../market/refresh.ts'

type Worked = Pick<Deps, 'db'> & { log: { warn(about: object, text: string): void } }

/** So many sets in one turn: who asked for a single asset is not kept waiting. */
const SETS = 5

/**
 * Works out what orders and sales make of an asset, and again when the clock changes it, with others that wait; then more
 * of them, as sets. One that can't be worked out spoils its set, and then fails alone in its own turn, after which the
 * others go on.
 */
export const marketJob = job<{ assetId: string }, Worked>(assetMarket, {
  concurrency: 1,
  async run({ assetId }, { deps: { db, log }, now }) {
    const leave = (err: unknown) => {
      log.warn({ err }, 'assets that were to be worked out together are left to their turns')
    }
    const first = await refreshDue(db, now, assetId).catch(leave)
    const next = first ? first.next : await refreshAsset(db, assetId, now)
    let isMore = first?.isMore ?? false
    for (let set = 1; isMore && set < SETS; set++)
      isMore = (await refreshDue(db, now).catch(leave))?.isMore ?? false
    return next
  },
})
