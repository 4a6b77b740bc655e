import { timestampDate } from '@bufbuild/protobuf/wkt'
import { AssetChangedSchema } from '@talad/proto/asset-indexer/v1/events'
import { replica } from '@talad/shared/replica'

/** AI-7: what assets stand for within a shared contract, where nothing else of them is kept: a table `item_standing`. */
export const standings = replica({
  name: 'standing',
  tables: ['item_standing'],
  topic: 'asset-indexer.asset.v1',
  event: AssetChangedSchema,
  key: ['contract_address', 'token_id'],
  revision: 'at',
  orEqual: true,
  columns({ assetId, at, ...asset }) {
    if (!at) throw new Error(`asset ${assetId} has no time of its state`)
    return {
      contract_address: asset.contractAddress.toLowerCase(),
      token_id: asset.tokenId,
      kind: asset.abstractKind || null,
      collection_id: asset.abstractCollectionId || null,
      item_id: asset.abstractItemId || null,
      at: timestampDate(at),
    }
  },
})
