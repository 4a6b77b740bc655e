import type { Tx } from '@talad/shared/db'
import { jobType } from '@talad/shared/jobs'
import { z } from 'zod'

/** What orders and sales make of an asset is to be worked out anew. */
export const assetMarket = jobType('asset.market', z.object({ assetId: z.string() }))

/** Has the prices and sales of assets worked out, once for all that happens until it is done. */
export async function touchAssets(tx: Tx, assetIds: readonly string[], now: Date): Promise<void> {
  await assetMarket.enqueue(
    tx,
    assetIds.map((assetId) => ({ key: assetId, payload: { assetId } })),
    now,
  )
}
