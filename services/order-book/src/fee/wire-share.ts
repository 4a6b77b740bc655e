import type { Order } from '@talad/proto/http/order-book/orders'
import type { Share } from './decide.ts'

type WireShare = NonNullable<Order['shipping']>['distribution'][number]

/** What a payee is credited with: points that can be withdrawn, or the token itself. */
export function receiveUnit(token: { symbol: string; shipper: boolean }): string {
  return token.shipper ? 'ft_thb' : token.symbol
}

/** A share as it travels in HTTP. */
export function toWireShare(share: Share, unit: string): WireShare {
  return {
    customer_id: share.customerId,
    type: share.type,
    unit,
    value: share.value.toString(),
    percent: share.basisPoints / 100,
    recipient: share.recipient ?? null,
  }
}
