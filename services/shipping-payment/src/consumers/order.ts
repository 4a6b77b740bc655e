import { OrderChangedSchema } from '@talad/proto/order-book/v1/events'
import { consumer } from '@talad/shared/consumer'
import type { Deps } from '../deps.ts'
import { saveOrder } from '../order/store.ts'
import { changeShippingIn } from '../shipping/change.ts'

/** Keeps the orders that can be bought; a cancelled order takes its unpaid shipping with it (OB-14). */
export const orderChanged = consumer<typeof OrderChangedSchema, Deps>({
  topic: 'order-book.order.v1',
  group: 'shipping-payment.order',
  event: OrderChangedSchema,
  run: async (order, { tx, now }, deps) => {
    await saveOrder(tx, order)
    if (order.status !== 'cancelled') return
    const open = await tx.query<{ id: string }>(
      `select id from shipping where order_hash = $1 and status = 'pending'`,
      [order.hash],
    )
    for (const { id } of open.rows)
      await changeShippingIn(tx, deps, id, { type: 'GiveWay', reason: 'order', now })
  },
})
