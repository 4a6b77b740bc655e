import { expect, test } from 'vitest'
import { changeText } from './differences.tsx'

test('GW-27 a difference is written in words: which field, what was there, what is there now', () => {
  expect(changeText({ field: 'fees.0.basisPoints', before: '250', after: '300' })).toBe(
    'fees · 1 · basis points: 250 → 300',
  )
  expect(changeText({ field: 'is_active', before: null, after: 'true' })).toBe('is active: – → true')
})
