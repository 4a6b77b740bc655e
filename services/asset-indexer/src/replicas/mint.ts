import { MintChangedSchema } from '@talad/proto/campaign/v1/events'
import { replica } from '@talad/shared/replica'
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
