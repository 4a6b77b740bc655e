import { expect, test } from 'vitest'
import { daysBetween, floorsOn, share, sumOf, topOf } from './scale.ts'

test.each([
  [[], 1],
  [[0], 1],
  [[1_234.57], 1_500],
  [[2_100], 2_500],
  [[0.013], 0.015],
  [[20, 100], 100],
])('the top above %j is %d', (values, top) => {
  expect(topOf(values)).toBeCloseTo(top, 6)
})

test('a single value stands in the middle', () => {
  expect(share(5, 5, 5)).toBe(0.5)
  expect(share(5, 0, 10)).toBe(0.5)
})

test('counts days over the end of a month and a year', () => {
  expect(daysBetween('2026-12-30', '2027-01-02')).toEqual([
    '2026-12-30',
    '2026-12-31',
    '2027-01-01',
    '2027-01-02',
  ])
})

test('a floor stands until the next one, and is unknown before the first', () => {
  const floors = [
    { day: '2026-01-02', floor: '20' },
    { day: '2026-01-04', floor: null },
  ]
  expect(floorsOn(daysBetween('2026-01-01', '2026-01-05'), floors)).toEqual([
    undefined,
    '20',
    '20',
    null,
    null,
  ])
})

test('adds decimal texts without losing a satang', () => {
  expect(sumOf(['0.1', '0.2', '1234567890123.45'])).toBe('1234567890123.75')
  expect(sumOf(['20', '30'])).toBe('50')
  expect(sumOf([])).toBe('0')
})
