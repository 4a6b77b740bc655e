import { arrayText, type Queryable } from '@talad/shared/db'
import type { StandsFor } from './read-abstract.ts'

/** What assets stand for by minting records, by their ids; units of one asset are of one item (CA-54). */
export async function mintedAmong(
  db: Queryable,
  assetIds: readonly string[],
): Promise<ReadonlyMap<string, StandsFor>> {
  const { rows } = await db.query<Record<'asset_id' | 'collection_id' | 'item_id' | 'item_token_id', string>>(
    'select asset_id, collection_id, item_id, item_token_id from mint_replica where asset_id = any($1::text[])',
    [arrayText(assetIds)],
  )
  return new Map(
    rows.map(({ asset_id, collection_id: collectionId, item_id: itemId, item_token_id: tokenId }) => [
      asset_id,
      { source: 'minting', kind: 'vnft', collectionId, itemId, tokenId, tag: null },
    ]),
  )
}
