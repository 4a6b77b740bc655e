import type { Tx } from '@talad/shared/db'
import { jobType } from '@talad/shared/jobs'
import type { ChainFact } from '../chain/facts.ts'
import { type Holdings, shortOf } from '../chain/holdings.ts'
import { aboutAsset, byCollection } from './sync.ts'

/** AI-5: who holds an asset is to be asked of the chain: its transfers leave somebody with less than nothing. */
export const assetHolders = jobType('asset.holders', aboutAsset, byCollection)

/** Has the holders read of assets in facts of which somebody has less than nothing. */
export async function touchHolders(
  tx: Tx,
  after: Holdings,
  facts: readonly ChainFact[],
  now: Date,
): Promise<void> {
  const short = new Set(shortOf(after))
  const moved = new Map(
    facts.flatMap((fact) => (fact.kind === 'transfer' ? [[fact.assetId, fact.contract]] : [])),
  )
  await assetHolders.enqueue(
    tx,
    [...moved]
      .filter(([assetId]) => short.has(assetId))
      .map(([assetId, contract]) => ({ key: assetId, payload: { assetId, contract } })),
    now,
  )
}
