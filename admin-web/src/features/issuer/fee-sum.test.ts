import type { FeeSheet } from '@talad/proto/http/moderation/fees'
import { expect, test } from 'vitest'
import { feeColumns } from './fee-columns.tsx'
import { changeOf, isTooHigh, readPercent, sumWith } from './fee-sum.ts'

const fee = (fee_id: string, type: 'service' | 'royalty' | 'issuer', percent: number, enabled = true) => ({
  fee_id,
  type,
  percent,
  enabled,
  customer_id: null,
  issuer_id: null,
  collection_id: null,
})
const sheet = (...fees: FeeSheet['fees']): FeeSheet => ({
  blockchain: 'kub',
  contract_address: '0xa',
  version: 1,
  changed_by: null,
  changed_at: null,
  fees,
  service_percent: 2.5,
  total_percent: 0,
})

test('OB-31 the sum is told as it would be with what is typed: royalties add up, of issuers the highest counts', () => {
  const fees = sheet(fee('r', 'royalty', 5), fee('i', 'issuer', 3), fee('off', 'royalty', 20, false))
  expect(sumWith(fees, { fee: fee('i', 'issuer', 0), percent: 4 })).toBe(11.5)
  expect(sumWith(fees, { fee: fee('new', 'issuer', 0), percent: 2 })).toBe(10.5)
  expect(sumWith(fees, { fee: fee('off', 'royalty', 0), percent: 20 })).toBe(30.5)
  expect(sumWith(fees, { fee: fee('s', 'service', 0), percent: 25 })).toBe(33)
  expect(sumWith(fees, { fee: fee('r', 'royalty', 0), percent: 0.1 })).toBe(5.6)
  expect([isTooHigh(50), isTooHigh(50.01)]).toEqual([false, true])
})

test('OB-31 a percentage is 0 to 25 with two decimals; a comma is read as a point', () => {
  expect(['0', '25', '2,5', ' 0.01 '].map(readPercent)).toEqual([0, 25, 2.5, 0.01])
  expect(['', '25.01', '-1', '1.001', 'a'].map(readPercent)).toEqual(Array(5).fill(undefined))
})

test('OB-31 the list of fees tells what a sale of each contract pays, what it is changed from, and to', () => {
  const payee = { ...fee('r', 'royalty', 5), customer_id: 'join-dara' }
  const found = {
    ...sheet(fee('s', 'service', 2.5), payee, fee('off', 'issuer', 3, false)),
    total_percent: 7.5,
  }
  const row = feeColumns.map(({ key, csv }) => [key, csv?.(found)])
  expect(row).toEqual(
    expect.arrayContaining([
      ['service', '2.5'],
      ['besides', '5% join-dara'],
      ['total', '7.5'],
    ]),
  )
  expect([changeOf(2.5, 3), changeOf(3, 3)]).toEqual(['2.5% → 3%', '3%'])
})
