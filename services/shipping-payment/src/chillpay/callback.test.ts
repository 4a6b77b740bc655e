import { Rejection } from '@talad/shared/rejection'
import { expect, test } from 'vitest'
import { readCallback } from './callback.ts'
import { CALLBACK_FIELDS, checkSum } from './checksum.ts'

const SECRET = 'sandbox-md5-secret'
const told: Readonly<Record<string, string>> = {
  TransactionId: '1000001',
  Amount: '25000',
  OrderNo: 'ORDER1',
  CustomerId: 'join-b',
  PaymentStatus: '0',
  Currency: '764',
}
const signed = (secret: string) => ({
  ...told,
  CheckSum: checkSum(
    CALLBACK_FIELDS.map((name) => told[name]),
    secret,
  ),
})

test('SP-14 a callback is read when it is signed by the secret, whichever case the sum is in, and refused otherwise', () => {
  const read = { transactionId: '1000001', orderNo: 'ORDER1', paymentStatus: 0 }
  const { CheckSum: sum } = signed(SECRET)
  expect(readCallback(signed(SECRET), SECRET)).toEqual(read)
  expect(readCallback({ ...told, CheckSum: sum.toUpperCase() }, SECRET)).toEqual(read)
  const wrong = new Rejection('BAD_CHECKSUM', { field: 'CheckSum' })
  expect(() => readCallback(signed('another secret'), SECRET)).toThrowError(wrong)
  expect(() => readCallback({ ...signed(SECRET), Amount: '1' }, SECRET)).toThrowError(wrong)
  expect(() => readCallback({ ...signed(SECRET), OrderNo: ['ORDER1'] }, SECRET)).toThrowError(
    new Rejection('VALIDATION', { field: 'OrderNo' }),
  )
})

test('SP-22 where the provider is not set up no callback is read, also one that is signed by nothing', () => {
  for (const secret of [undefined, ''])
    expect(() => readCallback(signed(''), secret)).toThrowError(new Rejection('MISSING_PAYMENT_CREDENTIALS'))
})
