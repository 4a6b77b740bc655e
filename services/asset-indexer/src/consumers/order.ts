import type { OrderChanged } from '@talad/proto/order-book/v1/events'
import type { Tx } from '@talad/shared/db'
import { keepReplica } from '@talad/shared/replica'
import { saveOrderActivity } from '../activity/store.ts'
import type { Deps } from '../deps.ts'
import { touchAssets } from '../due/market.ts'
import { newestOf, orders, readOrder } from '../replicas/order.ts'

/** What follows from news of orders, each once. */
async function follow(
  messages: readonly OrderChanged[],
  { tx, now }: { tx: Tx; now: Date },
  { config }: Deps,
): Promise<void> {
  const ours = messages.filter(({ blockchain }) => blockchain === config.CHAIN_SLUG).map(readOrder)
  const newest = await newestOf(tx, ours)
  await saveOrderActivity(
    tx,
    newest.flatMap(({ type, asset, ...order }) =>
      type === 'deal'
        ? []
        : {
            ...order,
            type,
            contract: asset.contractAddress,
            token: asset.tokenId,
            cancelledAt: order.status === 'cancelled' ? order.at : undefined,
          },
    ),
  )
  await touchAssets(
    tx,
    newest.map(({ assetId }) => assetId),
    now,
  )
}

/** Keeps the orders' side of assets and of the timeline (AI-9, AI-18), of many orders at once where many change. */
export const orderChanged = keepReplica<typeof orders.event, Deps>(orders, {
  group: 'asset-indexer.order',
  lingerMs: 250,
  run: follow,
})
