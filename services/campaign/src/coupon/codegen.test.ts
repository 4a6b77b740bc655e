import { modules } from '@talad/proto/http/campaign/payload/modules'
import { expect, test } from 'vitest'
import { type Codegen, hasRoom, requireRoomForCodes } from '../payload/code-space.ts'
import { codeOf } from './codegen.ts'

const key = new Uint8Array(32).fill(7)
const token = { itemId: 'item', tokenId: '1' }
const made = (codegen: Codegen = {}, more: Partial<typeof token> = {}, attempt = 0, by = key) =>
  codeOf(by, codegen, { ...token, ...more }, attempt)

test('CA-67 a code has 10 characters of A-Z and 0-9, unless length, charset and prefix are given', () => {
  expect(made()).toMatch(/^[A-Z0-9]{10}$/)
  expect(made({ length: 32, charset: 'XY', prefix: 'FAIR-' })).toMatch(/^FAIR-[XY]{32}$/)
  expect(made({ length: 6, charset: '0123456789' })).toMatch(/^\d{6}$/)
  const longest = { length: 32, prefix: 'P'.repeat(32) }
  const coupon = modules['coupon-code'].parse({ code: made(longest), codegen: undefined })
  expect(coupon.code).toBe(made(longest)) // CA-75
})

test('CA-67 it is of the key, the token and the attempt alone, and another of any other', () => {
  expect(made()).toBe(made())
  const all = [
    made(),
    made({}, { tokenId: '2' }),
    made({}, { itemId: 'item2' }),
    made({}, { itemId: 'item","1' }),
    made({}, {}, 1),
    made({}, {}, 0, new Uint8Array(32).fill(8)),
  ]
  expect(new Set(all).size).toBe(all.length)
  expect(() => made({}, {}, 0, key.slice(1))).toThrow('at least 32 bytes')
})

test('CA-67 no character is more frequent than another, also of 68, which 256 is no multiple of', () => {
  const charset = String.fromCharCode(...[...Array(94).keys()].map((at) => at + 33)).replaceAll(/[a-z]/g, '')
  expect(charset).toHaveLength(68)
  const counts = new Map<string, number>()
  for (let id = 0; id < 2_125; id++)
    for (const one of made({ length: 32, charset }, { tokenId: String(id) }))
      counts.set(one, (counts.get(one) ?? 0) + 1)
  // 1,000 expected of each; 6 sigma
  expect(counts.size).toBe(68)
  for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(190)
})

test('CA-67 there must be a million codes for each that is asked for', () => {
  const digits = (length: number) => ({ length, charset: '0123456789' })
  expect(hasRoom(digits(8), 100n)).toBe(true)
  expect(hasRoom(digits(8), 101n)).toBe(false)
  expect(hasRoom({}, 36n ** 10n / 1_000_000n)).toBe(true)
  expect(hasRoom({}, 36n ** 10n / 1_000_000n + 1n)).toBe(false)
  expect(hasRoom({ length: 6, charset: 'AB' }, 1n)).toBe(false)
  expect(hasRoom({ length: 32 }, 4_294_967_295n)).toBe(true)
  const save = (codegen: Codegen | true, mintLimit: number | null) => () =>
    requireRoomForCodes({ version: '3.0', 'coupon-code': { codegen } }, mintLimit)
  expect(save(digits(8), 100)).not.toThrow()
  expect(save(digits(8), 101)).toThrow('CODE_SPACE_TOO_SMALL')
  expect(save(digits(15), null)).toThrow('CODE_SPACE_TOO_SMALL')
  expect(save(digits(16), null)).not.toThrow()
  expect(save(true, null)).not.toThrow()
})
