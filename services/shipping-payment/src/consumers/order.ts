import { keepReplica } from '@talad/shared/replica'
import { changeIn } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { orders } from '../replicas/order.ts'
import { shippings } from '../shipping/stream.ts'

/** Keeps the orders that can be bought; a cancelled order takes its unpaid shipping with it (OB-14). */
export const orderChanged = keepReplica<typeof orders.event, Deps>(orders, {
  group: 'shipping-payment.order',
  lingerMs: 25,
  async each(order, { tx, now }) {
    if (order.status !== 'cancelled') return
    const open = await tx.query<{ id: string }>(
      `select id from shipping where order_hash = $1 and status = 'pending'`,
      [order.hash],
    )
    for (const { id } of open.rows)
      await changeIn(tx, shippings, id, { type: 'Supersede', reason: 'order', now }, now)
  },
})
