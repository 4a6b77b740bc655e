import { z } from 'zod'
import {
  addressInput,
  commaList,
  cursor,
  cursorList,
  decimalString,
  hash,
  limit,
  objectId,
  timeInput,
} from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { boughtShipping, shipping, shippingStatus } from './shipping.ts'

const service = 'shipping-payment'

const bought = z.object({ shipping: boughtShipping.describe('the purchase') })
const shippingId = { shipping_id: objectId.describe('id of the purchase') }
const byId = z.strictObject(shippingId)
const buyersOwn = ['shipping_not_found', 'not_the_buyer'] as const

export const shippingPaymentHttp = {
  ship: endpoint({
    name: 'ship',
    service,
    method: 'POST',
    path: `${base.user}/shipping/ship`,
    auth: { kind: 'kyc', level: 2 },
    slow: true,
    summary:
      'Reserves a listing, as `held_until` says and for ten minutes at most, and, unless deferred, starts to pay it from points (SP-5, SP-9, SP-10)',
    body: z.strictObject({
      order_hash: hash.describe('hash of the order'),
      amount: z
        .union([decimalString, z.int().min(1).transform(String)])
        .describe('units: a decimal string or a JSON integer of at least 1 (M§5)'),
      recipient_address: addressInput
        .optional()
        .describe('wallet to deliver to; needed: without it recipient_required'),
      defer_payment: z.boolean().default(false).describe('true: reserve only, pay later'),
    }),
    status: 201,
    response: bought,
    idempotent: true,
    limit: 'write',
    errors: [
      'invalid_join_session',
      'kyc_not_eligible',
      'assessment_required',
      'order_not_found',
      'recipient_required',
      'invalid_recipient',
      'recipient_failed',
      'not_shippable_order',
      'not_the_counterparty',
      'invalid_order_type',
      'invalid_order',
      'order_not_open',
      'asset_suspended',
      'invalid_amount',
      'own_order',
      'too_many_shippings',
      'reservations_lapsed',
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
    summary:
      'Shippings of the caller, newest first: bought, sold, or both (SP-32), each in the shape of the side that the caller is on',
    query: z.object({
      cs: cursor.optional().describe('where the list goes on: `nextCursor` of the page before'),
      lm: limit(20, 'length of a page'),
      ac: z.enum(['buy', 'sell']).optional().describe('bought or sold by the caller; absent: both'),
      st: commaList(shippingStatus).optional().describe('states (SP-1), a comma list'),
      from: timeInput.optional().describe('opened at this moment or later'),
      to: timeInput.optional().describe('opened before this moment'),
      id: commaList(objectId, 100)
        .optional()
        .describe(
          'only these, or those that these card payments of the caller were for; of others nothing is told',
        ),
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
    summary:
      'One shipping, for its buyer or its seller, in the shape of that side: what a screen shows after a reload',
    params: z.object({ shipping_id: objectId.describe('id of the purchase') }),
    status: 200,
    response: z.object({ shipping: shipping.describe('the purchase') }),
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
    response: bought,
    idempotent: true,
    limit: 'write',
    errors: [
      ...buyersOwn,
      'shipping_not_payable',
      'shipping_not_ready',
      'failed_to_pay',
      'missing_payment_credentials',
    ],
  }),
  checkShippingPay: endpoint({
    name: 'checkShippingPay',
    service,
    method: 'POST',
    path: `${base.user}/payment/check_shipping_pay`,
    auth: { kind: 'customer' },
    slow: true,
    summary: 'Asks the card provider now, at most each 5 s (SP-20), and answers with the shipping',
    body: z.object(shippingId),
    status: 201,
    response: bought,
    limit: 'write',
    errors: buyersOwn,
  }),
  refundLatePayment: endpoint({
    name: 'refundLatePayment',
    service,
    method: 'POST',
    path: `${base.user}/payment/refund_late`,
    auth: { kind: 'customer' },
    summary:
      'Gives a card payment that came after its purchase had ended (SP-19) back to its card, whole, out of the points that it became (SP-26)',
    body: byId,
    status: 201,
    response: bought,
    idempotent: true,
    limit: 'write',
    errors: [...buyersOwn, 'no_late_payment', 'already_refunded', 'missing_payment_credentials'],
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
    response: bought,
    idempotent: true,
    limit: 'write',
    errors: ['shipping_not_found', 'not_the_buyer', 'failed_to_cancel'],
  }),
}
