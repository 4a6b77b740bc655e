import type { Order } from '@talad/proto/http/order-book/orders'

/** OB-6, M§4: what an order is shown as; the first that fits. */
export function orderDisplay(
  order: Pick<Order, 'status' | 'expired' | 'inactive'>,
): 'completed' | 'cancelled' | 'expired' | 'inactive' | 'open' {
  if (order.status === 'completed' || order.status === 'cancelled') return order.status
  if (order.expired) return 'expired'
  if (order.inactive || order.status === 'inactive') return 'inactive'
  return 'open'
}
