import type { CryptoShipping } from '@talad/proto/http/shipping-payment/crypto-shipping'
import type { TradeKey } from '../../i18n/trade.ts'

/** M§6: which side of an offer somebody was; of a listing the list says it, by what was bought or sold. */
export function sideOf({ order, role }: Pick<CryptoShipping, 'order' | 'role'>): TradeKey | undefined {
  if (order.type !== 'offer') return undefined
  return role === 'buyer' ? 'chain.offerer' : 'chain.acceptor'
}
