import { timestampDate } from '@bufbuild/protobuf/wkt'
import type { OrderChanged } from '@talad/proto/order-book/v1/events'
import { dayOf } from '@talad/shared/local-time'
import { keepReplica } from '@talad/shared/replica'
import { accountsOfWallets } from '../account/store.ts'
import type { Deps } from '../deps.ts'
import { listingEnd } from '../jobs/listing-end.ts'
import { noticesOfDeal, noticesOfFill, noticesOfOffer } from '../notification/decide.ts'
import { give, type News } from '../notification/stream.ts'
import { listings, placeOf } from '../replicas/listing.ts'

function newsOf(order: OrderChanged, holders: readonly string[], now: Date): Pick<News, 'told' | 'at'> {
  const at = order.at ? timestampDate(order.at) : now
  const { price, offerer } = order
  const terms = price && { value: price.value, symbol: price.symbol, who: offerer }
  const news = { ...order, accountId: order.offererAccountId, asset: placeOf(order), ...(terms && { terms }) }
  return {
    told: [...noticesOfFill(news), ...noticesOfDeal(news), ...noticesOfOffer(news, holders, dayOf(at))],
    at,
  }
}

/** Keeps the listings, looks at each again when its time is over, and tells who traded on the chain, and who is offered for what. */
export const orderChanged = keepReplica<typeof listings.event, Deps>(listings, {
  group: 'identity.order',
  lingerMs: 500,
  async run(orders, { tx, now, contextOf }) {
    for (const { hash, type, change, end } of orders)
      if (type === 'list' && change === 'put' && end)
        await listingEnd.enqueue(tx, [{ payload: { hash }, key: hash, at: timestampDate(end) }])
    const news: News[] = []
    for (const order of orders) {
      const holders = await accountsOfWallets(tx, order.change === 'put' ? order.holders : [])
      news.push({ ...newsOf(order, holders, now), context: contextOf(order) })
    }
    await give(tx, ...news)
  },
})
