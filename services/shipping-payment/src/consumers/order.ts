import { currentContext } from '@talad/shared/context'
import { keepReplica } from '@talad/shared/replica'
import { changeMany } from '@talad/shared/stream'
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
  async run(changed, { tx, now, contextOf }) {
    const inCrypto = changed.flatMap(({ hash, shipper }) => (shipper ? [] : [hash]))
    if (inCrypto.length > 0) await lockOrders(tx, inCrypto)
    await recordFillsOf(tx, changed, now)
    const cancelled = new Map(
      changed.filter(({ status }) => status === 'cancelled').map((order) => [order.hash, contextOf(order)]),
    )
    if (cancelled.size === 0) return
    const open = await tx.query<{ id: string; order_hash: string }>(
      `select id, order_hash from shipping where order_hash = any($1) and status = 'pending'`,
      [[...cancelled.keys()]],
    )
    const asked = open.rows.map(({ id, order_hash }) => ({
      stream: shippings,
      id,
      command: { type: 'Supersede' as const, reason: 'order' as const, now },
      context: cancelled.get(order_hash) ?? currentContext(),
    }))
    await changeMany(tx, asked, now)
  },
})
