import { timestampDate } from '@bufbuild/protobuf/wkt'
import { dayOf } from '@talad/shared/local-time'
import { keepReplica } from '@talad/shared/replica'
import { accountsOfWallets } from '../account/store.ts'
import type { Deps } from '../deps.ts'
import { listingEnd } from '../jobs/listing-end.ts'
import { noticesOfDeal, noticesOfFill, noticesOfOffer } from '../notification/decide.ts'
import { give } from '../notification/stream.ts'
import { listings, placeOf } from '../replicas/listing.ts'

/** Keeps the listings, looks at each again when its time is over, and tells who traded on the chain, and who is offered for what. */
export const orderChanged = keepReplica<typeof listings.event, Deps>(listings, {
  group: 'identity.order',
  lingerMs: 100,
  async each(order, { tx, now }) {
    const { hash, type, change, end, at, offererAccountId: accountId } = order
    if (type === 'list' && change === 'put' && end)
      await listingEnd.enqueue(tx, { hash }, { key: hash, at: timestampDate(end) })
    const news = { ...order, accountId, asset: placeOf(order) }
    const happened = at ? timestampDate(at) : now
    const holders = await accountsOfWallets(tx, change === 'put' ? order.holders : [])
    const told = [
      ...noticesOfFill(news),
      ...noticesOfDeal(news),
      ...noticesOfOffer(news, holders, dayOf(happened)),
    ]
    await give(tx, told, happened)
  },
})
