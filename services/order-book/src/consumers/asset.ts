import { keepReplica } from '@talad/shared/replica'
import type { Deps } from '../deps.ts'
import { checkSoon } from '../order/row.ts'
import { assets } from '../replicas/assets.ts'

/** Keeps which assets exist and may be traded. */
export const assetChanged = keepReplica(assets, {
  group: 'order-book.asset',
  each: ({ contractAddress, tokenId }, { tx, now }, _deps: Deps) =>
    checkSoon(tx, { contract: contractAddress.toLowerCase(), tokenId }, now),
})
