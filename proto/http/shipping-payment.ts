import { z } from 'zod'
import {
  address,
  addressInput,
  blockchain,
  cursor,
  cursorList,
  customerId,
  decimalString,
  hash,
  isoTime,
  objectId,
  points,
} from './common.ts'
import { base, endpoint } from './contract.ts'

const service = 'shipping-payment'

/** SP-1. Clients treat mined as processing. */
export const shippingStatus = z.enum(['pending', 'processing', 'mined', 'completed', 'failed', 'canceled'])
/** SP-2. */
export const paymentStatus = z.enum(['pending', 'processing', 'completed', 'failed', 'canceled'])
/** SP-3. */
export const txStatus = z.enum(['pending', 'processing', 'sent', 'mined', 'failed', 'canceled'])

/** When what happened to a purchase, as far as it has; of what happened more than once, the last time. */
const shippingTimes = z.object({
  /** the card page was opened: the provider is asked from then on whether the money has come */
  card: isoTime.nullable(),
  card_failed: isoTime.nullable(),
  /** the money is held */
  paid: isoTime.nullable(),
  /** the delivery was handed to the chain */
  sent: isoTime.nullable(),
  mined: isoTime.nullable(),
  completed: isoTime.nullable(),
  failed: isoTime.nullable(),
  refunded: isoTime.nullable(),
  canceled: isoTime.nullable(),
})

/** Shipping of M§3: one purchase of an order. Amounts of money in 1/100 baht. */
export const shipping = z.object({
  _id: objectId,
  order: z.object({ _id: objectId, hash }),
  buyer_customer_id: customerId,
  seller_customer_id: customerId,
  recipient_address: address,
  status: shippingStatus,
  is_crypto: z.boolean(),
  /** units of the asset */
  amount: decimalString,
  asset: z.object({
    contract: z.object({ blockchain, address, type: z.enum(['erc721', 'erc1155']) }),
    token: z.object({ id: decimalString }),
  }),
  credit: z.object({
    unit: z.literal('pt_thb'),
    /** what the buyer pays in all */
    value: points,
    /** points locked for this shipping while the card is charged */
    locked: points,
    payment: z.object({
      status: paymentStatus,
      /** the provider's transaction, once there is one */
      provider_ref_id: z.string().nullable(),
      /** what the card is charged (SP-11); null: no card needed so far */
      charge: points.nullable(),
      /** where the browser goes to pay; only while status is processing (SP-12) */
      payment_url: z.string().nullable(),
      /** why the last card payment failed */
      reason: z.string().nullable(),
    }),
  }),
  distribution: z.array(
    z.object({
      customer_id: z.string().nullable(),
      type: z.enum(['royalty', 'service', 'net']),
      unit: z.literal('ft_thb'),
      value: points,
      percent: z.number(),
    }),
  ),
  origin_url: z.string(),
  fiat_refund: z.object({ status: z.enum(['none', 'refunding', 'refunded', 'failed']) }),
  tx_status: txStatus.nullable(),
  tx_hash: hash.nullable(),
  retry_count: z.int(),
  retry_reason: z.string().nullable(),
  failed_reason: z.string().nullable(),
  /** why it was canceled: buyer, expired, idle or order */
  canceled_reason: z.string().nullable(),
  /** derived: pending and past its deadline (SP-4) */
  expired: z.boolean(),
  expires_at: isoTime,
  created: isoTime,
  updated: isoTime,
  times: shippingTimes,
})
export type Shipping = z.infer<typeof shipping>

const one = z.object({ shipping })
const byId = z.strictObject({ shipping_id: objectId })
const payErrors = [
  'shipping_not_found',
  'not_the_buyer',
  'shipping_not_payable',
  'missing_payment_credentials',
]

/** The 14 documented fields of the card provider's callback and its check sum; anything else is ignored. */
const callbackBody = z.record(z.string(), z.unknown())

