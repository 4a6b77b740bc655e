import type { Run } from '@talad/dev/run-file'
import type { Person } from '@talad/dev/seed/site'
import { assetIndexerHttp } from '@talad/proto/http/asset-indexer/assets'
import { listNow, shipNow } from '../people.ts'
import type { Known } from './values.ts'

/** Lists something and reserves it. @returns what there is now, by every name that a call may ask for */
export async function knownOf(run: Run, seller: Person, buyer: Person): Promise<Known> {
  const collection = run.contracts.collections.find(({ key }) => key === 'lantern')
  if (!collection) throw new Error('there are no lanterns')
  const wish = { contract: collection.address, type: collection.type, tokenId: '1', amount: 1n }
  const order = await listNow(run, seller, { ...wish, priceSatang: 123_400n })
  const shipping = await shipNow(buyer, order)
  const assets = await seller.call(assetIndexerHttp.listAssets, { query: { wl: seller.address } })
  const ids = assets.list.slice(0, 3).flatMap((asset) => [asset._id, asset.collection.id, asset.collection.slug])
  return [
    ...new Set([
      ...[run.blockchain, seller.address, buyer.address, collection.address, '1'],
      ...[run.contracts.seaport, run.contracts.pointToken, order._id, order.hash, shipping._id, ...ids],
    ]),
  ]
}
