import type { AdminOrder } from '@talad/proto/http/order-book/order-admin'
import type { Order } from '@talad/proto/http/order-book/orders'
import type { Deps } from '../deps.ts'
import type { OrderView } from '../public-state/order.ts'
import { viewerOf } from '../viewer/present.ts'

/** Who sees orders as a stranger does, and who is paid besides. */
export const adminOf = async (deps: Deps) => ({
  ...(await viewerOf(deps, undefined)),
  seesPayees: true as const,
})

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
