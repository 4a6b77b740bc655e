import { expect, test } from 'vitest'
import { farFrom, priceFault, rawOf, textOf } from './typed-price.ts'

const limits = { minimum: '20', maximum: '1999999', decimals: 2 }

test('OB-44 reads what a person typed exactly, and refuses more decimals than the token has', () => {
  expect(rawOf('1250.5', 2)).toBe(125_050n)
  expect(rawOf('20.', 2)).toBe(2_000n)
  expect(rawOf('0.001', 2)).toBeUndefined()
  expect(rawOf('', 2)).toBeUndefined()
})

test('OB-44 writes a raw amount as the shortest text', () => {
  expect(textOf(125_050n, 2)).toBe('1250.5')
  expect(textOf(125_000n, 2)).toBe('1250')
  expect(textOf(5n, 2)).toBe('0.05')
  expect(textOf(7n, 0)).toBe('7')
})

test('OB-19 takes the minimum price itself and nothing below it', () => {
  expect(priceFault(2_000n, limits)).toBeUndefined()
  expect(priceFault(1_999n, limits)).toBe('low')
})

test('OB-17 takes the maximum price itself and nothing above it', () => {
  expect(priceFault(199_999_900n, limits)).toBeUndefined()
  expect(priceFault(199_999_901n, limits)).toBe('high')
  expect(priceFault(undefined, limits)).toBe('number')
})

test('a price is called far from what was paid and is asked when it is three times as much, or a third', () => {
  expect(farFrom(150_050, [1_500])).toBe('high')
  expect(farFrom(4_500, [1_500, 900])).toBeUndefined()
  expect(farFrom(15, [1_500, 900])).toBe('low')
  expect(farFrom(300, [900])).toBeUndefined()
  expect(farFrom(15, [])).toBeUndefined()
  expect(farFrom(15, [0])).toBeUndefined()
})
