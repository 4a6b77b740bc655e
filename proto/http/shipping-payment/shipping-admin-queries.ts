import { z } from 'zod'
import {
  addressInput,
  blockchain,
  commaList,
  customerId,
  decimalString,
  hash,
  objectId,
  pageQuery,
  queryFlag,
  queryInteger,
  timeInput,
} from '../common.ts'
import { fiatRefundStatus, paymentStatus, shippingStatus } from './shipping.ts'
import { topupStatus } from './shipping-admin-shapes.ts'

/** As whoever calls support names it. */
const value = queryInteger(1, 999_999_999_999).optional()

export const created = {
  from: timeInput.optional().describe('created at this moment or later'),
  to: timeInput.optional().describe('created before this moment'),
}
export const paging = {
  ...pageQuery,
  sd: z.enum(['asc', 'desc']).default('desc').describe('direction of the order'),
  count: queryFlag.default(false).describe('1: total and pages are told as well (GW-20)'),
}
/** By what purchases are found. */
export const shippingsQuery = z.object({
  st: commaList(shippingStatus).optional().describe('states (SP-1), a comma list'),
  pay: commaList(paymentStatus).optional().describe('states of the payment (SP-2), a comma list'),
  fr: commaList(fiatRefundStatus).optional().describe('states of the card refund (SP-26), a comma list'),
  customer: customerId.optional().describe('its buyer or its seller'),
  order: hash.optional().describe('order hash'),
  ref: z.string().min(1).max(40).optional().describe("the provider's reference: transaction or order number"),
  tx: hash.optional().describe('hash of any transaction that was signed for its delivery'),
  value: value.describe('what it costs, exactly: 1/100 baht'),
  bc: blockchain.optional().describe('blockchain of what is bought'),
  ad: addressInput.optional().describe('its contract'),
  ti: decimalString.optional().describe('its token id, decimal'),
  incident: queryFlag.optional().describe('1: only those that wait for a person, 0: only the others'),
  ...created,
  sr: z.enum(['created', 'updated', 'value']).default('created').describe('what it is ordered by'),
  ...paging,
})

/** By what card payments are found. */
export const topupsQuery = z.object({
  st: commaList(topupStatus).optional().describe('states (SP-21), a comma list'),
  fr: commaList(fiatRefundStatus).optional().describe('states of the card refund (SP-26), a comma list'),
  held: queryFlag.optional().describe('1: only mismatches that nobody has decided, 0: only the others'),
  unreturned: queryFlag
    .optional()
    .describe('1: only refused mismatches whose money has not gone back to the card yet (SP-18)'),
  unknown: queryFlag.optional().describe('1: only those of which the provider told a status nobody knows'),
  customer: customerId.optional().describe('who pays'),
  value: value.describe('what the card is charged or the provider has taken, exactly: 1/100 baht'),
  shipping: objectId.optional().describe('the purchase'),
  ref: z.string().min(1).max(40).optional().describe('transaction or order number at the provider'),
  ...created,
  sr: z.enum(['created', 'updated', 'value']).default('created').describe('what it is ordered by'),
  ...paging,
})
