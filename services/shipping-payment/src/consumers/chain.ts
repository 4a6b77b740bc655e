import { type OrderFulfilled, OrderFulfilledSchema } from '@talad/proto/asset-indexer/v1/events'
import { consumer } from '@talad/shared/consumer'
import { arrayText } from '@talad/shared/db'
import { changeMany } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { shippings } from '../shipping/stream.ts'

/** Whether it has passed the finality depth (SP-27). */
export function isFinal({ position }: Pick<OrderFulfilled, 'position'>): boolean {
  return position?.confirmed === true && !position.reverted
}

/**
 * A delivery is mined when the indexer has seen the order fulfilled by one of our transactions, past the finality
 * depth: only then is money released (SP-1, SP-27).
 */
export const orderFulfilled = consumer<typeof OrderFulfilledSchema, Deps>({
  topic: 'asset-indexer.chain.v1',
  group: 'shipping-payment.chain',
  event: OrderFulfilledSchema,
  filter: isFinal,
  lingerMs: 250,
  run: async (events, { tx, now, contextOf }, deps) => {
    const fulfilled = events.flatMap((event) =>
      event.position ? { event, orderHash: event.orderHash, txHash: event.position.txHash } : [],
    )
    const delivered = await deps.delivery.shippingsOf(
      tx,
      fulfilled.map(({ txHash }) => txHash),
    )
    if (delivered.size === 0) return
    const { rows } = await tx.query<{ id: string; order_hash: string }>({
      name: 'shipping.orders_of',
      text: 'select id, order_hash from shipping where id = any($1::text[])',
      values: [arrayText([...delivered.values()])],
    })
    const orderOf = new Map(rows.map(({ id, order_hash }) => [id, order_hash]))
    const asked = fulfilled.flatMap(({ event, orderHash, txHash }) => {
      const id = delivered.get(txHash)
      if (id === undefined || orderOf.get(id) !== orderHash) return []
      const command = { type: 'ConfirmDelivery' as const, txHash, now }
      return { stream: shippings, id, command, context: contextOf(event) }
    })
    await changeMany(tx, asked, now)
  },
})
