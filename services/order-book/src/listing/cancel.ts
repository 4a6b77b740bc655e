import type { Tx } from '@talad/shared/db'
import { Rejection } from '@talad/shared/rejection'
import { changeIn, transact } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { hashOfOrder } from '../order/row.ts'
import { publicStateOf } from '../order/state.ts'
import { orders, streamId } from '../order/stream.ts'
import type { OrderView } from '../public-state/order.ts'
import type { Terms } from '../public-state/terms.ts'
import { openShippingsOf } from '../replicas/shippings.ts'

/** @throws Rejection ORDER_NOT_FOUND */
async function existingHash(tx: Tx, orderId: string): Promise<string> {
  const hash = await hashOfOrder(tx, orderId)
  if (hash === undefined) throw new Rejection('ORDER_NOT_FOUND')
  return hash
}

/**
 * Cancels an order for who put it, or notes that the chain has to (OB-13, OB-14).
 * @throws Rejection ORDER_NOT_FOUND, NOT_YOUR_ORDER, CANCEL_REFUSED
 */
export async function cancelListing(deps: Deps, orderId: string, customerId: string): Promise<OrderView> {
  const { state } = await transact(deps, async (tx) => {
    const hash = await existingHash(tx, orderId)
    const command = { type: 'Cancel' as const, by: customerId, shippings: await openShippingsOf(tx, hash) }
    return changeIn(tx, orders, streamId(hash), command, deps.now())
  })
  return publicStateOf(state)
}

/**
 * Brings a hidden order back for who put it (OB-13, OB-16).
 * @throws Rejection ORDER_NOT_FOUND, NOT_YOUR_ORDER, ORDER_ENDED
 */
export async function confirmStanding(deps: Deps, orderId: string, customerId: string): Promise<OrderView> {
  const { state } = await transact(deps, async (tx) => {
    const hash = await existingHash(tx, orderId)
    const command = { type: 'Confirm' as const, by: customerId }
    return changeIn(tx, orders, streamId(hash), command, deps.now())
  })
  return publicStateOf(state)
}

/**
 * Ends a listing in whose place the seller puts another one, in the transaction that puts it (OB-13): there is never both,
 * and never none.
 * @throws Rejection ORDER_NOT_FOUND, NOT_YOUR_ORDER, INVALID_ORDER, ORDER_ENDED, CANCEL_REFUSED
 */
export async function supersede(tx: Tx, orderId: string, to: Terms, now: Date): Promise<void> {
  const hash = await existingHash(tx, orderId)
  const command = { type: 'Supersede' as const, to, shippings: await openShippingsOf(tx, hash) }
  await changeIn(tx, orders, streamId(hash), command, now)
}
