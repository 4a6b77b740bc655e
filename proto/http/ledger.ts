import { z } from 'zod'
import { commaList, cursor, cursorList, customerId, isoTime, points } from './common.ts'
import { base, endpoint } from './contract.ts'
import { ledgerBooksHttp } from './ledger-books.ts'
import { ledgerReportsHttp } from './ledger-reports.ts'
import { unit } from './ledger-units.ts'

/** Credit balance of M§3; all amounts in 1/100 baht. */
export const creditBalance = z.object({
  customer_id: customerId,
  unit,
  balance: points,
  balance_locked: points,
  balance_spendable: points,
})
export type CreditBalance = z.infer<typeof creditBalance>

const flowType = z.enum(['in', 'out', 'lock'])
const flowEvent = z.enum(['shipping', 'topup', 'refund', 'withdrawal'])

/** One flow of a customer (M§3 Credit flow, LG-5). */
export const creditFlow = z.object({
  _id: z.string(),
  customer_id: customerId,
  unit,
  flow_type: flowType,
  flow_event: flowEvent,
  /** always positive for in and out; for lock: positive locks, negative releases (LG-4) */
  value: points,
  vat: points,
  net_value: points,
  /** the account's balance after the whole transfer, for a statement */
  balance_after: points,
  locked_after: points,
  shipping_id: z
    .string()
    .optional()
    .describe('purchase that it was for; also the one that a top-up was charged for, to its buyer only'),
  topup_id: z.string().optional().describe('card payment; of a purchase, to its buyer only'),
  withdrawal_id: z.string().optional(),
  /** of the refund of a card payment */
  refund_id: z.string().optional(),
  order_id: z.string().optional().describe('order of the purchase, for flows of a shipping'),
  order_hash: z.string().optional().describe('hash of that order'),
  created: isoTime,
})
export type CreditFlow = z.infer<typeof creditFlow>

export const ledgerHttp = {
  ...ledgerBooksHttp,
  ...ledgerReportsHttp,
  creditBalances: endpoint({
    name: 'creditBalances',
    service: 'ledger',
    method: 'GET',
    path: `${base.user}/credit/balances`,
    auth: { kind: 'customer' },
    summary: 'Both balances of the caller, zeros included (LG-10)',
    status: 200,
    response: z.object({ list: z.array(creditBalance) }),
    errors: ['unauthorized', 'invalid_join_session'],
  }),
  creditHistory: endpoint({
    name: 'creditHistory',
    service: 'ledger',
    method: 'GET',
    path: `${base.user}/credit/history`,
    auth: { kind: 'customer' },
    summary: "The caller's own flows, newest first, locks included; by unit, kind and period (LG-11)",
    query: z.object({
      cs: cursor.optional(),
      lm: z.coerce.number().int().min(1).max(100).default(20),
      unit: unit.optional(),
      ty: commaList(flowType).optional(),
      ev: commaList(flowEvent).optional(),
      /** from this moment on */
      from: isoTime.optional(),
      /** before this moment */
      to: isoTime.optional(),
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
    body: z.strictObject({ unit: unit.default('pt_thb'), amount: points.min(1).max(1_000_000_000) }),
    status: 201,
    response: z.object({ topup_id: z.string(), list: z.array(creditBalance) }),
    errors: ['unauthorized', 'invalid_join_session', 'validation', 'idempotency_mismatch'],
    idempotent: true,
  }),
}
