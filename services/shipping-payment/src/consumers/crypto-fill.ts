import { OrderFulfilledSchema } from '@talad/proto/asset-indexer/v1/events'
import { consumer } from '@talad/shared/consumer'
import { keepFills, lockOrders } from '../crypto/fills.ts'
import type { Deps } from '../deps.ts'
import { isFinal } from './chain.ts'

/** SP-28: what the chain, past the finality depth, says was filled of orders in crypto is recorded by a job. */
export const cryptoFulfilled = consumer<typeof OrderFulfilledSchema, Deps>({
  topic: 'asset-indexer.chain.v1',
  group: 'shipping-payment.crypto',
  event: OrderFulfilledSchema,
  filter: isFinal,
  lingerMs: 250,
  run: async (events, { tx, now }) => {
    const fills = events.flatMap(({ position, orderHash, recipient, amount }) => {
      if (!position) return []
      const { txHash, logIndex } = position
      return {
        txHash,
        logIndex,
        orderHash,
        recipient: recipient.toLowerCase(),
        amount: BigInt(amount || '0'),
      }
    })
    await lockOrders(
      tx,
      fills.map(({ orderHash }) => orderHash),
    )
    await keepFills(tx, fills, now)
  },
})
