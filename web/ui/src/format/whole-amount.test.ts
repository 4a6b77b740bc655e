import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readAmount, stepAmount } from './whole-amount.ts'

test('An amount that is typed is that amount, in any digits', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10_000n), (amount) => {
      expect(readAmount(String(amount), 10_000n)).toBe(amount)
    }),
  )
  expect(readAmount('๓', 5n)).toBe(3n)
  expect(readAmount('1,250', 5_000n)).toBe(1_250n)
  expect(readAmount('2.0', 5n)).toBe(2n)
})

test('What is no amount from one to the maximum is a fault and never another amount', () => {
  expect(readAmount('', 5n)).toBe('number')
  expect(readAmount('three', 5n)).toBe('number')
  expect(readAmount('1e3', 5n)).toBe('number')
  expect(readAmount('1.2.3', 5n)).toBe('number')
  expect(readAmount('2.5', 5n)).toBe('whole')
  expect(readAmount('.5', 5n)).toBe('whole')
  expect(readAmount('0', 5n)).toBe('positive')
  expect(readAmount('-2', 5n)).toBe('positive')
  expect(readAmount('13', 5n)).toBe('over')
})

test('One more and one less stay between one and the maximum', () => {
  expect(stepAmount('3', 1n, 5n)).toBe(4n)
  expect(stepAmount('5', 1n, 5n)).toBe(5n)
  expect(stepAmount('1', -1n, 5n)).toBe(1n)
  expect(stepAmount('13', -1n, 5n)).toBe(5n)
  expect(stepAmount('', 1n, 5n)).toBe(1n)
})
