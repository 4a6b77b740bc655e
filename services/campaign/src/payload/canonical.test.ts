import { hasDuplicateKeys } from '@talad/proto/http/campaign/payload/duplicate-keys'
import { expect, test } from 'vitest'
import { canonicalText } from './canonical.ts'

test('CA-57 the canonical text has keys in the order of UTF-16 units and each number in its one form', () => {
  expect(canonicalText({ '\ufb33': 1, '😀': 2, '€': 3, b: 4, '10': 5, '9': 6, a: [] })).toBe(
    '{"10":5,"9":6,"a":[],"b":4,"€":3,"😀":2,"\ufb33":1}',
  )
  expect(canonicalText([-0, 1e21 / 1e21, 1e-7, 0.000001, 1.0, '\u0001\u2028"\\/'])).toBe(
    '[0,1,1e-7,0.000001,1,"\\u0001\u2028\\"\\\\/"]',
  )
})

test('CA-57 what has no one form is refused: half characters in keys and values, numbers beyond 2^53 - 1, what is no JSON', () => {
  const refused = [
    '\ud800',
    'x\udc00',
    { '\ud800': 1 },
    { a: [{ 'b\udfff': 1 }] },
    JSON.parse('9007199254740993'),
    -(2 ** 53),
    1e300,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1n,
    undefined,
    new Date(0),
    () => 1,
    { a: undefined },
    [undefined],
  ]
  for (const value of refused) expect(() => canonicalText(value)).toThrow('no canonical JSON')
})

test('CA-57 a text that names a key twice in one object is found, also by an escape, and one in two objects is not', () => {
  for (const text of [
    '{"a":1,"a":2}',
    '[{"a":{"b":1,"c":[],"b":2}}]',
    '{"a":1,"\\u0061":2}',
    '{"":1,"":1}',
    '{"a":[{"x":1}],"a":1}',
  ])
    expect(hasDuplicateKeys(text)).toBe(true)
  for (const text of [
    '{"a":{"a":1},"b":"a","c":["a","a",{"a":1}]}',
    '[{"a":1},{"a":1}]',
    '{"a":"\\"a\\",{","b":"}"}',
    '"a"',
    '1',
    '{}',
  ])
    expect(hasDuplicateKeys(text)).toBe(false)
  expect(hasDuplicateKeys(`{"a":"${'\\"x'.repeat(80_000)}","b":1}`)).toBe(false)
})
