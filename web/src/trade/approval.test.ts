import { expect, test } from 'vitest'
import { roundedApproval } from './approval.ts'

test('WB-11 rounds an approval up to a multiple of 10,000 whole units, at most all that there can be', () => {
  expect(roundedApproval(1n, 6)).toBe(10_000_000_000n)
  expect(roundedApproval(10_000_000_000n, 6)).toBe(10_000_000_000n)
  expect(roundedApproval(10_000_000_001n, 6)).toBe(20_000_000_000n)
  expect(roundedApproval(25_000n * 10n ** 18n, 18)).toBe(30_000n * 10n ** 18n)
  expect(roundedApproval(2n ** 256n - 1n, 18)).toBe(2n ** 256n - 1n)
})
