import { expect, test } from 'vitest'
import { rarityOf, traitKind } from './rarity.ts'

test('AI-11 up to five values are a choice, also of numbers', () => {
  expect(traitKind(5, 1)).toBe('choice')
  expect(traitKind(1, null)).toBe('choice')
})

test('AI-11 more than five values are a range when there is a minimum, a choice otherwise', () => {
  expect(traitKind(6, 0)).toBe('range')
  expect(traitKind(600, null)).toBe('choice')
})

test('AI-12 percent is the share of the collection and rarity its reciprocal', () => {
  expect(rarityOf(1, 4)).toEqual({ percent: 25, rarity: 4 })
  expect(rarityOf(3, 3)).toEqual({ percent: 100, rarity: 1 })
  expect(rarityOf(0, 3)).toEqual({ percent: 0, rarity: 0 })
})
