import { expect, test } from 'vitest'
import { approvalFor } from './approval.ts'

test('WB-11 rounds an approval up to a multiple of 10,000 whole units, at most all that there can be, or takes just the amount', () => {
  const rounded = (amount: bigint, decimals: number) => approvalFor(amount, decimals, false)
  expect(rounded(1n, 6)).toBe(10_000_000_000n)
  expect(rounded(10_000_000_000n, 6)).toBe(10_000_000_000n)
  expect(rounded(10_000_000_001n, 6)).toBe(20_000_000_000n)
  expect(rounded(25_000n * 10n ** 18n, 18)).toBe(30_000n * 10n ** 18n)
  expect(rounded(2n ** 256n - 1n, 18)).toBe(2n ** 256n - 1n)
  for (const amount of [1n, 10_000_000_001n, 2n ** 256n - 1n])
    expect(approvalFor(amount, 6, true)).toBe(amount)
})
