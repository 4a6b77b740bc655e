import { Rejection } from '@talad/shared/rejection'
import { z } from 'zod'
import { CALLBACK_FIELDS, checkSum, isCheckSum } from './checksum.ts'

/** SP-16: what an order number of ours looks like. */
export const orderNumber = z.string().regex(/^[0-9A-Z]{1,20}$/)

/** The fields that are read (SP-14). A doubled parameter arrives as a list and is refused. */
const callback = z.object({
  TransactionId: z.string().regex(/^[0-9]{1,18}$/),
  Amount: z.string().regex(/^[0-9]{1,15}$/),
  OrderNo: orderNumber,
  CustomerId: z.string().min(1).max(100),
  PaymentStatus: z.string().regex(/^[0-9]{1,3}$/),
  Currency: z.string().min(1).max(3),
  CheckSum: z.string().regex(/^[0-9a-fA-F]{32}$/),
})

export type Callback = { transactionId: string; orderNo: string; paymentStatus: number }

/**
 * Reads and verifies a background callback. What it claims is never believed: it only says which payment to ask about.
 * @param secret undefined where the card provider isn’t set up
 * @throws Rejection MISSING_PAYMENT_CREDENTIALS, VALIDATION naming the field, BAD_CHECKSUM
 */
export function readCallback(body: Record<string, unknown>, secret: string | undefined): Callback {
  if (!secret) throw new Rejection('MISSING_PAYMENT_CREDENTIALS') // SP-22
  const values: (string | undefined)[] = []
  for (const field of CALLBACK_FIELDS) {
    const value = body[field]
    if (value !== undefined && typeof value !== 'string') throw new Rejection('VALIDATION', { field })
    values.push(value)
  }
  const parsed = callback.safeParse(body)
  if (!parsed.success)
    throw new Rejection('VALIDATION', { field: String(parsed.error.issues[0]?.path[0] ?? 'body') })
  const { TransactionId, OrderNo, PaymentStatus, CheckSum } = parsed.data
  if (!isCheckSum(CheckSum, checkSum(values, secret)))
    throw new Rejection('BAD_CHECKSUM', { field: 'CheckSum' }) // SP-14
  return { transactionId: TransactionId, orderNo: OrderNo, paymentStatus: Number(PaymentStatus) }
}
