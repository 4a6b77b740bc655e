import { job } from '@talad/shared/jobs'
import { deliveryData, handoverOf } from '../delivery/calldata.ts'
import type { Deps } from '../deps.ts'
import { signedOrder } from '../replicas/order.ts'
import { deliveryBlame } from '../shipping/delivery.ts'
import { loadShipping } from '../shipping/stream.ts'

/**
 * SP-29: notes at which contract a delivery reverted at our cost. An order that died before it was mined, as its seller may
 * have it, is nobody's fault but theirs.
 */
export const deliveryBlameJob = job<{ shippingId: string; txHash: string }, Deps>(deliveryBlame, {
  async run({ shippingId, txHash }, { deps: { db, delivery } }) {
    const { state } = await loadShipping(db, shippingId)
    const signed = state && (await signedOrder(db, state.order.hash))
    if (!signed || !(await delivery.isContract(state.recipient))) return
    const { holder } = handoverOf(signed, state.order, state.amount)
    const toHolder = deliveryData(signed, state.amount, holder)
    if (!(await delivery.recipientFailed(txHash, toHolder))) return
    await db.query('insert into delivery_failure values ($1, $2, $3, $4) on conflict do nothing', [
      ...[shippingId, state.recipient, state.buyerCustomerId, !state.toContract],
    ])
  },
})
