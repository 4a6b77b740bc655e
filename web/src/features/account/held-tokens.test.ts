import { expect, test } from 'vitest'
import { bahtOf } from './held-tokens.ts'

const rates = [{ base: 'jfin', quote: 'thb', rate: '3.25' }]
const held = (raw: bigint, decimals: number, family: string) => ({ raw, decimals, family, symbol: 'X' })

test('OB-37 what a wallet has is about so many baht, by the latest rate, and nothing where there is none', () => {
  expect(bahtOf(held(2n * 10n ** 18n, 18, 'jfin'), rates)).toBe('6.50')
  expect(bahtOf(held(1n, 18, 'jfin'), rates)).toBe('0.00')
  expect(bahtOf(held(1_234_567n, 6, 'thb'), [])).toBe('1.23')
  expect(bahtOf(held(5n, 18, 'jfin'), [])).toBeUndefined()
  expect(bahtOf(held(10n ** 18n, 18, 'eth'), rates)).toBeUndefined()
})
