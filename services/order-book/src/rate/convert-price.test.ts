import type { Rate } from '@talad/market/rates/usable'
import { expect, test } from 'vitest'
import { convertedPrice } from './convert-price.ts'

const at = new Date('2026-11-23T00:00:00Z')
const after = (minutes: number) => new Date(at.getTime() + minutes * 60_000)
const rates = new Map<string, Rate>([['jfin', { base: 'jfin', quote: 'thb', rate: '3.256', at }]])
const jfin = (raw: bigint) => ({ raw, decimals: 18, family: 'jfin' })

test('OB-37 a price is shown in baht by a rate of the last fifteen minutes, and by no older one', () => {
  const about = { family: 'thb', at: at.toISOString() }
  expect(convertedPrice(jfin(10n ** 18n), rates, at)).toEqual({ ...about, value: '3.26' })
  expect(convertedPrice(jfin(10n ** 16n), rates, after(15))).toEqual({ ...about, value: '0.03' })
  expect(convertedPrice(jfin(1_000n * 10n ** 18n), rates, at)).toEqual({ ...about, value: '3256.00' })
  expect(convertedPrice(jfin(10n ** 18n), rates, new Date(after(15).getTime() + 1))).toBeNull()
  expect(convertedPrice(jfin(10n ** 18n), new Map(), at)).toBeNull()
})

test('OB-37 what is priced in baht needs no rate, in whichever token of the family', () => {
  const baht = (raw: bigint, decimals: number) =>
    convertedPrice({ raw, decimals, family: 'thb' }, new Map(), at)?.value
  expect(baht(25_050n, 2)).toBe('250.50')
  expect(baht(250_505_000n, 6)).toBe('250.51')
  expect(baht(7n, 0)).toBe('7.00')
})
