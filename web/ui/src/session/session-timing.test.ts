import { expect, test } from 'vitest'
import { clockOffset, refreshDue, type SessionTimes, untilRefresh } from './session-timing.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

function times(refreshExpiresAt = 30 * DAY): SessionTimes {
  return {
    access: { issuedAt: 0, expiresAt: 15 * MINUTE },
    refresh: { issuedAt: 0, expiresAt: refreshExpiresAt },
  }
}

test('ID-5 wants a half refresh when two percent of the access token are left, not before', () => {
  const due = 15 * MINUTE * 0.98
  expect(refreshDue(times(), due - 1)).toBeUndefined()
  expect(refreshDue(times(), due)).toBe('half')
  expect(untilRefresh(times(), 0)).toBe(due)
})

test('ID-5 wants a full refresh when ten percent of the refresh token are left', () => {
  const late = { ...times(), access: { issuedAt: 27 * DAY - MINUTE, expiresAt: 27 * DAY + 14 * MINUTE } }
  expect(refreshDue(late, 27 * DAY - 1)).toBeUndefined()
  expect(refreshDue(late, 27 * DAY)).toBe('full')
})

test('ID-5 counts the life of the refresh token to the end that the answer tells', () => {
  const short = { ...times(DAY), access: { issuedAt: 0, expiresAt: 2 * DAY } }
  expect(refreshDue(short, 0.9 * DAY)).toBe('full')
})

test('ID-7 judges expiry by the clock of the server', () => {
  const local = Date.parse('2026-01-01T00:00:00Z')
  expect(clockOffset('2026-01-01T00:05:00Z', local)).toBe(5 * MINUTE)
  expect(clockOffset('2025-12-31T23:59:00Z', local)).toBe(-MINUTE)
})

test('ID-7 never waits longer than a timer can, nor less than nothing', () => {
  const long = { ...times(90 * DAY), access: { issuedAt: 0, expiresAt: 60 * DAY } }
  expect(untilRefresh(long, 0)).toBeLessThanOrEqual(2 ** 31 - 1)
  expect(untilRefresh(times(), 20 * MINUTE)).toBe(0)
})
