import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  bahtOfPoints,
  formatAmount,
  formatBaht,
  formatMovement,
  formatPercent,
  formatPoints,
  formatPrice,
  pointsOfBaht,
} from './money.ts'

test('WB-9 shows at least two and at most four decimals, rounded half up', () => {
  expect(formatAmount('1')).toBe('1.00')
  expect(formatAmount('1234.5')).toBe('1,234.50')
  expect(formatAmount('0.12345')).toBe('0.1235')
  expect(formatAmount('0.12344')).toBe('0.1234')
  expect(formatAmount('9.99995')).toBe('10.00')
})

test('WB-9 shows what is too small to see as less than 0.0001, and zero as zero', () => {
  expect(formatAmount('0.00001')).toBe('<0.0001')
  expect(formatAmount('0.00009')).toBe('<0.0001')
  expect(formatAmount('0.0001')).toBe('0.0001')
  expect(formatAmount('0')).toBe('0.00')
  expect(formatAmount('0.000')).toBe('0.00')
})

test('WB-9 gives baht always two decimals', () => {
  expect(formatBaht('1250')).toBe('฿1,250.00')
  expect(formatBaht('1250.5')).toBe('฿1,250.50')
  expect(formatBaht('1250.505')).toBe('฿1,250.51')
  expect(formatBaht('0.001')).toBe('<฿0.01')
  expect(formatBaht('-20')).toBe('−฿20.00')
})

test('WB-9 writes other tokens with their symbol behind', () => {
  expect(formatPrice({ value: '0.5', symbol: 'JFIN' })).toBe('0.50 JFIN')
  expect(formatPrice({ value: '1250', symbol: 'THB' })).toBe('฿1,250.00')
  expect(formatPrice({ value: '1250', symbol: 'THBK' })).toBe('1,250.00 THBK')
})

test('A hundred points are a baht', () => {
  expect(formatPoints(125_050)).toBe('฿1,250.50')
  expect(formatMovement(-2_000)).toBe('−฿20.00')
  expect(formatMovement(94_050)).toBe('+฿940.50')
})

test('Baht and points turn into each other without loss', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), (points) => {
      expect(pointsOfBaht(bahtOfPoints(points))).toBe(points)
    }),
  )
})

test('An amount that is no plain decimal is shown as it came', () => {
  expect(formatAmount('1e5')).toBe('1e5')
  expect(pointsOfBaht('1.005')).toBeUndefined()
})

test('A percentage drops zeros behind the point only', () => {
  expect(formatPercent(2.5)).toBe('2.5%')
  expect(formatPercent(10)).toBe('10%')
  expect(formatPercent(0)).toBe('0%')
})
