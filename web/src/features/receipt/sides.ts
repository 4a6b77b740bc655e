import type { CryptoShipping } from '@talad/proto/http/shipping-payment/crypto-shipping'

type Trade = Pick<CryptoShipping, 'recipient_address'> & { order: Pick<CryptoShipping['order'], 'type'> }
type Made = { offerer: string; recipient: string | null }

/** Whose wallets traded on the chain: who fills an order gets what it offers, at the wallet that they named (SP-28). */
export function tradedBy({ order, recipient_address: filler }: Trade, made: Made | undefined) {
  if (order.type === 'list') return { seller: made?.offerer, buyer: filler }
  return { seller: filler, buyer: made?.recipient ?? made?.offerer }
}
