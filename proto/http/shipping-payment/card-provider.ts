import { z } from 'zod'
import { objectId } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { boughtShipping } from './shipping.ts'

const service = 'shipping-payment'

/** The 14 documented fields of the card provider's callback and its check sum; anything else is ignored. */
const callbackBody = z.record(z.string(), z.unknown())

/** What the card provider calls, and what plays it; the pages of the app do without. */
export const cardProviderHttp = {
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
    response: z.object({ status: z.literal('ok').describe('always ok') }),
    errors: ['bad_checksum', 'missing_payment_credentials', 'validation'],
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
      shipping_id: objectId.describe('id of the purchase'),
      payment_status: z
        .union([z.literal(0), z.literal(1), z.literal(2)])
        .describe('0 paid, 1 failed, 2 cancelled'),
    }),
    status: 201,
    response: z.object({ shipping: boughtShipping.describe('the purchase') }),
    errors: ['shipping_not_found', 'not_the_buyer', 'shipping_not_payable'],
  }),
}
