import { visit } from '@talad/dev/seed/site'
import { assetIndexerHttp } from '@talad/proto/http/asset-indexer/assets'
import { listFacets } from '@talad/proto/http/asset-indexer/facets'
import { entrypointHttp } from '@talad/proto/http/gateway/entrypoint'
import { site } from '@talad/proto/http/gateway/site'
import { listDisplayNames } from '@talad/proto/http/identity/display-names'
import { getPerson } from '@talad/proto/http/identity/people'
import { ledgerBooksHttp } from '@talad/proto/http/ledger/integrity'
import { declarationsHttp } from '@talad/proto/http/moderation/declarations'
import { orderBookHttp } from '@talad/proto/http/order-book/orders'
import type { Shipping } from '@talad/proto/http/shipping-payment/shipping'
import { until } from '@talad/shared/testing/wait'
import type { Stall } from '../stall.ts'

type Call = ReturnType<typeof visit>

async function lookAtAsset(call: Call, { run, buyer }: Stall, sold: Shipping): Promise<void> {
  const { contract, token } = sold.asset
  const where = { bc: run.blockchain, ad: contract.address, ti: token.id }
  const asset = await until('the asset has its new owner and its picture', async () => {
    const found = await call(assetIndexerHttp.getAsset, { query: where })
    return found.recent.owner === buyer.address && found.image.r360 && found.internal.orders.last_sale
      ? found
      : undefined
  })
  const params = { asset_id: asset._id }
  await call(assetIndexerHttp.getBalances, { params, query: {} })
  await call(assetIndexerHttp.getAssetHistory, { params, query: { lm: 1 } })
  await call(assetIndexerHttp.syncAsset, { params, query: {} })
  await fetch(run.gateway + (asset.image.r360 ?? ''))
  const of = { ad: where.ad, ti: where.ti, tp: 'sa' }
  await call(assetIndexerHttp.listEvents, { query: { ...of, ps: 1 } })
  await call(assetIndexerHttp.getEvent, { query: of })
  const collection_id = asset.collection.id
  await call(assetIndexerHttp.getCollection, { query: { id: asset.collection.slug } })
  await call(assetIndexerHttp.getCollectionHistory, { params: { collection_id }, query: { days: 2, lm: 1 } })
  await call(assetIndexerHttp.listTraits, { query: { collection_id } })
  await call(assetIndexerHttp.searchCollections, { query: { q: asset.collection.name.slice(0, 4) } })
  await call(entrypointHttp.collectionFee, { query: { id: collection_id } })
}

/** Everything that a visitor can see. @param sold what was bought before */
export async function lookAround(stall: Stall, sold: Shipping): Promise<void> {
  const { run, seller, buyer } = stall
  const call = visit(run)
  await lookAtAsset(call, stall, sold)
  await call(assetIndexerHttp.listAssets, { query: { co: 'li', sr: 'lp', sd: 'asc', ps: 1, count: '1' } })
  await call(assetIndexerHttp.listCollections, { query: { sr: 'vo', ps: 1 } })
  await call(assetIndexerHttp.getWallet, { params: { wallet: seller.address } })
  await call(listDisplayNames, { query: { wl: buyer.address } })
  await call(getPerson, { params: { who: buyer.address } })
  await call(listFacets, { query: { co: 'li' } })
  await call(orderBookHttp.orderTerms, {})
  await call(orderBookHttp.rates, {})
  await call(orderBookHttp.listOrders, { query: { ps: 1 } })
  await call(orderBookHttp.orderChanges, { query: { lm: 1 } })
  await call(orderBookHttp.getOrder, { query: { ha: sold.order.hash } })
  await until('the transaction is told of', async () => {
    const query = { bc: run.blockchain, tx: sold.tx_hash ?? '' }
    return call(orderBookHttp.orderLog, { query }).catch(() => undefined)
  })
  const { contract, token } = sold.asset
  const nft = { bc: run.blockchain, ca: contract.address, ti: token.id }
  await call(declarationsHttp.declarations, { query: nft })
  await call(ledgerBooksHttp.booksHead, {})
  await call(site, {})
}
