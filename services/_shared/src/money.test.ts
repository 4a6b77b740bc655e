import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDecimal, parseDecimal, roundHalfUp, shareOf, toJsonInteger } from './money.ts'

const amount = fc.bigInt({ min: 0n, max: 10n ** 30n })
const runs = { numRuns: 20_000 }

test('OB-29 shares of one price are whole, never above their exact value, and leave a net that is not negative', () => {
  const split = fc.array(fc.integer({ min: 0, max: 2_000 }), { maxLength: 5 }) // at most 100% together
  fc.assert(
    fc.property(amount, split, (total, points) => {
      const shares = points.map((point) => shareOf(total, BigInt(point)))
      const net = total - shares.reduce((sum, share) => sum + share, 0n)
      expect(net >= 0n).toBe(true)
      expect(net + shares.reduce((sum, share) => sum + share, 0n)).toBe(total)
      for (const [index, share] of shares.entries()) {
        const exact = total * BigInt(points[index] ?? 0)
        expect(share * 10_000n <= exact && exact < (share + 1n) * 10_000n).toBe(true)
      }
    }),
    runs,
  )
})

test('OB-29 a negative total, a negative share and one above 100% are refused', () => {
  for (const [total, point] of [
    [-1n, 1n],
    [1n, -1n],
    [1n, 10_001n],
  ] as const) {
    expect(() => shareOf(total, point)).toThrow(RangeError)
  }
})

test('rounding half up is never more than half a unit away, and exact where it can be', () => {
  const part = fc.bigInt({ min: 0n, max: 10n ** 9n })
  const whole = fc.bigInt({ min: 1n, max: 10n ** 9n })
  fc.assert(
    fc.property(amount, part, whole, (value, numerator, denominator) => {
      const doubled = 2n * (roundHalfUp(value, numerator, denominator) * denominator - value * numerator)
      expect(-denominator < doubled && doubled <= denominator).toBe(true)
    }),
    runs,
  )
  expect(roundHalfUp(1n, 1n, 2n)).toBe(1n)
  expect(() => roundHalfUp(1n, 1n, 0n)).toThrow(RangeError)
})

test('a decimal that was written is read back as the same amount', () => {
  fc.assert(
    fc.property(amount, fc.integer({ min: 0, max: 18 }), (raw, decimals) => {
      const text = formatDecimal(raw, decimals)
      expect(parseDecimal(text, decimals)).toBe(raw)
      expect(text).not.toMatch(/\.\d*0$|\.$|e/)
    }),
    runs,
  )
})

test('a text that is no plain decimal, or finer than the scale, is not read', () => {
  for (const text of ['', '-1', '+1', '1e3', '0x1', '01', '.5', '1.', '1,5', ' 1', '1.005', 'NaN', '١']) {
    expect(parseDecimal(text, 2)).toBeUndefined()
  }
  expect(parseDecimal('1.50', 2)).toBe(150n)
  expect(formatDecimal(-5n, 2)).toBe('-0.05')
})

test('GW-16 an amount that a JSON number would round is refused', () => {
  expect(toJsonInteger(2n ** 53n - 1n)).toBe(Number.MAX_SAFE_INTEGER)
  expect(() => toJsonInteger(2n ** 53n)).toThrow(RangeError)
  expect(() => toJsonInteger(-(2n ** 53n))).toThrow(RangeError)
})
