import { MintChangedSchema } from '@talad/proto/campaign/v1/events'
import { arrayText, type Queryable } from '@talad/shared/db'
import { replica } from '@talad/shared/replica'
import type { StandsFor } from '../abstract/read-abstract.ts'
import { assetIdOf } from '../chain/ids.ts'

/** AI-7: what was minted as which asset, by the records of who minted it; whatever else becomes of a mint is left out. */
export const mints = replica({
  name: 'mint',
  tables: ['mint_replica'],
  topic: 'campaign.mint.v1',
  event: MintChangedSchema,
  key: ['mint_id'],
  revision: 'revision',
  columns: (mint) =>
    mint.txStatus === 'mined'
      ? {
          mint_id: mint.mintId,
          revision: mint.revision,
          asset_id: assetIdOf(mint.blockchain, mint.contractAddress, mint.tokenId),
          collection_id: mint.collectionId,
          item_id: mint.itemId,
          item_token_id: mint.itemTokenId.toString(),
        }
      : undefined,
})

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
