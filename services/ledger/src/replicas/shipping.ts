import { type ShippingChanged, ShippingChangedSchema } from '@talad/proto/shipping-payment/v1/events'
import type { Tx } from '@talad/shared/db'
import { toJson } from '@talad/shared/json'
import { keepReplica, replica } from '@talad/shared/replica'
import type { Deps } from '../deps.ts'

/** Keeps the newest public state of a purchase; an older revision that comes late is passed over. */
async function saveShipping(tx: Tx, one: ShippingChanged): Promise<void> {
  const { asset } = one
  await tx.query({
    name: 'ledger.save_shipping',
    text: `
      insert into shipping_replica (id, revision, status, order_id, order_hash, buyer_customer_id, seller_customer_id,
        amount, gross, blockchain, address, contract_type, token_id, topup_id, provider_ref_id, tx_hash, shares)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
      on conflict (id) do update set revision = excluded.revision, status = excluded.status,
        blockchain = excluded.blockchain, address = excluded.address, contract_type = excluded.contract_type,
        token_id = excluded.token_id, topup_id = excluded.topup_id, provider_ref_id = excluded.provider_ref_id,
        tx_hash = excluded.tx_hash, shares = excluded.shares
      where shipping_replica.revision < excluded.revision`,
    values: [
      ...[one.shippingId, one.revision, one.status, one.orderId, one.orderHash],
      ...[one.buyerCustomerId, one.sellerCustomerId, one.amount, one.gross],
      ...[
        asset?.blockchain ?? '',
        asset?.contractAddress ?? '',
        asset?.contractType ?? '',
        asset?.tokenId ?? '',
      ],
      ...[one.topupId, one.providerRefId, one.txHash],
      toJson(one.shares.map(({ customerId, type, value }) => ({ customerId, type, value }))),
    ],
  })
}

/** Purchases, as far as statements and reports name them. */
export const shippings = replica({
  name: 'shipping',
  tables: ['shipping_replica'],
  topic: 'shipping-payment.shipping.v1',
  event: ShippingChangedSchema,
  save: saveShipping,
})

export const shippingChanged = keepReplica<typeof shippings.event, Deps>(shippings, {
  group: 'ledger.shipping',
  batched: true,
  gatherMs: 100, // only statements and reports look at it
})
