import { timestampDate } from '@bufbuild/protobuf/wkt'
import { keepReplica } from '@talad/shared/replica'
import type { Deps } from '../deps.ts'
import { listingEnd } from '../jobs/listing-end.ts'
import { noticesOfDeal, noticesOfFill } from '../notification/decide.ts'
import { give } from '../notification/stream.ts'
import { listings, placeOf } from '../replicas/listing.ts'

/** Keeps the listings, looks at each again when its time is over, and tells who traded on the chain. */
export const orderChanged = keepReplica<typeof listings.event, Deps>(listings, {
  group: 'identity.order',
  batched: true,
  async changed(order, { tx, now }) {
    const { hash, type, change, end, at, offererAccountId: accountId } = order
    if (type === 'list' && change === 'put' && end)
      await listingEnd.enqueue(tx, { hash }, { key: hash, at: timestampDate(end) })
    const news = { ...order, accountId, asset: placeOf(order) }
    await give(tx, [...noticesOfFill(news), ...noticesOfDeal(news)], at ? timestampDate(at) : now)
  },
})
