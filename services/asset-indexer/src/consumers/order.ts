import { keepReplica } from '@talad/shared/replica'
import { saveOrderActivity } from '../activity/store.ts'
import type { Deps } from '../deps.ts'
import { touchAssets } from '../due/market.ts'
import { isNewest, orders, readOrder } from '../replicas/order.ts'

/** Keeps the orders' side of assets and of the timeline (AI-9, AI-18). */
export const orderChanged = keepReplica<typeof orders.event, Deps>(orders, {
  group: 'asset-indexer.order',
  async changed(message, { tx, now }, deps) {
    if (message.blockchain !== deps.config.CHAIN_SLUG) return
    const order = readOrder(message)
    if (!(await isNewest(tx, order))) return
    const { hash, type, assetId, asset, offerer, amount, createdAt } = order
    if (type !== 'deal') {
      await saveOrderActivity(tx, {
        ...{ hash, type, assetId, createdAt, amount, offerer },
        ...{ contract: asset.contractAddress, token: asset.tokenId },
        cancelledAt: order.status === 'cancelled' ? order.at : undefined,
      })
    }
    await touchAssets(tx, [assetId], now)
  },
})
