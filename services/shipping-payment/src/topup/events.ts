import { z } from 'zod'

const amount = z.coerce.bigint()
const at = z.coerce.date()

function event<T extends string, S extends z.ZodRawShape>(type: T, data: S) {
  return z.object({ type: z.literal(type), data: z.object({ ...data, at }) })
}

const refundId = z.string()
/** `credited`: the points were credited, and are put aside first; a mismatch that was refused has none */
const refund = { refundId, customerId: z.string(), amount, credited: z.boolean() }
/** who decided, and why */
const decision = { by: z.string(), note: z.string() }

/** What a top-up remembers. Amounts in satang, which are points (SP-16). */
export const topupEvent = z.discriminatedUnion('type', [
  event('TopupOpened', {
    shippingId: z.string(),
    customerId: z.string(),
    orderNo: z.string(),
    amount,
    description: z.string(),
    /** IPv4 address of who pays, as the provider wants to know it; absent in what was opened before it was kept */
    payerIp: z.string().optional(),
  }),
  /** without a transaction: the provider opens the payment once its form is sent (SP-35) */
  event('TopupStarted', { transactionId: z.string().optional(), paymentUrl: z.string() }),
  /** the provider told us something; only an inquiry decides (SP-14) */
  event('CallbackReceived', { transactionId: z.string(), paymentStatus: z.int() }),
  event('TopupCompleted', {
    transactionId: z.string(),
    customerId: z.string(),
    amount,
    /** spend it on the shipping in the same ledger transaction; absent: it stays as points (SP-19) */
    pay: z
      .object({ shippingId: z.string(), buyerCustomerId: z.string(), gross: amount, attempt: z.int() })
      .optional(),
  }),
  event('TopupFailed', { reason: z.string() }),
  event('TopupCanceled', {}),
  /** SP-15: the provider told a status that nobody knows */
  event('UnknownStatusTold', { paymentStatus: z.int() }),
  event('TopupMismatched', {
    field: z.enum(['orderNo', 'customerId', 'amount', 'currency']),
    expected: z.string(),
    received: z.string(),
    /** what the provider has taken, satang; absent: another currency, or mismatched before it was kept */
    taken: amount.optional(),
    transactionId: z.string().optional(),
  }),
  event('MismatchAccepted', decision),
  event('MismatchRefused', decision),
  event('RefundRequested', { ...refund, ...decision }),
  event('RefundHeld', { refundId }),
  /** written before the provider is asked: whoever comes later asks what became of it, and never asks for it again */
  event('RefundAsked', { refundId, method: z.enum(['void', 'refund']) }),
  /** the provider said yes to this way: from here on it is never asked again, and nothing is freed by itself */
  event('RefundAccepted', { refundId, method: z.enum(['void', 'refund']) }),
  /** a day after its yes the provider knows of nothing: a person has to look */
  event('RefundDoubted', { refundId }),
  /** the provider said no to this way */
  event('RefundDeclined', { refundId, method: z.enum(['void', 'refund']), reason: z.string() }),
  /** the provider knows of nothing: what it was asked never reached it */
  event('RefundUnheard', { refundId }),
  event('RefundCompleted', refund),
  event('RefundFailed', {
    ...refund,
    reason: z.string(),
    by: z.string().optional(),
    note: z.string().optional(),
  }),
  /** the bank has sent back what the card was given: the points are their owner's again */
  event('RefundSentBack', { ...refund, ...decision }),
  /** the ledger would not take the points of a card that has its money back: a person has to look */
  event('RefundNotPosted', { refundId, reason: z.string() }),
])
export type TopupEvent = z.infer<typeof topupEvent>
