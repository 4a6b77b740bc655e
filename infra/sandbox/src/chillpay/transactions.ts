/** The card provider's transactions and its one merchant. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { compactTime, type PaymentStatus, paymentStatus } from '../chillpay-format.ts'
import type { Context } from '../context.ts'
import { openTable } from '../journal.ts'
import { defaultMerchant, type Merchant, type MerchantFields } from '../options.ts'

const attemptSchema = z.object({ at: z.string(), outcome: z.string() })

const transactionSchema = z.object({
  /** The order number, which is unique. */
  id: z.string(),
  transactionId: z.number().int(),
  token: z.string(),
  /** Satang, decimal. */
  amount: z.string(),
  customerId: z.string(),
  customerName: z.string(),
  description: z.string(),
  channelCode: z.string(),
  routeNo: z.string(),
  ipAddress: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  status: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(9)]),
  paidAt: z.string().nullable(),
  /** What went back to the card, in the order in which the merchant asked for it. */
  returns: z
    .array(z.object({ kind: z.enum(['void', 'refund']), state: z.enum(['requested', 'done', 'rejected']) }))
    .default([]),
  /** The merchant has got the money, also on the day of the payment. */
  settled: z.boolean().default(false),
  refusesReturns: z.boolean().default(false),
  /** A return is only taken down until the control call ends it. */
  slowReturns: z.boolean().default(false),
  callback: z.object({
    state: z.enum(['none', 'waiting', 'delivered', 'given-up', 'dropped']),
    attempts: z.array(attemptSchema),
  }),
})

export type Return = Transaction['returns'][number]

export type Transaction = z.infer<typeof transactionSchema>

const merchantRowSchema = z.object({
  id: z.literal('merchant'),
  callbackUrl: z.string().optional(),
  resultUrl: z.string().optional(),
  resultMethod: z.enum(['GET', 'POST']).optional(),
})

/** How long the payment page accepts a choice. */
const pageLifeMs = 3_600_000

const firstTransactionId = 1_000_001

export type NewTransaction = Pick<
  Transaction,
  'id' | 'amount' | 'customerId' | 'customerName' | 'description' | 'channelCode' | 'routeNo' | 'ipAddress'
>

export type MerchantChange = Pick<MerchantFields, 'callbackUrl' | 'resultUrl' | 'resultMethod'>

export type Transactions = ReturnType<typeof openTransactions>

/**
 * Opens the provider's books.
 * @param given the merchant as told at the start; it wins over what was kept
 */
export function openTransactions({ journal, now }: Context, given: MerchantFields) {
  const table = openTable(journal, 'transaction', transactionSchema)
  const settings = openTable(journal, 'merchant', merchantRowSchema)
  let merchant: Merchant = merge(
    { ...defaultMerchant, callbackUrl: undefined, resultUrl: undefined },
    settings.get('merchant') ?? {},
    given,
  )
  return {
    merchant: () => merchant,
    changeMerchant(change: MerchantChange) {
      merchant = merge(merchant, change)
      const { callbackUrl, resultUrl, resultMethod } = merchant
      settings.put({ id: 'merchant', callbackUrl, resultUrl, resultMethod })
    },
    byOrder: (orderNo: string) => table.get(orderNo),
    byId: (transactionId: string) => table.all().find((row) => String(row.transactionId) === transactionId),
    byToken: (token: string) => table.all().find((row) => row.token === token),
    all: () => table.all(),
    put: (row: Transaction) => table.put(row),
    /** Opens a pending transaction under an order number that is not taken. */
    open(fields: NewTransaction): Transaction {
      const transactionId = firstTransactionId + table.all().length
      const createdAt = now()
      const row: Transaction = {
        ...fields,
        transactionId,
        token: createHash('sha256')
          .update(`${merchant.md5Secret}${transactionId}`)
          .digest('hex')
          .slice(0, 32),
        createdAt: createdAt.toISOString(),
        expiresAt: new Date(createdAt.getTime() + pageLifeMs).toISOString(),
        status: paymentStatus.pending,
        paidAt: null,
        returns: [],
        settled: false,
        refusesReturns: false,
        slowReturns: false,
        callback: { state: 'none', attempts: [] },
      }
      table.put(row)
      return row
    },
  }
}

function merge(merchant: Merchant, ...changes: MerchantFields[]): Merchant {
  const merged = { ...merchant }
  for (const change of changes) {
    merged.merchantCode = change.merchantCode ?? merged.merchantCode
    merged.apiKey = change.apiKey ?? merged.apiKey
    merged.md5Secret = change.md5Secret ?? merged.md5Secret
    merged.name = change.name ?? merged.name
    merged.callbackUrl = change.callbackUrl ?? merged.callbackUrl
    merged.resultUrl = change.resultUrl ?? merged.resultUrl
    merged.resultMethod = change.resultMethod ?? merged.resultMethod
  }
  return merged
}

export const descriptions: Record<PaymentStatus, string> = {
  0: 'Success',
  1: 'Fail',
  2: 'Cancel',
  3: 'Error',
  9: 'Pending',
}

/** The state of a payment as the callback and the inquiry both tell it. */
export function report(transaction: Transaction, now: Date) {
  const clock = compactTime(now)
  return {
    TransactionId: transaction.transactionId,
    Amount: Number(transaction.amount),
    OrderNo: transaction.id,
    CustomerId: transaction.customerId,
    BankCode: transaction.channelCode,
    PaymentDate: transaction.paidAt ? compactTime(new Date(transaction.paidAt)) : '',
    PaymentStatus: transaction.status,
    BankRefCode: transaction.paidAt ? `SB${transaction.transactionId}` : '',
    CurrentDate: clock.slice(0, 8),
    CurrentTime: clock.slice(8),
    PaymentDescription: descriptions[transaction.status],
    CreditCardToken: '',
    Currency: '764',
    CustomerName: transaction.customerName,
  }
}
