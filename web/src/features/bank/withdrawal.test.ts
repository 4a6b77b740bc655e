import { SILVER_CAP } from '@talad/proto/http/bank-withdrawal/terms'
import { bankWithdrawalHttp } from '@talad/proto/http/bank-withdrawal/withdrawals'
import { expect, test } from 'vitest'
import { thMoney } from '../../i18n/th-money.ts'
import { capOf, readAmount, typedAmount } from './withdrawal.ts'

const free = { spendable: 5_000_000n, cap: undefined }

test('BW-19 takes baht of eight signs and two decimals at most, says what is wrong in just these words, and sends whole points', () => {
  for (const [typed, kept] of [
    ['123456789', '12345678'],
    ['12345.678', '12345.67'],
    ['฿12,345.67', '12345.67'],
    ['๑๒๓๔๕๖๗๘๙', '12345678'],
  ] as const)
    expect(typedAmount(typed)).toBe(kept)
  expect(readAmount('100', free)).toBe(10_000n)
  expect(readAmount('123.4', free)).toBe(12_340n)
  expect(readAmount('12345.67', free)).toBe(1_234_567n)
  for (const typed of ['', '.', 'x', '1.234', '-100', '0']) expect(readAmount(typed, free)).toBe('number')
  expect(readAmount('99.99', free)).toBe('low')
  expect(readAmount('50000.01', free)).toBe('high')
  expect(readAmount('50000', free)).toBe(5_000_000n)
  expect(thMoney['withdraw.faultNumber']).toBe('กรุณากรอกจำนวนเงินที่ถูกต้อง')
  expect(thMoney['withdraw.faultLow'].replace('{{min}}', '100')).toBe('จำนวนเงินขั้นต่ำ 100 บาท')
  expect(thMoney['withdraw.faultHigh']).toBe('จำนวนเงินเกินยอดที่ใช้ได้')
  const { body } = bankWithdrawalHttp.requestWithdrawal
  const sent = (value: unknown) => body?.safeParse({ bank_account_id: 'a'.repeat(24), value }).success
  expect([10_000, 10_000.5, '10000', '100.00'].map(sent)).toEqual([true, false, false, false])
})

test('BW-13 SILVER is bounded at 10,000 baht a request, others are not', () => {
  expect(capOf(2, false, ['สมชาย ใจดี', 'Somchai Jaidee'])).toBe(SILVER_CAP)
  expect(capOf(3, false, [])).toBeUndefined()
  const bounds = { spendable: 5_000_000n, cap: SILVER_CAP }
  expect(readAmount('10000', bounds)).toBe(1_000_000n)
  expect(readAmount('10000.01', bounds)).toBe('cap')
})

test('BW-14 a company is not bounded: by the account it is paid to, or by its verified name', () => {
  expect(capOf(2, true, [])).toBeUndefined()
  for (const name of ['บริษัท โคมไทย จำกัด', 'Thai Lantern Co., Ltd.', 'หจก. โคม', 'Lantern Company'])
    expect(capOf(2, false, [null, name])).toBeUndefined()
  expect(capOf(2, false, ['Limitri Incantha'])).toBe(SILVER_CAP)
})
