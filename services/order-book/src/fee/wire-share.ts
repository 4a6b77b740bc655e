import type { Order } from '@talad/proto/http/order-book'
import type { Share } from './decide.ts'

/** A share as it travels in HTTP. */
export function toWireShare(share: Share): Order['shipping']['distribution'][number] {
  return {
    customer_id: share.customerId,
    type: share.type,
    unit: 'ft_thb',
    value: share.value.toString(),
    percent: share.basisPoints / 100,
  }
}