export const shippingPaymentHttp = {
  ship: endpoint({
    name: 'ship',
    service,
    method: 'POST',
    path: `${base.user}/shipping/ship`,
    auth: { kind: 'kyc', level: 2 },
    slow: true,
    summary:
      'Reserves a listing for ten minutes and, unless deferred, starts to pay it from points (SP-9, SP-10)',
    body: z.strictObject({
      order_hash: hash,
      /** units: a decimal string or a JSON integer of at least 1 (M§5) */
      amount: z.union([decimalString, z.int().min(1).transform(String)]),
      recipient_address: addressInput.optional(),
      defer_payment: z.boolean().default(false),
    }),
    status: 201,
    response: one,
    idempotent: true,
    limit: 'write',
    errors: [
      'invalid_join_session',
      'kyc_not_eligible',
      'order_not_found',
      'recipient_required',
      'invalid_recipient',
      'not_shippable_order',
      'invalid_order_type',
      'invalid_order',
      'order_not_open',
      'invalid_amount',
      'own_order',
      'too_many_shippings',
      'order_busy',
      'unavailable',
    ],
  }),
  shippingHistory: endpoint({
    name: 'shippingHistory',
    service,
    method: 'GET',
    path: `${base.user}/shipping/history`,
    auth: { kind: 'customer' },
    summary: 'Shippings of the caller, newest first: bought, sold, or both (SP-32)',
    query: z.object({
      cs: cursor.optional(),
      lm: z.coerce.number().int().min(1).max(100).default(20),
      ac: z.enum(['buy', 'sell']).optional(),
    }),
    status: 200,
    response: cursorList(shipping),
    errors: ['invalid_join_session', 'bad_cursor', 'validation'],
  }),
  shippingPick: endpoint({
    name: 'shippingPick',
    service,
    method: 'GET',
    path: `${base.user}/shipping/:shipping_id`,
    auth: { kind: 'customer' },
    summary: 'One shipping, for its buyer or its seller: what a screen shows after a reload',
    params: z.object({ shipping_id: objectId }),
    status: 200,
    response: one,
    errors: ['invalid_join_session', 'shipping_not_found'],
  }),
  topupAndPay: endpoint({
    name: 'topupAndPay',
    service,
    method: 'POST',
    path: `${base.user}/payment/topup_and_pay`,
    auth: { kind: 'kyc', level: 2 },
    slow: true,
    summary:
      'Pays from points, or charges the shortfall to a card (SP-11). Answers as soon as it is known where to go: completed, or processing with a payment_url (SP-12)',
    body: byId,
    status: 201,
    response: one,
    idempotent: true,
    limit: 'write',
    errors: payErrors,
  }),
  checkShippingPay: endpoint({
    name: 'checkShippingPay',
    service,
    method: 'POST',
    path: `${base.user}/payment/check_shipping_pay`,
    auth: { kind: 'customer' },
    slow: true,
    summary: 'Asks the card provider now, at most each 5 s (SP-20), and answers with the shipping',
    body: byId,
    status: 201,
    response: one,
    limit: 'write',
    errors: payErrors,
  }),
  cancelPayment: endpoint({
    name: 'cancelPayment',
    service,
    method: 'POST',
    path: `${base.user}/payment/cancel`,
    auth: { kind: 'customer' },
    summary: 'Cancels a pending shipping and releases what was locked for it (SP-23)',
    body: byId,
    status: 201,
    response: one,
    idempotent: true,
    limit: 'write',
    errors: ['shipping_not_found', 'not_the_buyer', 'failed_to_cancel'],
  }),
  chillpayCallback: endpoint({
    name: 'chillpayCallback',
    service,
    method: 'POST',
    path: `${base.callback}/payment/chillpay/callback`,
    auth: { kind: 'callback' },
    summary:
      'Background callback of the card provider: verified, stored, confirmed by inquiry, then credited (SP-14)',
    body: callbackBody,
    status: 200,
    response: z.object({ status: z.literal('ok') }),
    errors: ['bad_checksum', 'validation'],
  }),
  chillpayCallbackGet: endpoint({
    name: 'chillpayCallbackGet',
    service,
    method: 'GET',
    path: `${base.callback}/payment/chillpay/callback`,
    auth: { kind: 'callback' },
    summary: 'Never credits: asks the provider and sends the browser back to where it came from (SP-14)',
    query: callbackBody,
    status: 302,
    response: z.undefined(),
  }),
  chillpayRedirect: endpoint({
    name: 'chillpayRedirect',
    service,
    method: 'POST',
    path: `${base.callback}/payment/chillpay/redirect`,
    auth: { kind: 'callback' },
    summary:
      'The browser returns from the card page: never credits, asks the provider, goes on to origin url (SP-14)',
    body: callbackBody,
    status: 302,
    response: z.undefined(),
  }),
  chillpayRedirectGet: endpoint({
    name: 'chillpayRedirectGet',
    service,
    method: 'GET',
    path: `${base.callback}/payment/chillpay/redirect`,
    auth: { kind: 'callback' },
    summary: 'As the POST form',
    query: callbackBody,
    status: 302,
    response: z.undefined(),
  }),
  mockTopupCallback: endpoint({
    name: 'mockTopupCallback',
    service,
    method: 'POST',
    path: `${base.dev}/payment/mock_topup_callback`,
    auth: { kind: 'dev' },
    summary:
      "Development only: makes the provider's stand-in settle the open card payment of a shipping of the caller",
    body: z.strictObject({
      shipping_id: objectId,
      payment_status: z.union([z.literal(0), z.literal(1), z.literal(2)]),
    }),
    status: 201,
    response: one,
    errors: payErrors,
  }),
}
