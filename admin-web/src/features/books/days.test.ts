import { expect, test } from 'vitest'
import { differingOf } from './days.ts'

test('home tells on how many days a provider says something else, since the end of the first in Thailand, and nothing once they agree', () => {
  const days = [
    { day: '2026-11-03', faults: 1 },
    { day: '2026-11-02', faults: 0 },
    { day: '2026-11-01', faults: 2 },
  ]
  expect(differingOf(days)).toEqual({ count: 2, oldest: '2026-11-01T23:59:59+07:00' })
  expect(differingOf(days.map((day) => ({ ...day, faults: 0 })))).toEqual({ count: 0, oldest: null })
})
