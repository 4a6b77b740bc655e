import { OrderFulfilledSchema } from '@talad/proto/asset-indexer/v1/events'
import { consumer } from '@talad/shared/consumer'
import { changeIn } from '@talad/shared/stream'
import { keepFill, lockOrder } from '../crypto/fills.ts'
import { cryptoShippings } from '../crypto/stream.ts'
import type { Deps } from '../deps.ts'
import { isFinal } from './chain.ts'

/** SP-28: a purchase in crypto is done when the chain, past the finality depth, says what its transaction filled. */
export const cryptoFulfilled = consumer<typeof OrderFulfilledSchema, Deps>({
  topic: 'asset-indexer.chain.v1',
  group: 'shipping-payment.crypto',
  event: OrderFulfilledSchema,
  concerns: isFinal,
  run: async ({ position, orderHash, recipient, amount }, { tx, now }) => {
    if (!position) return
    const { txHash, logIndex } = position
    const fill = { recipient: recipient.toLowerCase(), amount: BigInt(amount || '0') }
    await lockOrder(tx, orderHash)
    if (!(await keepFill(tx, { ...fill, txHash, logIndex, orderHash }))) return
    const found = await tx.query<{ id: string }>(
      `select id from crypto_shipping where tx_hash = $1 and order_hash = $2 and status = 'processing'`,
      [txHash, orderHash],
    )
    for (const { id } of found.rows)
      await changeIn(tx, cryptoShippings, id, { type: 'RecordFill', fill, now }, now)
  },
})
