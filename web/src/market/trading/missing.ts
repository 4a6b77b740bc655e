import type { SiteInfo } from '@talad/proto/http/gateway/live'
import type { Order } from '@talad/proto/http/order-book/orders'
import { orderTerms } from '@talad/proto/http/order-book/orders'
import { call } from '@talad/ui/client/call'
import { type Needs, readApprovals } from './approvals.ts'
import { needsOf } from './fulfil.ts'

/** What the maker of an order has to approve for it, whoever fills it. */
export function needsOfMaker(order: Order): Needs {
  const { price, asset } = order.basic
  const isOffer = order.type === 'offer'
  const left = (BigInt(price.raw) / BigInt(order.fill.total)) * BigInt(order.fill.left)
  return {
    token: { address: price.token.address, decimals: price.token.decimals, amount: isOffer ? left : 0n },
    isPaid: isOffer,
    collection: asset.contract.address,
    isGiven: !isOffer,
    isExact: false,
  }
}

/** WB-8: whether a wallet has yet to let the market take what buying from an order takes. */
export async function isApprovalMissing(site: SiteInfo, wallet: string, order: Order): Promise<boolean> {
  const { seaport } = await call(orderTerms, {})
  const needs = needsOf({ order, units: BigInt(order.fill.available), recipient: wallet, isExact: true })
  const has = await readApprovals(site, { wallet, seaport }, needs)
  return has.allowance < needs.token.amount || (needs.isGiven && !has.collection)
}
