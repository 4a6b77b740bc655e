import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  callbackCheckSum,
  callbackFields,
  compactTime,
  inquiryCheckSum,
  paymentCheckSum,
  searchCheckSum,
  slashedTime,
} from './chillpay-format.ts'

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

test('SP-14 a callback check sum covers the 14 documented fields in order', () => {
  const values = Object.fromEntries(callbackFields.map((field, index) => [field, `v${index}.`]))
  const text = 'v0.v1.v2.v3.v4.v5.v6.v7.v8.v9.v10.v11.v12.v13.secret'
  expect(callbackCheckSum(values, 'secret')).toBe(md5(text))
})

test('a payment check sum takes the fields in the documented order, not in the order of the form', () => {
  const form = { ApiKey: 'key', IPAddress: '1.1.1.1', OrderNo: 'A1', MerchantCode: 'M1', Amount: '100' }
  expect(paymentCheckSum(form, 's')).toBe(md5('M1A11001.1.1.1keys'))
})

test('an absent CustName gives the check sum of the form without it', () => {
  expect(paymentCheckSum({ CardType: 'VISA', CustName: '' }, 's')).toBe(
    paymentCheckSum({ CardType: 'VISA' }, 's'),
  )
  expect(paymentCheckSum({ CardType: 'VISA', CustName: 'ก' }, 's')).toBe(md5('VISAกs'))
})

test('an inquiry check sum is merchant, transaction and key', () => {
  expect(inquiryCheckSum({ ApiKey: 'k', TransactionId: 7, MerchantCode: 'M' }, 's')).toBe(md5('M7ks'))
})

test('a search check sum joins the paging and the order number', () => {
  const body = { OrderNo: 'A1', PageSize: 1, PageNumber: 1, OrderBy: 'TransactionId', OrderDir: 'DESC' }
  expect(searchCheckSum(body, 's')).toBe(md5('TransactionIdDESC11A1s'))
})

test('times are told in Thai time', () => {
  const time = new Date('2026-12-31T17:05:09.123Z')
  expect(compactTime(time)).toBe('20270101000509')
  expect(slashedTime(time)).toBe('01/01/2027 00:05:09')
})
