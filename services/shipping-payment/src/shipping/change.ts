import type { Tx } from '@talad/shared/db'
import { inTx } from '@talad/shared/db'
import { type Handled, handleIn, LOG_CHANNEL, retryConflicts } from '@talad/shared/handle'
import { deliveryData } from '../delivery/calldata.ts'
import type { Deps } from '../deps.ts'
import { findOrder, signedOrder } from '../order/store.ts'
import type { Command } from './decide.ts'
import type { ShippingEvent } from './events.ts'
import type { Shipping } from './state.ts'
import { saveShipping, shippings } from './store.ts'

export type Changed = Handled<Shipping | undefined, ShippingEvent>

/** SP-24: the signed order's end, or a day, whichever is first. */
const DELIVERY_MS = 24 * 60 * 60 * 1_000

/** Gives a paid shipping to the relayer, in the transaction that notes the payment; an order that is gone fails at once. */
async function startDelivery(
  tx: Tx,
  deps: Deps,
  id: string,
  paid: Shipping,
  now: Date,
): Promise<string | undefined> {
  const [order, signed] = await Promise.all([
    findOrder(tx, paid.order.hash),
    signedOrder(tx, paid.order.hash),
  ])
  if (!order || !signed) return 'the order is unknown'
  if (order.status === 'cancelled') return 'the order was cancelled' // OB-13: our relayer never fills it
  const latest = new Date(now.getTime() + DELIVERY_MS)
  await deps.delivery.enqueue(tx, {
    shippingId: id,
    data: deliveryData(signed, paid.amount, paid.recipient),
    deadline: latest < paid.order.signedEnd ? latest : paid.order.signedEnd,
  })
  return undefined
}

/**
 * Decides one command on a shipping inside the caller's transaction: events, row and what must follow commit together.
 * @throws Rejection from the decider; VersionConflict, upon which the whole transaction is to be run again
 */
export async function changeShippingIn(tx: Tx, deps: Deps, id: string, command: Command): Promise<Changed> {
  const handled = await handleIn(tx, shippings, id, command, command.now)
  await saveShipping(tx, id, handled)
  const { state } = handled
  if (!state || !handled.events.some((event) => event.type === 'PaymentCompleted')) return handled
  const failure = await startDelivery(tx, deps, id, state, command.now)
  if (failure === undefined) return handled
  return changeShippingIn(tx, deps, id, { type: 'FailDelivery', reason: failure, now: command.now })
}

/** Runs a transaction over shippings and top-ups until it is not overtaken, then wakes the readers of the log. */
export async function inLog<T>(deps: Deps, work: (tx: Tx) => Promise<T>): Promise<T> {
  const result = await retryConflicts(() => inTx(deps.db, work))
  deps.wake.notify(LOG_CHANNEL)
  return result
}

export function changeShipping(deps: Deps, id: string, command: Command): Promise<Changed> {
  return inLog(deps, (tx) => changeShippingIn(tx, deps, id, command))
}
