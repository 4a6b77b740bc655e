import { z } from 'zod'
import { commaList, customerId, objectId, page, queryFlag } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { reconciliations } from './reconciliation.ts'
import { created, paging, shippingsQuery, topupsQuery } from './shipping-admin-queries.ts'
import { adminShipping, adminTopup, cardRefund, delivery, timelineEntry } from './shipping-admin-shapes.ts'

const service = 'shipping-payment'

const shippingId = z.object({ shipping_id: objectId.describe('id of the purchase') })
const topupId = z.object({ topup_id: objectId.describe('id of the card payment') })

const note = z.string().trim().min(1).max(5_000).describe('why: kept in the audit log (GW-27)')
const version = z
  .int()
  .min(1)
  .describe('the version that the decision was made on; another by now: 409 version_conflict (AW-4)')

const read = ['permission_required', 'invalid_join_session', 'validation'] as const
const decides = [...read, 'version_conflict'] as const
const ofMismatch = ['topup_not_held', 'mismatch_not_acceptable', 'mismatch_returned', 'unavailable'] as const
const ofCard = ['reauth_required', 'topup_not_found', 'missing_payment_credentials'] as const

/** What admins see and decide of purchases and card payments: AW-1's /shippings. Amounts of money in 1/100 baht. */
export const shippingAdminHttp = {
  adminShippingList: endpoint({
    name: 'adminShippingList',
    service,
    method: 'GET',
    path: `${base.admin}/shipping/list`,
    auth: { kind: 'admin', permission: 'shipping.read' },
    summary: 'Purchases by page, filtered by what an admin knows of them',
    query: shippingsQuery,
    status: 200,
    response: page(adminShipping),
    errors: read,
  }),
  adminShippingPick: endpoint({
    name: 'adminShippingPick',
    service,
    method: 'GET',
    path: `${base.admin}/shipping/:shipping_id`,
    auth: { kind: 'admin', permission: 'shipping.read' },
    summary: 'One purchase with its card payments, their refunds and its delivery',
    params: shippingId,
    status: 200,
    response: z.object({
      shipping: adminShipping.describe('the purchase'),
      topups: z.array(adminTopup).describe('oldest first'),
      delivery: delivery.nullable().describe('null: nothing was given to the relayer'),
    }),
    errors: [...read, 'shipping_not_found'],
  }),
  adminShippingTimeline: endpoint({
    name: 'adminShippingTimeline',
    service,
    method: 'GET',
    path: `${base.admin}/shipping/:shipping_id/timeline`,
    auth: { kind: 'admin', permission: 'shipping.read' },
    summary:
      'Everything that happened to one purchase, from the click to the block: the purchase, its card payments with each inquiry and callback, the steps of the ledger, the transactions of the delivery; oldest first',
    params: shippingId,
    status: 200,
    response: z.object({ list: z.array(timelineEntry).describe('this page of the list') }),
    errors: [...read, 'shipping_not_found'],
  }),
  adminCancelDelivery: endpoint({
    name: 'adminCancelDelivery',
    service,
    method: 'POST',
    path: `${base.admin}/shipping/:shipping_id/cancel-delivery`,
    auth: { kind: 'admin', permission: 'refund.write' },
    summary:
      'Cancels the delivery of a paid purchase while nothing of it is signed (CA-46); the purchase fails and its price goes back to the points of the buyer',
    params: shippingId,
    body: z.strictObject({
      note: note.describe('why, for the audit log'),
      version: version.describe('revision that the decision is based on; another one by now is 409'),
    }),
    status: 200,
    response: z.object({ shipping: adminShipping.describe('the purchase') }),
    errors: [...decides, 'shipping_not_found', 'delivery_not_cancelable'],
    idempotent: true,
  }),
  adminAskMoneyAgain: endpoint({
    name: 'adminAskMoneyAgain',
    service,
    method: 'POST',
    path: `${base.admin}/shipping/:shipping_id/ask-money-again`,
    auth: { kind: 'admin', permission: 'refund.write', fresh: true },
    summary:
      'Asks the ledger again for what it has refused of a purchase, once its cause is mended: to pay the seller (SP-27), to give the price back (SP-25), to free what was held (SP-23) or to reverse the sale (SP-1). A seller is paid only for what is delivered: where the chain took it back, the buyer gets the price. Refused again, it waits again',
    params: shippingId,
    body: z.strictObject({
      note: note.describe('what was mended, for the audit log'),
      version: version.describe('revision that the decision is based on; another one by now is 409'),
    }),
    status: 200,
    response: z.object({ shipping: adminShipping.describe('the purchase') }),
    errors: [...decides, 'reauth_required', 'shipping_not_found', 'nothing_refused', 'delivery_under_way'],
    idempotent: true,
  }),
  adminDecideIncident: endpoint({
    name: 'adminDecideIncident',
    service,
    method: 'POST',
    path: `${base.admin}/shipping/:shipping_id/decide-incident`,
    auth: { kind: 'admin', permission: 'refund.write', fresh: true },
    summary:
      'Decides what becomes of a purchase that the chain has contradicted after its money moved (LG-18). reverse: of a delivery that was lost, the seller and the payees give back what they got, and the buyer has the price as points; refused where there is not the money, it waits again. close: all stays as it is, and what was locked of the seller is free',
    params: shippingId,
    body: z.strictObject({
      decision: z.enum(['reverse', 'close']).describe('reverse or close'),
      note: note.describe('what was agreed with whom, for the audit log'),
      version: version.describe('revision that the decision is based on; another one by now is 409'),
    }),
    status: 200,
    response: z.object({ shipping: adminShipping.describe('the purchase') }),
    errors: [
      ...decides,
      'reauth_required',
      'shipping_not_found',
      'no_chain_incident',
      'not_reversible',
      'delivery_under_way',
    ],
    idempotent: true,
  }),
  adminTopupList: endpoint({
    name: 'adminTopupList',
    service,
    method: 'GET',
    path: `${base.admin}/topup/list`,
    auth: { kind: 'admin', permission: 'shipping.read' },
    summary: 'Card payments by page; with held=1 the desk of mismatches (SP-18), oldest first by sd=asc',
    query: topupsQuery,
    status: 200,
    response: page(adminTopup),
    errors: read,
  }),
  adminTopupPick: endpoint({
    name: 'adminTopupPick',
    service,
    method: 'GET',
    path: `${base.admin}/topup/:topup_id`,
    auth: { kind: 'admin', permission: 'shipping.read' },
    summary: 'One card payment with all refunds that were tried',
    params: topupId,
    status: 200,
    response: z.object({
      topup: adminTopup.describe('the card payment'),
      refunds: z.array(cardRefund).describe('oldest first'),
    }),
    errors: [...read, 'topup_not_found'],
  }),
  adminAskProvider: endpoint({
    name: 'adminAskProvider',
    service,
    method: 'POST',
    path: `${base.admin}/topup/:topup_id/ask`,
    auth: { kind: 'admin', permission: 'refund.write' },
    slow: true,
    summary:
      'Asks the card provider about one card payment now, and lets what it says take effect, as the inquiries by themselves do (SP-20); at most each 5 seconds',
    params: topupId,
    status: 200,
    response: z.object({
      topup: adminTopup.describe('the card payment as it is now'),
      answered: z.boolean().describe('false: the provider gave no answer; it is asked again by itself'),
    }),
    errors: [...read, 'topup_not_found', 'missing_payment_credentials'],
  }),
  adminDecideMismatch: endpoint({
    name: 'adminDecideMismatch',
    service,
    method: 'POST',
    path: `${base.admin}/topup/:topup_id/decide-mismatch`,
    auth: { kind: 'admin', permission: 'refund.write', fresh: true },
    summary:
      'Decides a card payment that is held (SP-18). accept: what the provider has taken is credited, and pays the purchase if it still can, and only while the provider, asked at that moment, tells of no return; refuse: nothing is credited, the card payment failed',
    params: topupId,
    body: z.strictObject({
      decision: z.enum(['accept', 'refuse']).describe('accept or refuse'),
      note: note.describe('why, for the audit log'),
      version: version.describe('revision that the decision is based on; another one by now is 409'),
    }),
    status: 200,
    response: z.object({ topup: adminTopup.describe('the card payment') }),
    errors: [...decides, ...ofCard, ...ofMismatch],
    slow: true,
    idempotent: true,
  }),
  adminEndRefund: endpoint({
    name: 'adminEndRefund',
    service,
    method: 'POST',
    path: `${base.admin}/topup/:topup_id/refund/end`,
    auth: { kind: 'admin', permission: 'refund.write', fresh: true },
    summary:
      'Ends a card refund that does not end by itself, while the provider tells at this moment of no money on its way or returned (SP-26): it was never carried out, a day after the provider was asked, and the points are free; or the bank has sent it back, and the points are given back. It may be asked for again',
    params: topupId,
    body: z.strictObject({
      end: z
        .enum(['never_sent', 'sent_back'])
        .describe('never_sent: of one that is under way; sent_back: of one that was refunded'),
      note: note.describe('why, for the audit log'),
      version: version.describe('revision that the decision is based on; another one by now is 409'),
    }),
    status: 200,
    response: z.object({ topup: adminTopup.describe('the card payment') }),
    errors: [...decides, ...ofCard, 'unavailable', 'refund_not_endable', 'refund_known_there'],
    slow: true,
    idempotent: true,
  }),
  adminRefundCard: endpoint({
    name: 'adminRefundCard',
    service,
    method: 'POST',
    path: `${base.admin}/topup/:topup_id/refund`,
    auth: { kind: 'admin', permission: 'refund.write', fresh: true },
    summary:
      'Gives a completed card payment, or one whose mismatch was refused, back to the card (SP-26), or tries again after a failure: the points are put aside, the provider is asked, and its final word ends it. Answers at once; what became of it is read from the card payment',
    params: topupId,
    body: z.strictObject({
      note: note.describe('why, for the audit log'),
      version: version.describe('revision that the decision is based on; another one by now is 409'),
    }),
    status: 201,
    response: z.object({
      refund: cardRefund.describe('the refund'),
      topup: adminTopup.describe('the card payment'),
    }),
    errors: [...decides, ...ofCard, 'topup_not_completed', 'already_refunded'],
    idempotent: true,
  }),
  cardReconciliations: reconciliations(
    service,
    'cardReconciliations',
    `${base.admin}/topup/reconciliations`,
    'Card payments of each day',
  ),
  adminRefundList: endpoint({
    name: 'adminRefundList',
    service,
    method: 'GET',
    path: `${base.admin}/card-refund/list`,
    auth: { kind: 'admin', permission: 'shipping.read' },
    summary: 'Refunds to cards by page, newest first',
    query: z.object({
      st: commaList(cardRefund.shape.status).optional().describe('states (SP-26), a comma list'),
      customer: customerId.optional().describe('id of the customer'),
      newest: queryFlag.optional().describe('1: only the newest try of each card payment'),
      ...created,
      ...paging,
    }),
    status: 200,
    response: page(cardRefund),
    errors: read,
  }),
}
