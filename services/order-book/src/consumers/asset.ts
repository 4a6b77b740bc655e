import { timestampDate } from '@bufbuild/protobuf/wkt'
import { AssetChangedSchema } from '@talad/proto/asset-indexer/v1/events'
import { consumer } from '@talad/shared/consumer'
import type { Deps } from '../deps.ts'
import { checkSoon } from '../order/guard.ts'
import { saveAsset } from '../projections/assets.ts'

/** Keeps which assets exist and may be traded; a suspension makes their orders inactive (OB-4). */
export const assetChanged = consumer({
  topic: 'asset-indexer.asset.v1',
  group: 'order-book.asset',
  event: AssetChangedSchema,
  run: async (event, { tx, message }, _deps: Deps) => {
    const contract = event.contractAddress.toLowerCase()
    const { tokenId } = event
    const asset = {
      contract,
      tokenId,
      blockchain: event.blockchain,
      assetId: event.assetId,
      type: event.contractType,
      collectionId: event.collectionId,
      name: event.name,
      image: event.image,
      tradable: event.tradable,
      suspended: event.suspended,
    }
    const isNews = await saveAsset(tx, asset, event.at ? timestampDate(event.at) : message.time)
    if (isNews) await checkSoon(tx, { contract, tokenId })
  },
})
