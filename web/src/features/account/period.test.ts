import { expect, test } from 'vitest'
import { daysOf, inBangkok, momentsOf } from './period.ts'

/** Still the evening of the 30th in London, and the 1st of December in Bangkok. */
const now = Date.parse('2026-11-30T18:30:00Z')

test.each([
  ['all', {}],
  ['month', { from: '2026-12-01' }],
  ['lastMonth', { from: '2026-11-01', to: '2026-11-30' }],
  ['days90', { from: '2026-09-03' }],
  ['year', { from: '2026-01-01' }],
  ['own', { from: '2026-02-27', to: '2026-02-28' }],
] as const)('LG-13 the period %s is made of days in Bangkok', (period, days) => {
  expect(daysOf(period, { from: '2026-02-27', to: '2026-02-28' }, now)).toEqual(days)
})

test('LG-13 the last day of a period is whole', () => {
  expect(momentsOf({ from: '2026-02-27', to: '2026-02-28' })).toEqual({
    from: '2026-02-26T17:00:00.000Z',
    to: '2026-02-28T17:00:00.000Z',
  })
  expect(momentsOf({})).toEqual({})
})

test('LG-13 a moment keeps its place in time when it is written in Bangkok’s', () => {
  expect(inBangkok('2026-11-30T18:30:00.120Z')).toBe('2026-12-01T01:30:00.120+07:00')
  expect(Date.parse(inBangkok('2026-11-30T18:30:00.120Z'))).toBe(Date.parse('2026-11-30T18:30:00.120Z'))
})
