import { expect, test } from 'vitest'
import { digestOf, makeApiKey, readApiKey } from './api-key.ts'

test('CA-6 a key has 256 random bits in it, and one with a wrong letter or of another shape is none', () => {
  expect(makeApiKey('live', Buffer.alloc(32))).toMatch(/^tk_live_0{43}[0-9A-Za-z]{6}$/)
  expect(makeApiKey('test', Buffer.alloc(32, 255))).not.toContain('_0')
  const key = makeApiKey('test')
  expect(readApiKey(key)).toEqual({ digest: digestOf(key), isTest: true })
  expect(readApiKey(makeApiKey('live'))).toMatchObject({
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    isTest: false,
  })
  const last = key.at(-1) === '0' ? '1' : '0'
  const wrong = [key.slice(0, -1) + last, key.replace('test', 'live'), key.slice(1), `${key}0`, '', [key]]
  expect(wrong.map(readApiKey)).toEqual(wrong.map(() => undefined))
})

test('CA-6 no two keys are the same', () => {
  expect(new Set(Array.from({ length: 100 }, () => makeApiKey('live'))).size).toBe(100)
})
