import { type Db, inTx, type Tx } from '@talad/shared/db'
import { type Handled, handleIn, LOG_CHANNEL, retryConflicts } from '@talad/shared/handle'
import type { Wake } from '@talad/shared/wake'
import type { OrderCommand } from './decide.ts'
import type { OrderEvent } from './events.ts'
import { keepGuard, lockGuard, lockOffererOf } from './guard.ts'
import type { OrderState } from './state.ts'
import { orders, streamId } from './stream.ts'

/** Changes an order that exists, and its guard row with it, in the caller's transaction. */
export async function changeIn(
  tx: Tx,
  hash: string,
  command: Exclude<OrderCommand, { type: 'Put' }>,
  now: Date,
): Promise<Handled<OrderState, OrderEvent>> {
  // OB-16: it may open the order again, which must not pass by a departure that is being heard of
  if (command.type === 'RevertFact') await lockOffererOf(tx, hash)
  await lockGuard(tx, hash)
  const handled = await handleIn(tx, orders, streamId(hash), command, now)
  if (handled.events.length > 0) await keepGuard(tx, handled.state)
  return handled
}

/** Runs a piece of work that changes orders in one transaction, again when it lost a race, and tells the readers. */
export async function changing<T>(deps: { db: Db; wake: Wake }, work: (tx: Tx) => Promise<T>): Promise<T> {
  const result = await retryConflicts(() => inTx(deps.db, work))
  deps.wake.notify(LOG_CHANNEL)
  return result
}
