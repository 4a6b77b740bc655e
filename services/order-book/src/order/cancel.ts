import type { Tx } from '@talad/shared/db'
import { Rejection } from '@talad/shared/rejection'
import type { Deps } from '../deps.ts'
import { shippingsOf } from '../projections/shippings.ts'
import { changeIn, changing } from './change.ts'
import type { OrderView, Terms } from './events.ts'
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

/**
 * Ends a listing in whose place the seller puts another one, in the transaction that puts it (OB-13): there is never both,
 * and never none.
 * @throws Rejection ORDER_NOT_FOUND, NOT_YOUR_ORDER, INVALID_ORDER, ORDER_ENDED, CANCEL_REFUSED
 */
export async function giveWay(tx: Tx, orderId: string, to: Terms, now: Date): Promise<void> {
  const hash = await hashOfOrder(tx, orderId)
  if (hash === undefined) throw new Rejection('ORDER_NOT_FOUND')
  await changeIn(tx, hash, { type: 'GiveWay', to, shippings: await shippingsOf(tx, hash) }, now)
}
