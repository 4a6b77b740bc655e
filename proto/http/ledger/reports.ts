import { z } from 'zod'
import { customerId, isoTime, points } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { unit } from './units.ts'

const service = 'ledger'
const auth = { kind: 'admin', permission: 'report.read' } as const
const refused = ['unauthorized', 'invalid_join_session', 'permission_required', 'validation', 'bad_cursor']

/** LG-16: a day that there is, not before 2020. */
export const dateKey = z.iso
  .date('must be a day like 2026-01-31')
  .refine((day) => day >= '2020-01-01', 'must not be before 2020-01-01')
/** LG-16: a month that there is, not before 2020. */
export const monthKey = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month like 2026-01')
  .refine((month) => month >= '2020-01', 'must not be before 2020-01')

const paging = {
  format: z
    .enum(['json', 'csv'])
    .optional()
    .describe('csv: the whole report as one UTF-8 file with a byte order mark; as with `Accept: text/csv`'),
  cs: z.string().max(200).optional().describe('where the rows go on: nextCursor of the page before'),
  lm: z.int().min(1).max(10_000).default(1_000).describe('rows of a page; the totals are those of all'),
}
const timezone = z.int().min(-12).max(14).default(7).describe('hours ahead of UTC; 7 is Thailand')
const whole = {
  generated_at: isoTime.describe('when it was reckoned'),
  nextCursor: z.string().nullable().describe('`cs` of the next page; null: this is the last one'),
}

const balances = {
  balance: points.describe('all of it, in 1/100 baht'),
  balance_locked: points.describe('what is held, in 1/100 baht'),
  balance_spendable: points.describe('what is free, in 1/100 baht'),
}
export const balanceRow = z.object({
  customer_id: customerId.describe('id of the customer, join-…'),
  ...balances,
})

const royalty = z.object({
  customer_id: customerId.nullable().describe('null: kept by the platform until its payee is known (OB-33)'),
  value: points.describe('what this payee got, 1/100 baht'),
})

/** LG-15: one settlement. Amounts in 1/100 baht; of one that was taken back (LG-18) they are negative. */
export const settlementRow = z.object({
  shipping_id: z.string().describe('id of the purchase'),
  kind: z
    .enum(['settlement', 'reversal'])
    .describe('reversal: a settlement that was taken back, in its own month'),
  completed: isoTime.describe('when the money moved'),
  order_id: z.string().describe('id of the order'),
  order_hash: z.string().describe('hash of the order'),
  asset: z
    .object({
      blockchain: z.string().describe('name of the blockchain, as in addresses of pages'),
      address: z.string().describe('address of the contract, lower case'),
      type: z.string().describe('standard of the contract'),
      token_id: z.string().describe('token id, decimal'),
      amount: z.string().describe('units that were sold'),
    })
    .describe('what was sold'),
  buyer_customer_id: customerId.describe('the buyer'),
  seller_customer_id: customerId.describe('the seller'),
  gross: points.describe('what the buyer paid'),
  service_fee: points.describe('our fee, VAT included'),
  vat: points.describe('VAT inside the fee (LG-6)'),
  royalties: z.array(royalty).describe('what makers get'),
  net: points.describe("the seller's part"),
  provider_ref_id: z.string().nullable().describe('transaction of the card provider; null: paid from points'),
  topup_id: z.string().nullable().describe('the card payment; null: paid from points'),
  tx_hash: z.string().describe('transaction that delivered'),
})
export type SettlementRow = z.infer<typeof settlementRow>

export const ledgerReportsHttp = {
  userBalanceByDate: endpoint({
    name: 'userBalanceByDate',
    service,
    method: 'POST',
    auth,
    path: `${base.admin}/report/user-balance/by-date`,
    summary: "Customers' closing balances of a local day that is over (LG-14); JSON, or CSV by Accept",
    body: z.strictObject({
      date_key: dateKey.describe('YYYY-MM-DD; today and later are refused'),
      unit: unit.default('ft_thb').describe('which money (LG-2)'),
      timezone: timezone.describe('hours ahead of UTC; 7 is Thailand'),
      ...paging,
    }),
    status: 200,
    response: z.object({
      date_key: z.string().describe('day, as YYYY-MM-DD'),
      unit: unit.describe('pt_thb: points bought by top-up; ft_thb: baht earned by selling'),
      timezone: z.int().describe('hours ahead of UTC; 7 is Thailand'),
      rows: z.array(balanceRow).describe('by customer id; who has never moved money is left out'),
      totals: z
        .object({ customers: z.int().describe('customers counted'), ...balances })
        .describe('of all rows, not of this page'),
      ...whole,
    }),
    errors: [...refused, 'day_not_over'],
  }),
  userBalanceNow: endpoint({
    name: 'userBalanceNow',
    service,
    method: 'POST',
    auth,
    path: `${base.admin}/report/user-balance/now`,
    summary:
      "Customers' balances as they are at this moment, which move while they are read; a day's are closed (LG-14). An addition of this project.",
    body: z.strictObject({
      unit: unit.default('ft_thb').describe('which money (LG-2)'),
      cs: paging.cs,
      lm: paging.lm,
    }),
    status: 200,
    response: z.object({
      unit: unit.describe('pt_thb: points bought by top-up; ft_thb: baht earned by selling'),
      rows: z.array(balanceRow).describe('by customer id; who has never moved money is left out'),
      totals: z
        .object({ customers: z.int().describe('customers counted'), ...balances })
        .describe('of all rows, not of this page'),
      ...whole,
    }),
    errors: refused,
  }),
  settlementByMonth: endpoint({
    name: 'settlementByMonth',
    service,
    method: 'POST',
    auth,
    path: `${base.admin}/report/transaction-settlement/by-month`,
    summary:
      'Every settlement of a local month (LG-15); fails with settlement_mismatch where it does not equal the ledger',
    body: z.strictObject({
      month_key: monthKey.describe('YYYY-MM; the current month is marked partial, later ones are refused'),
      timezone: timezone.describe('hours ahead of UTC; 7 is Thailand'),
      ...paging,
    }),
    status: 200,
    response: z.object({
      month_key: z.string().describe('month, as YYYY-MM'),
      timezone: z.int().describe('hours ahead of UTC; 7 is Thailand'),
      partial: z.boolean().describe('the month is not over'),
      rows: z.array(settlementRow).describe('by time'),
      totals: z
        .object({
          shippings: z.int().describe('settlements, less those that were taken back'),
          gross: points.describe('what buyers paid'),
          service_fee: points.describe('our fees, VAT included'),
          vat: points.describe('VAT inside the fees (LG-6)'),
          royalty: points.describe('what makers get'),
          net: points.describe("the sellers' part"),
        })
        .describe('of all rows, not of this page: gross = service_fee + royalty + net'),
      ...whole,
    }),
    errors: [...refused, 'month_not_begun', 'settlement_mismatch'],
  }),
}
