/** ChillPay's public wire format: the field orders and the check sums. Pure; the service's adapter has its own. */
import { createHash } from 'node:crypto'

/** Form fields of a payment, in check sum order. `CustName` is absent in older forms and then adds nothing. */
export const paymentFields = [
  'MerchantCode',
  'OrderNo',
  'CustomerId',
  'Amount',
  'PhoneNumber',
  'Description',
  'ChannelCode',
  'Currency',
  'LangCode',
  'RouteNo',
  'IPAddress',
  'ApiKey',
  'TokenFlag',
  'CreditToken',
  'CreditMonth',
  'ShopID',
  'ProductImageUrl',
  'CustEmail',
  'CardType',
  'CustName',
] as const

/** Form fields of a status inquiry, in check sum order. */
export const inquiryFields = ['MerchantCode', 'TransactionId', 'ApiKey'] as const

/** JSON fields of a search by order number, in check sum order. */
export const searchFields = [
  'OrderBy',
  'OrderDir',
  'PageSize',
  'PageNumber',
  'SearchKeyword',
  'Merchant',
  'Channel',
  'RouteNo',
  'OrderNo',
  'Status',
  'TransactionDateFrom',
  'TransactionDateTo',
  'PaymentDateFrom',
  'PaymentDateTo',
] as const

/** JSON fields of a call about one transaction (details, void, refund), in check sum order. */
export const transactionFields = ['TransactionId'] as const

/** Form fields of the background callback, in check sum order. */
export const callbackFields = [
  'TransactionId',
  'Amount',
  'OrderNo',
  'CustomerId',
  'BankCode',
  'PaymentDate',
  'PaymentStatus',
  'BankRefCode',
  'CurrentDate',
  'CurrentTime',
  'PaymentDescription',
  'CreditCardToken',
  'Currency',
  'CustomerName',
] as const

/** The provider's states of a payment. */
export const paymentStatus = { success: 0, fail: 1, cancel: 2, error: 3, pending: 9 } as const

export type PaymentStatus = (typeof paymentStatus)[keyof typeof paymentStatus]

type Values = Readonly<Record<string, string | number | undefined>>

/**
 * The provider's check sum.
 * @param order field names in the documented order
 * @param values the message; an absent field counts as an empty string
 * @param secret the merchant's MD5 secret
 * @returns lowercase hex MD5 of the joined values and the secret
 */
export function checkSum(order: readonly string[], values: Values, secret: string): string {
  const text = order.map((field) => String(values[field] ?? '')).join('')
  return createHash('md5')
    .update(text + secret, 'utf8')
    .digest('hex')
}

/** Check sum of a payment form. */
export const paymentCheckSum = (form: Values, secret: string) => checkSum(paymentFields, form, secret)

/** Check sum of a status inquiry form. */
export const inquiryCheckSum = (form: Values, secret: string) => checkSum(inquiryFields, form, secret)

/** Check sum of a search body. */
export const searchCheckSum = (body: Values, secret: string) => checkSum(searchFields, body, secret)

/** Check sum of a call about one transaction. */
export const transactionCheckSum = (body: Values, secret: string) => checkSum(transactionFields, body, secret)

/** Check sum of a background callback. */
export const callbackCheckSum = (form: Values, secret: string) => checkSum(callbackFields, form, secret)

const thaiOffsetMs = 7 * 3_600_000

const thaiDigits = (time: Date) =>
  new Date(time.getTime() + thaiOffsetMs).toISOString().replaceAll(/\D/g, '').slice(0, 14)

/** @returns `yyyyMMddHHmmss` in Thai time, which has no daylight saving */
export const compactTime = (time: Date) => thaiDigits(time)

/** @returns `dd/MM/yyyy HH:mm:ss` in Thai time, as the search answers */
export function slashedTime(time: Date): string {
  const d = thaiDigits(time)
  return `${d.slice(6, 8)}/${d.slice(4, 6)}/${d.slice(0, 4)} ${d.slice(8, 10)}:${d.slice(10, 12)}:${d.slice(12)}`
}
