import { expect, test } from 'vitest'
import { bangkokDay, beginOfDay, endOfDay } from './days.ts'

test('AW-11 a day is one of Thailand, wherever the desk stands', () => {
  expect(bangkokDay(Date.parse('2026-11-21T16:59:59.999Z'))).toBe('2026-11-21')
  expect(bangkokDay(Date.parse('2026-11-21T17:00:00Z'))).toBe('2026-11-22')
  expect(beginOfDay('2026-11-22')).toBe('2026-11-21T17:00:00.000Z')
  expect(endOfDay('2026-11-22')).toBe('2026-11-22T17:00:00.000Z')
})

test('AW-11 what is no day asks for nothing', () => {
  expect([beginOfDay(undefined), beginOfDay('tomorrow'), endOfDay('2026-13-45')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
