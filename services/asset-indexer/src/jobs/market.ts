import { job } from '@talad/shared/jobs'
import type { Deps } from '../deps.ts'
import { assetMarket } from '../due/market.ts'
import { refreshAsset } from '../market/refresh.ts'

/** Works out what orders and sales make of an asset, and again when the clock changes it. */
export const marketJob = job<{ assetId: string }, Pick<Deps, 'db'>>(assetMarket, {
  run: ({ assetId }, { deps, now }) => refreshAsset(deps.db, assetId, now),
})
