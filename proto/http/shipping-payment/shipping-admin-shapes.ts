import { z } from 'zod'
import { customerId, decimalString, hash, isoTime, objectId, points } from '../common.ts'
import { boughtShipping, fiatRefundStatus, txStatus } from './shipping.ts'

/** M§3, SP-21. */
export const topupStatus = z.enum(['pending', 'completed', 'failed', 'canceled'])

/** What a person has to look at: of a purchase, or of a card payment. */
export const shippingIncident = z.enum([
  ...(['delivery_lost', 'delivered_after_refund'] as const),
  ...(['settlement_refused', 'refund_refused', 'release_refused', 'reversal_refused'] as const),
])

/** SP-18: in what the provider's account differs from what was asked to be paid. */
const mismatch = z.object({
  field: z.enum(['orderNo', 'customerId', 'amount', 'currency']).describe('what differs'),
  expected: z.string().describe('what we know'),
  received: z.string().describe('what the provider says'),
  received_value: points.nullable().describe('what the provider has taken, 1/100 baht; null: not baht'),
  transaction_id: z.string().nullable().describe('the provider’s transaction'),
  at: isoTime.describe('when it was noticed'),
  decision: z.enum(['accepted', 'refused']).nullable().describe('null: held until somebody decides'),
  note: z.string().nullable().describe('why it was decided so'),
  by: z.string().nullable().describe('account id of who decided'),
})

/** SP-26: one attempt to give a card its money back. */
export const cardRefund = z.object({
  _id: objectId.describe('id of the refund'),
  topup_id: objectId.describe('id of the card payment'),
  shipping_id: objectId.describe('id of the purchase'),
  customer_id: customerId.describe('id of the customer, join-…'),
  value: points.describe('always the whole card payment: the provider knows no other refund'),
  status: fiatRefundStatus.exclude(['none']).describe('how it stands'),
  stage: z
    .enum(['holding', 'asking', 'asked', 'done'])
    .describe(
      'holding: the ledger is asked to put the points aside; asking: the provider is about to be asked; asked: it was asked, and is inquired until it has a final word; done',
    ),
  method: z.enum(['void', 'refund']).nullable().describe('void before the provider settles, refund after it'),
  doubted: z
    .boolean()
    .describe('the provider has said yes and knows of nothing a day later: a person has to look'),
  reason: z.string().nullable().describe('why it failed'),
  note: z.string().describe('why, as the admin wrote it'),
  by: z.string().describe('account id of who asked for it'),
  created: isoTime.describe('when it was made'),
  updated: isoTime.describe('when it changed last'),
})
export type CardRefund = z.infer<typeof cardRefund>

/** A card payment as admins see it. */
export const adminTopup = z.object({
  _id: objectId.describe('id of the card payment'),
  shipping_id: objectId.describe('id of the purchase'),
  customer_id: customerId.describe('id of the customer, join-…'),
  order_no: z.string().describe("the provider's order number (SP-16)"),
  transaction_id: z.string().nullable().describe("the provider's reference"),
  value: points.describe('what the card is charged, 1/100 baht'),
  status: topupStatus.describe('how it stands'),
  held: z.boolean().describe('SP-18: a mismatch that nobody has decided yet'),
  mismatch: mismatch.nullable().describe('what the provider says otherwise than we; null: nothing'),
  unknown_status: z
    .int()
    .nullable()
    .describe('SP-15: a status of the provider that nobody knows; null: none'),
  refundable: points
    .nullable()
    .describe('what can be given back to the card now (SP-26), always all of it; null: nothing'),
  refund: cardRefund.nullable().describe('the newest one'),
  inquiries: z.int().describe('how often the provider was asked'),
  inquired: isoTime.nullable().describe('when the provider was asked last'),
  version: z.int().describe('to be sent with a decision (AW-4)'),
  created: isoTime.describe('when it was made'),
  updated: isoTime.describe('when it changed last'),
})
export type AdminTopup = z.infer<typeof adminTopup>

/** A purchase as admins see it. */
export const adminShipping = boughtShipping.omit({ role: true }).extend({
  seller_customer_id: customerId.describe('the seller'),
  incident: shippingIncident.nullable().describe('what is left for a person to decide'),
  version: z.int().describe('to be sent with a decision (AW-4)'),
})
export type AdminShipping = z.infer<typeof adminShipping>

/** SP-3, SP-24: the delivery as the relayer knows it. */
export const delivery = z.object({
  status: txStatus.describe('how it stands'),
  nonce: z.int().nullable().describe('null: nothing was signed yet, it can still be canceled'),
  signer: z.string().nullable().describe("the relayer's address"),
  hash: hash.nullable().describe('hash of the transaction'),
  block: decimalString.nullable().describe('number of the block'),
  deadline: isoTime.describe('until when it is tried'),
  retry_count: z.int().describe('how often it was tried again'),
  retry_reason: z.string().nullable().describe('why it was tried again'),
  failed_reason: z.string().nullable().describe('why it failed'),
  attempts: z
    .array(
      z.object({
        hash: hash.describe('hash of the transaction'),
        nonce: z.int().describe('nonce of the transaction'),
        max_fee: decimalString.describe('wei per gas'),
        priority_fee: decimalString.describe('wei per gas'),
        filler: z.boolean().describe('uses the nonce up instead of delivering'),
        signed: isoTime.describe('when it was signed'),
        accepted: isoTime.nullable().describe('when the node took it'),
      }),
    )
    .describe('every transaction that was signed for it, oldest first'),
})
export type AdminDelivery = z.infer<typeof delivery>

/** One thing that happened to a purchase. */
export const timelineEntry = z.object({
  at: isoTime.describe('when it happened'),
  source: z
    .enum(['buyer', 'admin', 'provider', 'ledger', 'chain', 'system'])
    .describe('who or what made it happen'),
  type: z
    .string()
    .describe(
      'snake_case name of what happened, for instance shipping_opened, callback_received, inquired, funds_locked, delivery_signed, delivery_mined',
    ),
  topup_id: objectId.nullable().describe('the card payment that it happened to; null: the purchase itself'),
  by: z.string().nullable().describe('account id of the person who did it'),
  details: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
    .describe('facts by name; money in 1/100 baht'),
})
export type TimelineEntry = z.infer<typeof timelineEntry>
