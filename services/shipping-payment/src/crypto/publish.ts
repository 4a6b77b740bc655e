import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { CryptoTradeProvenSchema } from '@talad/proto/shipping-payment/v1/events'
import { type Outgoing, outgoing } from '@talad/shared/bus/port'
import type { Published } from '@talad/shared/stream'
import { SHIPPING_TOPIC } from '../../manifest.ts'
import type { CryptoEvent } from './events.ts'

/** Others hear of a trade in crypto when the chain has proven it; until then it is nobody's business but its own. */
export function publish({ id, event }: Published<CryptoEvent, unknown>): Outgoing[] {
  if (event.type !== 'CryptoProven' || !event.data.trade) return []
  const { trade, at } = event.data
  const { hash: orderHash, type: orderType, blockchain, contractAddress, contractType, tokenId } = trade.order
  return [
    outgoing(SHIPPING_TOPIC, id, CryptoTradeProvenSchema, {
      shippingId: id,
      orderHash,
      orderType,
      accountId: trade.accountId,
      amount: String(trade.amount),
      asset: { blockchain, contractAddress, contractType, tokenId },
      at: timestampFromDate(at),
    }),
  ]
}
