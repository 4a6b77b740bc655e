import type { CryptoShipping as Wire } from '@talad/proto/http/shipping-payment/crypto-shipping'
import type { CryptoShipping } from './state.ts'

/** A purchase in crypto as either side sees it; undefined for anybody else. */
export function toWire(customerId: string, id: string, shipping: CryptoShipping): Wire | undefined {
  const { order, price } = shipping
  const role =
    shipping.buyerCustomerId === customerId
      ? 'buyer'
      : shipping.sellerCustomerId === customerId
        ? 'seller'
        : undefined
  return (
    role && {
      _id: id,
      role,
      order: { _id: order.orderId, hash: order.hash, type: order.type },
      // MO-36
      buyer_customer_id: role === 'buyer' ? customerId : null,
      seller_customer_id: role === 'seller' ? customerId : null,
      recipient_address: shipping.recipient,
      status: shipping.status,
      is_crypto: true,
      amount: String(shipping.amount),
      asset: {
        contract: { blockchain: order.blockchain, address: order.contractAddress, type: order.contractType },
        token: { id: order.tokenId },
      },
      price: {
        token: { address: price.token, symbol: price.symbol, decimals: price.decimals },
        raw: String(price.raw),
      },
      net: shipping.net === undefined ? null : String(shipping.net),
      tx_hash: shipping.txHash ?? null,
      failed_reason: shipping.failedReason ?? null,
      canceled_reason: shipping.canceledReason ?? null,
      expires_at: shipping.expiresAt.toISOString(),
      created: shipping.createdAt.toISOString(),
      updated: shipping.updatedAt.toISOString(),
    }
  )
}
