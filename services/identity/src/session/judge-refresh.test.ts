import { expect, test } from 'vitest'
import { accessExpiry, endOf, type Family, judgeRefresh, refreshExpiry } from './judge-refresh.ts'

const now = new Date('2026-11-21T00:00:00Z')
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const family: Family = {
  generation: 3,
  rotatedAt: at(-59),
  expiresAt: at(1),
  lastSeenAt: at(-59),
  revokedAt: undefined,
}

test('ID-6 judges a refresh token by its generation and the time since it was retired', () => {
  expect(judgeRefresh(family, 3, now)).toBe('current')
  expect(judgeRefresh(family, 2, now)).toBe('repeat')
  expect(judgeRefresh({ ...family, rotatedAt: at(-60) }, 2, now)).toBe('reuse')
  expect(judgeRefresh(family, 1, now)).toBe('reuse')
  // one that was never retired has no last one
  expect(judgeRefresh({ ...family, rotatedAt: undefined }, 2, now)).toBe('reuse')
})

test('ID-11 has nothing for a family that was revoked or has expired', () => {
  for (const generation of [1, 2, 3]) {
    expect(judgeRefresh({ ...family, revokedAt: now }, generation, now)).toBe('ended')
    expect(judgeRefresh({ ...family, expiresAt: now }, generation, now)).toBe('ended')
  }
})

test('ID-1 ends a family that nobody uses for 14 days, however long it could live', () => {
  const month = { ...family, expiresAt: at(30 * 86_400) }
  for (const [idle, judged] of [
    [14 * 86_400 - 1, 'current'],
    [14 * 86_400, 'ended'],
  ] as const)
    expect(judgeRefresh({ ...month, lastSeenAt: at(-idle) }, 3, now)).toBe(judged)
  expect(endOf({ ...month, lastSeenAt: now })).toEqual(at(14 * 86_400))
  expect(endOf({ ...family, lastSeenAt: now })).toEqual(at(1))
})

test('ID-1 ends a refresh token after its life, ID-2 or with the Join session before', () => {
  expect(refreshExpiry(now, 100, undefined)).toEqual(at(100))
  expect(refreshExpiry(now, 100, at(200))).toEqual(at(100))
  expect(refreshExpiry(now, 100, at(50))).toEqual(at(50))
})

test('ID-2 ends an access token no later than its session, in whole seconds', () => {
  const seconds = now.getTime() / 1000
  expect(accessExpiry(now, 900, at(1000))).toBe(seconds + 900)
  expect(accessExpiry(now, 900, at(10.9))).toBe(seconds + 10)
})
