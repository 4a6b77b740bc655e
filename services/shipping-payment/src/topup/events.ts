import { z } from 'zod'

const amount = z.coerce.bigint()
const at = z.coerce.date()

function event<T extends string, S extends z.ZodRawShape>(type: T, data: S) {
  return z.object({ type: z.literal(type), data: z.object({ ...data, at }) })
}

/** What a top-up remembers. Amounts in satang, which are points (SP-16). */
export const topupEvent = z.discriminatedUnion('type', [
  event('TopupOpened', {
    shippingId: z.string(),
    customerId: z.string(),
    orderNo: z.string(),
    amount,
    description: z.string(),
  }),
  event('TopupStarted', { transactionId: z.string(), paymentUrl: z.string() }),
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
  event('TopupMismatched', { field: z.string(), expected: z.string(), received: z.string() }),
])
export type TopupEvent = z.infer<typeof topupEvent>
