import type { Tx } from '@talad/shared/db'
import { toJson } from '@talad/shared/json'
import type { AssetView } from '../chain/events.ts'
import type { TransferFact } from '../chain/facts.ts'
import type { Holdings } from '../chain/holdings.ts'
import { isTradable } from './decide.ts'
import { collectionIdOf } from './ids.ts'

/** The assets of transfers that weren't known before. */
export function newAssets(
  blockchain: string,
  transfers: readonly TransferFact[],
  before: Holdings,
): AssetView[] {
  const views = new Map<string, AssetView>()
  for (const { assetId, contract, contractType, token } of transfers) {
    if (before.assets.has(assetId) || views.has(assetId)) continue
    const collectionId = collectionIdOf(blockchain, contract)
    const tradable = isTradable({ suspended: false, collectionSuspended: false, known: true })
    const words = { name: '', image: '', tradable, suspended: false }
    views.set(assetId, { assetId, contract, contractType, token, collectionId, ...words })
  }
  return [...views.values()]
}

/** Writes new assets, due for their metadata and, where orders or sales were known first, for their prices. */
export async function insertAssets(tx: Tx, assets: readonly AssetView[], after: Holdings): Promise<void> {
  if (assets.length === 0) return
  const rows = assets.map((asset) => ({ ...asset, ...after.assets.get(asset.assetId) }))
  await tx.query(
    `insert into asset (id, collection_id, contract, token_id, owner, supply, first_block, first_at, last_block)
     select "assetId", "collectionId", contract, token, owner, supply, "firstBlock", to_timestamp("firstTime"),
       "lastBlock"
     from jsonb_to_recordset($1::jsonb) as r ("assetId" text, "collectionId" text, contract text, token numeric,
       owner text, supply numeric, "firstBlock" bigint, "firstTime" bigint, "lastBlock" bigint)`,
    [toJson(rows)],
  )
  const ids = assets.map((asset) => asset.assetId)
  // AI-1: the metadata is due at once; the picture when the metadata has named one
  await tx.query(
    `insert into sync (asset_id, kind, state, due_at)
     select id, kind, 'pending', case kind when 'metadata' then 'epoch'::timestamptz end
     from unnest($1::text[]) as id cross join unnest(array['metadata', 'image']) as kind`,
    [ids],
  )
  await tx.query(
    `insert into market_due (asset_id)
     select id from unnest($1::text[]) as id where exists (select 1 from market_order o where o.asset_id = id)
       or exists (select 1 from chain_fact f where f.asset_id = id and f.kind = 'fulfilled')`,
    [ids],
  )
}
