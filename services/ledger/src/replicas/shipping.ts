import { ShippingChangedSchema } from '@talad/proto/shipping-payment/v1/events'
import { replica } from '@talad/shared/replica'

/** Purchases, as far as statements and reports name them. */
export const shippings = replica({
  name: 'shipping',
  tables: ['shipping_replica'],
  topic: 'shipping-payment.shipping.v1',
  group: 'ledger.shipping',
  lingerMs: 500, // only statements and reports look at it
  event: ShippingChangedSchema,
  key: ['id'],
  revision: 'revision',
  columns: ({ asset, ...one }) => ({
    id: one.shippingId,
    revision: one.revision,
    status: one.status,
    order_id: one.orderId,
    order_hash: one.orderHash,
    buyer_customer_id: one.buyerCustomerId,
    seller_customer_id: one.sellerCustomerId,
    amount: one.amount,
    gross: one.gross,
    blockchain: asset?.blockchain ?? '',
    address: asset?.contractAddress ?? '',
    contract_type: asset?.contractType ?? '',
    token_id: asset?.tokenId ?? '',
    topup_id: one.topupId,
    provider_ref_id: one.providerRefId,
    tx_hash: one.txHash,
    shares: one.shares.map(({ customerId, type, value }) => ({ customerId, type, value })),
  }),
})
