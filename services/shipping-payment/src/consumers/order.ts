import { keepReplica } from '@talad/shared/replica'
import { changeIn } from '@talad/shared/stream'
import { lockOrders, recordFillsOf } from '../crypto/fills.ts'
import type { Deps } from '../deps.ts'
import { orders } from '../replicas/order.ts'
import { shippings } from '../shipping/stream.ts'

/**
 * Keeps the orders that can be bought; a cancelled order takes its unpaid shipping with it (OB-14), and of one in crypto
 * is recorded what was filled before it was known (SP-28).
 */
export const orderChanged = keepReplica<typeof orders.event, Deps>(orders, {
  group: 'shipping-payment.order',
  lingerMs: 25,
  async run(changed, { tx, now }) {
    const inCrypto = changed.flatMap(({ hash, shipper }) => (shipper ? [] : [hash]))
    if (inCrypto.length > 0) {
      await lockOrders(tx, inCrypto)
      await recordFillsOf(tx, inCrypto, now)
    }
    for (const { hash, status } of changed) {
      if (status !== 'cancelled') continue
      const open = await tx.query<{ id: string }>(
        `select id from shipping where order_hash = $1 and status = 'pending'`,
        [hash],
      )
      for (const { id } of open.rows)
        await changeIn(tx, shippings, id, { type: 'Supersede', reason: 'order', now }, now)
    }
  },
})
