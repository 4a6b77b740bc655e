import { expect, test } from 'vitest'
import { createSieve } from './sieve.ts'

test('a fault is told of once in ten minutes, and of all faults no more than sixty a minute', () => {
  let at = Date.parse('2026-11-27T10:00:00Z')
  const passes = createSieve(() => new Date(at))
  expect([passes('a'), passes('a')]).toEqual([true, false])
  at += 10 * 60_000
  expect(passes('a')).toBe(true)
  const others = Array.from({ length: 100 }, (_, n) => passes(`b${n}`)).filter(Boolean)
  expect(others).toHaveLength(59)
  at += 60_000
  expect(passes('b99')).toBe(true)
})
