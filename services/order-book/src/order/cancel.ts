import { Rejection } from '@talad/shared/rejection'
import type { Deps } from '../deps.ts'
import { shippingsOf } from '../projections/shippings.ts'
import { changeIn, changing } from './change.ts'
import type { OrderView } from './events.ts'
import { hashOfOrder } from './guard.ts'
import { viewOf } from './state.ts'

/**
 * Cancels an order for its seller (OB-13, OB-14).
 * @throws Rejection ORDER_NOT_FOUND, NOT_YOUR_ORDER, CANCEL_REFUSED
 */
export async function cancelListing(deps: Deps, orderId: string, customerId: string): Promise<OrderView> {
  const handled = await changing(deps, async (tx) => {
    const hash = await hashOfOrder(tx, orderId)
    if (hash === undefined) throw new Rejection('ORDER_NOT_FOUND')
    const shippings = await shippingsOf(tx, hash)
    return changeIn(tx, hash, { type: 'Cancel', by: customerId, shippings }, deps.now())
  })
  const view = viewOf(handled.state)
  if (!view) throw new Rejection('ORDER_NOT_FOUND')
  return view
}
