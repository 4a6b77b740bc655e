import type { AdminOrder } from '@talad/proto/http/order-admin'
import type { Order } from '@talad/proto/http/order-book'
import type { OrderView } from '../public-state/order.ts'

/** An order as admins see it. */
export function shown(
  { order: _signed, actions: _ofViewer, ...order }: Order,
  { terms }: OrderView,
): AdminOrder {
  const { fill } = order
  return {
    ...order,
    customer_id: terms.customerId,
    counterparty: terms.counterparty?.customerId ?? null,
    wholly_reserved: fill.left !== '0' && fill.available === '0',
  }
}
