import { expect, test } from 'vitest'
import { endOf, usesLeft } from './coupon-time.ts'

const timer = { age_start: '2026-11-27T10:00:00.000Z', use_count: 1, last_used: null }
const END = '2026-11-27T12:00:00.000Z'

test('CA-69 a coupon ends with its window or its life, whichever is first', () => {
  expect(endOf(timer)).toBeUndefined()
  expect(endOf({ ...timer, active_end: END })).toBe(END)
  expect(endOf({ ...timer, age: 3_600 })).toBe('2026-11-27T11:00:00.000Z')
  expect(endOf({ ...timer, active_end: END, age: 3_600 })).toBe('2026-11-27T11:00:00.000Z')
  expect(endOf({ ...timer, active_end: END, age: 36_000 })).toBe(END)
  expect(endOf({ ...timer, age: 3_600, age_start: null })).toBeUndefined()
})

test('CA-69 so many uses are left as its limit says, and never less than none', () => {
  expect(usesLeft(timer)).toBeUndefined()
  expect(usesLeft({ ...timer, limit: 3 })).toBe(2)
  expect(usesLeft({ ...timer, limit: 1, use_count: 5 })).toBe(0)
})
