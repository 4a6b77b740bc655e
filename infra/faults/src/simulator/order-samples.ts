import { createHash } from 'node:crypto'
import type { OrderCommand } from '@talad/order-book/order/decide'
import type { Terms } from '@talad/order-book/public-state/terms'
import {
  buildShipperListing,
  GRACE_SECONDS,
  toParameters,
  ZERO_HASH,
} from '@talad/proto/http/order-book/seaport'

/** A value of so many hex digits that is always the same for a name. */
export function hexOf(name: string, digits: number): string {
  return `0x${createHash('sha256').update(name).digest('hex').slice(0, digits)}`
}

export const contract = hexOf('contract', 40)
const points = hexOf('points', 40)

/** The terms of a made-up order of four units. */
export function termsOf(name: string, offerer = hexOf(`seller of ${name}`, 40)): Terms {
  const hash = hexOf(name, 64)
  const start = 1_700_000_000
  const end = start + 86_400
  return {
    orderId: hash.slice(2, 26),
    hash,
    type: 'list',
    blockchain: 'kub',
    contract,
    contractType: 'erc1155',
    tokenId: String(Number.parseInt(hash.slice(2, 8), 16)),
    amount: 4n,
    offerer,
    price: { token: points, symbol: 'THB', decimals: 2, family: 'thb', raw: 10_000n, text: '100' },
    customerId: `join-${name}`,
    accountId: `account-${name}`,
    distribution: [],
    start,
    end,
    signedEnd: end + 3_600,
    parameters: toParameters(
      buildShipperListing({
        terms: {
          zone: hexOf('zone', 40),
          conduit_key: ZERO_HASH,
          treasury: hexOf('treasury', 40),
          point_token: { address: points },
          grace_seconds: GRACE_SECONDS,
        },
        offerer,
        asset: { address: contract, type: 'erc1155', tokenId: '7' },
        amount: '4',
        allowPartial: true,
        totalRaw: '10000',
        start,
        durationSeconds: end - start,
        salt: hash,
        counter: '0',
      }),
    ),
    signature: '0x12',
    restricted: true,
    partial: true,
    asOfBlock: 1n,
    createdAt: new Date(start * 1_000),
  }
}

/** Puts an order where the limits leave room. */
export function putOf(terms: Terms): OrderCommand {
  const limits = { ordersPerCustomer: 10_000, ordersPerAsset: 10_000 }
  return { type: 'Put', terms, limits, open: { ofCustomer: 0, ofAsset: 0 }, raised: [], suspended: false }
}
