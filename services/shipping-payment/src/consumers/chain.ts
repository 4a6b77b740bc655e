import { type OrderFulfilled, OrderFulfilledSchema } from '@talad/proto/asset-indexer/v1/events'
import { consumer } from '@talad/shared/consumer'
import { changeIn } from '@talad/shared/stream'
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
  lingerMs: 100,
  each: async ({ position, orderHash }, { tx, now }, deps) => {
    if (!position) return
    const shippingId = await deps.delivery.shippingOf(tx, position.txHash)
    if (shippingId === undefined) return
    const found = await tx.query('select 1 from shipping where id = $1 and order_hash = $2', [
      shippingId,
      orderHash,
    ])
    if (found.rows.length === 0) return
    const command = { type: 'ConfirmDelivery' as const, txHash: position.txHash, now }
    await changeIn(tx, shippings, shippingId, command, now)
  },
})
