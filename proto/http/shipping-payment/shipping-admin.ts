import { z } from 'zod'
import {
  addressInput,
  blockchain,
  commaList,
  customerId,
  decimalString,
  hash,
  objectId,
  page,
  pageQuery,
  queryFlag,
  queryInteger,
  timeInput,
} from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { reconciliations } from './reconciliation.ts'
import { fiatRefundStatus, paymentStatus, shippingStatus } from './shipping.ts'
import {
  adminShipping,
  adminTopup,
  cardRefund,
  delivery,
  timelineEntry,
  topupStatus,
} from './shipping-admin-shapes.ts'

const service = 'shipping-payment'

const shippingId = z.object({ shipping_id: objectId.describe('id of the purchase') })
const topupId = z.object({ topup_id: objectId.describe('id of the card payment') })

const note = z.string().trim().min(1).max(5_000).describe('why: kept in the audit log (GW-27)')
const version = z
  .int()
  .min(1)
  .describe('the version that the decision was made on; another by now: 409 version_conflict (AW-4)')

/** As whoever calls support names it. */
const value = queryInteger(1, 999_999_999_999).optional()

const created = {
  from: timeInput.optional().describe('created at this moment or later'),
  to: timeInput.optional().describe('created before this moment'),
}
const paging = {
  ...pageQuery,
  sd: z.enum(['asc', 'desc']).default('desc').describe('direction of the order'),
  count: queryFlag.default(false).describe('1: total and pages are told as well (GW-20)'),
}
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
    query: z.object({
      st: commaList(shippingStatus).optional().describe('states (SP-1), a comma list'),
      pay: commaList(paymentStatus).optional().describe('states of the payment (SP-2), a comma list'),
      fr: commaList(fiatRefundStatus).optional().describe('states of the card refund (SP-26), a comma list'),
      customer: customerId.optional().describe('its buyer or its seller'),
      order: hash.optional().describe('order hash'),
      ref: z
        .string()
        .min(1)
        .max(40)
        .optional()
        .describe("the provider's reference: transaction or order number"),
      tx: hash.optional().describe('hash of any transaction that was signed for its delivery'),
      value: value.describe('what it costs, exactly: 1/100 baht'),
      bc: blockchain.optional().describe('blockchain of what is bought'),
      ad: addressInput.optional().describe('its contract'),
      ti: decimalString.optional().describe('its token id, decimal'),
      incident: queryFlag.optional().describe('1: only those that wait for a person, 0: only the others'),
      ...created,
      sr: z.enum(['created', 'updated', 'value']).default('created').describe('what it is ordered by'),
      ...paging,
    }),
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
    query: z.object({
      st: commaList(topupStatus).optional().describe('states (SP-21), a comma list'),
      fr: commaList(fiatRefundStatus).optional().describe('states of the card refund (SP-26), a comma list'),
      held: queryFlag.optional().describe('1: only mismatches that nobody has decided, 0: only the others'),
      unreturned: queryFlag
        .optional()
        .describe('1: only refused mismatches whose money has not gone back to the card yet (SP-18)'),
      unknown: queryFlag
        .optional()
        .describe('1: only those of which the provider told a status nobody knows'),
      customer: customerId.optional().describe('who pays'),
      value: value.describe('what the card is charged or the provider has taken, exactly: 1/100 baht'),
      shipping: objectId.optional().describe('the purchase'),
      ref: z.string().min(1).max(40).optional().describe('transaction or order number at the provider'),
      ...created,
      sr: z.enum(['created', 'updated', 'value']).default('created').describe('what it is ordered by'),
      ...paging,
    }),
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
      ...created,
      ...paging,
    }),
    status: 200,
    response: page(cardRefund),
    errors: read,
  }),
}
