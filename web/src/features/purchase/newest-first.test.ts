import { expect, test } from 'vitest'
import { newestFirst } from './newest-first.ts'

const listOf = (days: readonly number[], isWhole = true) => ({
  list: days.map((day) => ({ created: `2026-11-${String(day).padStart(2, '0')}T00:00:00.000Z` })),
  isWhole,
})
const days = (...given: Parameters<typeof newestFirst>) =>
  newestFirst(...given).map(({ created }) => Number(created.slice(8, 10)))

test('SP-32 purchases in baht and on the chain are one list, newest first', () => {
  expect(days(listOf([9, 5, 1]), listOf([7, 3]))).toEqual([9, 7, 5, 3, 1])
  expect(days(listOf([]), listOf([7]))).toEqual([7])
})

test('SP-32 nothing is shown where something newer of the other list may still come before it', () => {
  expect(days(listOf([9, 5], false), listOf([7, 3]))).toEqual([9, 7, 5])
  expect(days(listOf([9, 5], false), listOf([7, 6], false))).toEqual([9, 7, 6])
  expect(days(listOf([], false), listOf([7, 6]))).toEqual([])
})
