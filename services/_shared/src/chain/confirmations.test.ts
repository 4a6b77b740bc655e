import { expect, test } from 'vitest'
import { confirmationsSetting, confirmedUpTo, isConfirmed } from './confirmations.ts'

test('One confirmation is the block that contains it', () => {
  expect(isConfirmed(100, 100, 1)).toBe(true)
})

test('Twelve confirmations are eleven blocks on top', () => {
  expect([isConfirmed(100, 110, 12), isConfirmed(100, 111, 12)]).toEqual([false, true])
  expect(confirmedUpTo(111, 12)).toBe(100)
})

test('A chain that is lower than the block confirms nothing', () => {
  expect(isConfirmed(100, 99, 1)).toBe(false)
})

test('The setting is 12 unless told otherwise, and never less than the block itself', () => {
  expect(confirmationsSetting.parse(undefined)).toBe(12)
  expect(confirmationsSetting.safeParse('0').success).toBe(false)
})
