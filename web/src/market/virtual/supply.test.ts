import { expect, test } from 'vitest'
import { left } from './supply.ts'

const of = (mint_limit: number | null, mint_count = 0, mint_reserve = 0, archived = false) => ({
  mint_limit,
  mint_count,
  mint_reserve,
  archived,
})

test('CA-49 what is left is what the tightest level leaves after what is there and promised', () => {
  expect(left(of(null, 9, 9), of(null))).toBeNull()
  expect(left(of(10, 3, 2), of(null))).toBe(5)
  expect(left(of(10, 3, 2), of(6, 3, 2))).toBe(1)
  expect(left(of(10, 10), of(null))).toBe(0)
})

test('CA-17 nothing is left of what is archived, nor of what is in it', () => {
  expect(left(of(null, 0, 0, true))).toBe(0)
  expect(left(of(null), of(5, 0, 0, true))).toBe(0)
})
