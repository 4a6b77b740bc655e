import { expect, test } from 'vitest'
import { canonicalJson, hashOf, toJson } from './json.ts'

test('amounts are written as decimal strings', () => {
  expect(toJson({ amount: 2n ** 70n })).toBe('{"amount":"1180591620717411303424"}')
})

test('a map is the list of its entries', () => {
  expect(toJson({ seen: new Map([['mali', { round: 1 }]]) })).toBe('{"seen":[["mali",{"round":1}]]}')
})

test('equal values have one canonical form, whatever the order of their keys', () => {
  const at = new Date('2025-01-01T00:00:00Z')
  expect(canonicalJson({ b: [{ d: 1, c: at }], a: undefined })).toBe(canonicalJson({ b: [{ c: at, d: 1 }] }))
  expect(hashOf({ a: 1, b: 2 })).toBe(hashOf({ b: 2, a: 1 }))
  expect(hashOf({ a: [1, 2] })).not.toBe(hashOf({ a: [2, 1] }))
})
