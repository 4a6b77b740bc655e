import { expect, test } from 'vitest'
import { formatDistance, formatSince } from './dates.ts'

const NOW = Date.UTC(2026, 10, 26)
const DAY_S = 86_400
const inSeconds = (seconds: number) => formatDistance(NOW + seconds * 1000, NOW, 'en')

test('M§4 what is listed for six months, or a month, ends in as many a moment later', () => {
  expect(inSeconds(180 * DAY_S - 5)).toBe('in 6 months')
  expect(inSeconds(30 * DAY_S - 5)).toBe('in 1 month')
  expect(inSeconds(7 * DAY_S - 5)).toBe('in 7 days')
  expect(inSeconds(DAY_S - 5)).toBe('tomorrow')
  expect(inSeconds(6 * 3_600 - 5)).toBe('in 6 hours')
})

test('A distance is told in the nearest unit, and none is told as more of a smaller one', () => {
  expect(inSeconds(-59)).toBe('59 seconds ago')
  expect(inSeconds(-60)).toBe('1 minute ago')
  expect(inSeconds(-3_590)).toBe('1 hour ago')
  expect(inSeconds(-1.4 * 3_600)).toBe('1 hour ago')
  expect(inSeconds(-1.6 * DAY_S)).toBe('2 days ago')
  expect(inSeconds(29 * DAY_S)).toBe('in 29 days')
  expect(inSeconds(45 * DAY_S)).toBe('in 2 months')
  expect(inSeconds(0)).toBe('now')
})

test('AI-18 what has happened is never told as something to come, though the clock of the chain is ahead', () => {
  expect(formatSince(NOW + 19_000, NOW, 'en')).toBe('now')
  expect(formatSince(NOW + 19_000, NOW, 'th')).toBe('ขณะนี้')
  expect(formatSince(NOW - 19_000, NOW, 'en')).toBe('19 seconds ago')
})
