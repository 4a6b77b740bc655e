import { createHash, timingSafeEqual } from 'node:crypto'

/** The provider's documented order of the fields of a payment request. */
export const PAYMENT_FIELDS = [
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
] as const

/** The 14 fields of the background callback, in the order of their check sum. */
export const CALLBACK_FIELDS = [
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

/** Lower-case hex MD5 of the values in documented order and the secret: the provider's (weak) check sum. */
export function checkSum(values: readonly (string | undefined)[], secret: string): string {
  return createHash('md5')
    .update(values.map((value) => value ?? '').join('') + secret, 'utf8')
    .digest('hex')
}

/** Compares without telling by its time how much was right. */
export function isCheckSum(given: string, expected: string): boolean {
  const left = Buffer.from(given.toLowerCase())
  const right = Buffer.from(expected)
  return left.length === right.length && timingSafeEqual(left, right)
}
