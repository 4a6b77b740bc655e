import { OrderFulfilledSchema } from '@talad/proto/asset-indexer/v1/events'
import { consumer } from '@talad/shared/consumer'
import { changeMany } from '@talad/shared/stream'
import { keepFills, lockOrders } from '../crypto/fills.ts'
import { cryptoShippings } from '../crypto/stream.ts'
import type { Deps } from '../deps.ts'
import { isFinal } from './chain.ts'

/** SP-28: a purchase in crypto is done when the chain, past the finality depth, says what its transaction filled. */
export const cryptoFulfilled = consumer<typeof OrderFulfilledSchema, Deps>({
  topic: 'asset-indexer.chain.v1',
  group: 'shipping-payment.crypto',
  event: OrderFulfilledSchema,
  filter: isFinal,
  lingerMs: 250,
  run: async (events, { tx, now, contextOf }) => {
    const fills = events.flatMap((event) => {
      const { position, orderHash, recipient, amount } = event
      if (!position) return []
      const { txHash, logIndex } = position
      const fill = { recipient: recipient.toLowerCase(), amount: BigInt(amount || '0') }
      return { ...fill, txHash, logIndex, orderHash, fill, context: contextOf(event) }
    })
    await lockOrders(
      tx,
      fills.map(({ orderHash }) => orderHash),
    )
    const kept = await keepFills(tx, fills)
    const asked = kept.flatMap(({ id, orderHash }) => {
      const found = fills.find((one) => one.orderHash === orderHash)
      if (!found || id === null) return []
      const command = { type: 'RecordFill' as const, fill: found.fill, now }
      return { stream: cryptoShippings, id, command, context: found.context }
    })
    if (asked.length > 0) await changeMany(tx, asked, now)
  },
})
