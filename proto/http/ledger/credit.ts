import { z } from 'zod'
import { commaList, cursor, cursorList, customerId, isoTime, limit, points, timeInput } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { unit } from './units.ts'

/** Credit balance of M§3; all amounts in 1/100 baht. */
export const creditBalance = z.object({
  customer_id: customerId.describe('id of the customer, join-…'),
  unit: unit.describe('pt_thb: points bought by top-up; ft_thb: baht earned by selling'),
  balance: points.describe('all of it, in 1/100 baht'),
  balance_locked: points.describe('what is held, in 1/100 baht'),
  balance_spendable: points.describe('what is free, in 1/100 baht'),
})
export type CreditBalance = z.infer<typeof creditBalance>

const flowType = z.enum(['in', 'out', 'lock'])
const flowEvent = z.enum(['shipping', 'topup', 'refund', 'withdrawal'])

/** One flow of a customer (M§3 Credit flow, LG-5). */
export const creditFlow = z.object({
  _id: z.string().describe('id of the flow: rises with time'),
  customer_id: customerId.describe('id of the customer, join-…'),
  unit: unit.describe('pt_thb: points bought by top-up; ft_thb: baht earned by selling'),
  flow_type: flowType.describe('in, out, or a hold (lock)'),
  flow_event: flowEvent.describe('what it belongs to'),
  value: points.describe(
    'always positive for in and out; for lock: positive locks, negative releases (LG-4)',
  ),
  vat: points.describe('value added tax within, in 1/100 baht'),
  net_value: points.describe('value without tax, in 1/100 baht'),
  balance_after: points.describe(
    "the account's balance after this line: that of the line before and what this one has moved",
  ),
  locked_after: points.describe('what is held after this line, in 1/100 baht'),
  shipping_id: z
    .string()
    .optional()
    .describe('purchase that it was for; also the one that a top-up was charged for, to its buyer only'),
  topup_id: z.string().optional().describe('card payment; of a purchase, to its buyer only'),
  withdrawal_id: z.string().optional().describe('id of the withdrawal'),
  refund_id: z.string().optional().describe('of the refund of a card payment'),
  order_id: z.string().optional().describe('order of the purchase, for flows of a shipping'),
  order_hash: z.string().optional().describe('hash of that order'),
  sale_part: z
    .enum(['net', 'royalty'])
    .optional()
    .describe('of what came in by a sale: net to its seller, royalty to whoever made the piece'),
  created: isoTime.describe('when it was made'),
})
export type CreditFlow = z.infer<typeof creditFlow>

export const ledgerHttp = {
  creditBalances: endpoint({
    name: 'creditBalances',
    service: 'ledger',
    method: 'GET',
    path: `${base.user}/credit/balances`,
    auth: { kind: 'customer' },
    summary: 'Both balances of the caller, zeros included (LG-10)',
    status: 200,
    response: z.object({ list: z.array(creditBalance).describe('this page of the list') }),
    errors: ['unauthorized', 'invalid_join_session'],
  }),
  adminCreditBalances: endpoint({
    name: 'adminCreditBalances',
    service: 'ledger',
    method: 'GET',
    path: `${base.admin}/credit/:customer_id/balances`,
    auth: { kind: 'admin', permission: 'refund.write' },
    summary: 'Both balances of a customer as they are now: what of a card payment can still be given back',
    params: z.object({ customer_id: customerId.describe('id of the customer, join-…') }),
    status: 200,
    response: z.object({ list: z.array(creditBalance).describe('one of each unit, zeros included') }),
    errors: ['unauthorized', 'invalid_join_session', 'permission_required', 'validation'],
  }),
  adminCreditOrigin: endpoint({
    name: 'adminCreditOrigin',
    service: 'ledger',
    method: 'GET',
    path: `${base.admin}/credit/:customer_id/origin`,
    auth: { kind: 'admin', permission: 'withdrawal.read' },
    summary:
      'Where the baht of a customer come from: what came in and went out by kind, and who bought most (LG-11). An addition of this project.',
    params: z.object({ customer_id: customerId.describe('id of the customer, join-…') }),
    status: 200,
    response: z.object({
      balance: creditBalance.describe('of the baht that can be paid out, as it is now'),
      sums: z
        .array(
          z.object({
            flow_type: z.enum(['in', 'out']).describe('came in or went out'),
            flow_event: flowEvent.describe('what it belongs to'),
            count: z.int().describe('how many flows'),
            value: points.describe('their sum, in 1/100 baht'),
            last: isoTime.describe('the newest of them'),
          }),
        )
        .describe('since the first flow, of baht; the largest sum first'),
      buyers: z
        .array(
          z.object({
            customer_id: customerId.describe('who bought'),
            count: z.int().describe('how many of their purchases'),
            value: points.describe('what came in of them, in 1/100 baht'),
            last: isoTime.describe('the newest of them'),
          }),
        )
        .describe('those of whom most came in, at most five'),
    }),
    errors: ['unauthorized', 'invalid_join_session', 'permission_required', 'validation'],
  }),
  creditHistory: endpoint({
    name: 'creditHistory',
    service: 'ledger',
    method: 'GET',
    path: `${base.user}/credit/history`,
    auth: { kind: 'customer' },
    summary: "The caller's own flows, newest first, locks included; by unit, kind and period (LG-11)",
    query: z.object({
      cs: cursor.optional().describe('where the list goes on: `nextCursor` of the page before'),
      lm: limit(20, 'length of a page'),
      unit: unit.optional().describe('pt_thb: points bought by top-up; ft_thb: baht earned by selling'),
      ty: commaList(flowType).optional().describe('kinds by commas: in, out, lock'),
      ev: commaList(flowEvent).optional().describe('what it belongs to, by commas'),
      from: timeInput.optional().describe('from this moment on'),
      to: timeInput.optional().describe('before this moment'),
      format: z
        .enum(['json', 'csv'])
        .optional()
        .describe(
          'csv: the whole period as one UTF-8 file with a byte order mark, oldest first, `cs` and `lm` without meaning; ' +
            'as with `Accept: text/csv`',
        ),
    }),
    status: 200,
    response: cursorList(creditFlow),
    errors: ['unauthorized', 'invalid_join_session', 'validation', 'bad_cursor'],
  }),
  fastTopup: endpoint({
    name: 'fastTopup',
    service: 'ledger',
    method: 'POST',
    path: `${base.dev}/credit/fast-topup`,
    auth: { kind: 'dev' },
    summary: 'Development only: credits the caller by a real top-up of the provider "dev" (LG-19)',
    body: z.strictObject({
      unit: unit
        .default('pt_thb')
        .describe('pt_thb: points bought by top-up; ft_thb: baht earned by selling'),
      amount: points.min(1).max(1_000_000_000).describe('1/100 baht'),
    }),
    status: 201,
    response: z.object({
      topup_id: z.string().describe('id of the card payment'),
      list: z.array(creditBalance).describe('this page of the list'),
    }),
    errors: ['unauthorized', 'invalid_join_session', 'validation', 'idempotency_mismatch'],
    idempotent: true,
  }),
}
