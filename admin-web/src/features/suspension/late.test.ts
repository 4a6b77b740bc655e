import { expect, test } from 'vitest'
import { isLate } from './late.ts'

const at = '2026-11-25T10:00:00.000Z'

test('MO-7 a service is late that has not heard of the newest decision, or of any', () => {
  expect(isLate(at, at)).toBe(false)
  expect(isLate(at, '2026-11-25T10:00:00.001Z')).toBe(false) // decided while this was asked
  expect(isLate(at, '2026-11-25T09:59:59.999Z')).toBe(true)
  expect([isLate(at, null), isLate(at, undefined)]).toEqual([true, true])
})
