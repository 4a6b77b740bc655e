import { expect, test } from 'vitest'
import { judge } from '../src/requirement/testing/judge.ts'

test('CA-21 CA-22 CA-23 CA-26 CA-27 CA-29 CA-39 of 100,000 cases each is decided as brute force says', () => {
  const seen = judge(100_000)
  expect(seen.get('met')).toBeGreaterThan(5_000)
})
