import { expect, test } from 'vitest'
import type { Reach } from './api.ts'
import { kindOf, summed } from './reach-sum.ts'

const page = (accounts: number | null, kind: Reach['union']['kind'], nextCursor: string | null): Reach => ({
  version: 1,
  slots: [{ slotId: 's', tag: 'a', accounts, kind }],
  union: { accounts, kind },
  progress: { seen: 200, total: 300 },
  nextCursor,
})

test('CA-16 pages of reach are added, and what is not known of one is at least what is known of the others', () => {
  const two = summed(page(3, 'exact', 'c'), page(4, 'exact', null))
  expect(two).toMatchObject({
    slots: [{ accounts: 7, kind: 'exact' }],
    union: { accounts: 7, kind: 'exact' },
  })
  expect(summed(page(3, 'exact', 'c'), page(null, 'unknown', null)).union).toEqual({
    accounts: 3,
    kind: 'at_least',
  })
  expect(summed(page(null, 'unknown', 'c'), page(null, 'unknown', null)).union).toEqual({
    accounts: null,
    kind: 'unknown',
  })
  expect(kindOf(two.union, false)).toBe('at_least')
  expect(kindOf(two.union, true)).toBe('exact')
})
