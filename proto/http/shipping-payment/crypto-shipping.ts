import { z } from 'zod'
import {
  address,
  addressInput,
  cursor,
  cursorList,
  customerId,
  decimalString,
  hash,
  isoTime,
  limit,
  objectId,
} from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { priceToken } from '../order-book/order.ts'
import { shippingFacts } from './shipping.ts'

const service = 'shipping-payment'

/** SP-28: a purchase that its parties make on the chain themselves; we keep what they mean to do and what the chain proves. */
export const cryptoShipping = z.object({
  _id: objectId.describe('id of the purchase'),
  role: z.enum(['buyer', 'seller']).describe('side of the caller'),
  order: z
    .object({
      _id: objectId.describe('id of the order'),
      hash: hash.describe('hash of the order'),
      type: z.enum(['list', 'offer']).describe('list: it was bought; offer: it was accepted'),
    })
    .describe('the order that is filled'),
  buyer_customer_id: customerId
    .nullable()
    .describe('who gets the asset: of an offer, the offerer (SP-8); null: not the caller (MO-36)'),
  seller_customer_id: customerId.nullable().describe('who gives the asset; null: not the caller (MO-36)'),
  recipient_address: address.describe('wallet that gets what the order offers'),
  status: z
    .enum(['pending', 'processing', 'completed', 'failed', 'canceled'])
    .describe('pending: no transaction yet; processing: one that proves nothing yet; completed: proven'),
  is_crypto: z.literal(true).describe('always true'),
  amount: decimalString.describe('units of the asset'),
  asset: shippingFacts.asset,
  price: z
    .object({
      token: priceToken.describe('the token that is paid'),
      raw: decimalString.describe('what all units cost, in the smallest unit of the token'),
    })
    .describe('what is paid'),
  net: decimalString
    .nullable()
    .describe('what of it the seller keeps, in the same unit; null where it was not kept'),
  tx_hash: hash.nullable().describe('the transaction; null: none is known'),
  failed_reason: z
    .string()
    .nullable()
    .describe('not_proven: the transaction did not fill the order in 30 minutes'),
  canceled_reason: z
    .string()
    .nullable()
    .describe('idle: no transaction in 120 s; replaced: the same person began anew'),
  expires_at: isoTime.describe('until then a transaction is to be told'),
  created: isoTime.describe('when it was made'),
  updated: isoTime.describe('when it changed last'),
})
export type CryptoShipping = z.infer<typeof cryptoShipping>

const answered = z.object({ shipping: cryptoShipping.describe('the purchase') })

export const cryptoShippingHttp = {
  shipCrypto: endpoint({
    name: 'shipCrypto',
    service,
    method: 'POST',
    path: `${base.user}/shipping/ship-crypto`,
    auth: { kind: 'kyc', level: 2 },
    summary:
      'Notes that the caller is about to fill an order in crypto: buys a listing, or accepts an offer (SP-28)',
    body: z.strictObject({
      order_hash: hash.describe('hash of the order'),
      amount: z
        .union([decimalString, z.int().min(1).transform(String)])
        .describe('units: a decimal string or a JSON integer of at least 1 (M§5)'),
      recipient_address: addressInput
        .optional()
        .describe('wallet that gets what the order offers; needed: without it recipient_required'),
    }),
    status: 201,
    response: answered,
    idempotent: true,
    limit: 'write',
    errors: [
      'invalid_join_session',
      'kyc_not_eligible',
      'assessment_required',
      'order_not_found',
      'recipient_required',
      'invalid_recipient',
      'not_crypto_order',
      'invalid_order_type',
      'order_not_open',
      'asset_suspended',
      'invalid_amount',
      'own_order',
      'too_many_shippings',
    ],
  }),
  processingCrypto: endpoint({
    name: 'processingCrypto',
    service,
    method: 'POST',
    path: `${base.user}/shipping/processing-crypto`,
    auth: { kind: 'kyc', level: 2 },
    summary:
      'Tells the transaction that fills the order; what it proves is read from the chain, and whose it is. A trade that was recorded from the chain already is answered in place of the intent (SP-28)',
    body: z.strictObject({
      shipping_id: objectId.describe('id of the purchase'),
      tx_hash: hash.describe('the transaction'),
    }),
    status: 201,
    response: answered,
    idempotent: true,
    limit: 'write',
    errors: ['invalid_join_session', 'shipping_not_found', 'shipping_not_pending'],
  }),
  cryptoHistory: endpoint({
    name: 'cryptoHistory',
    service,
    method: 'GET',
    path: `${base.user}/shipping/crypto`,
    auth: { kind: 'customer' },
    summary:
      'What the caller bought and sold in crypto, newest first. An addition of this project: in the specification it is a part of /shipping/history.',
    query: z.object({
      cs: cursor.optional().describe('where the list goes on: `nextCursor` of the page before'),
      lm: limit(20, 'length of a page'),
      ha: hash.optional().describe('only of this order'),
    }),
    status: 200,
    response: cursorList(cryptoShipping),
    errors: ['invalid_join_session', 'bad_cursor', 'validation'],
  }),
}
