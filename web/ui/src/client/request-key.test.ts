import { expect, test } from 'vitest'
import { requestKey } from './request-key.ts'

test('GW-10 what is sent again has the key that it had, what was changed another, and each is short enough', () => {
  const key = `${crypto.randomUUID()}-12345-collection`
  const [first, again, changed] = ['a', 'a', 'b'].map((note) => requestKey(key, { note }))
  expect(again).toBe(first)
  expect(changed).not.toBe(first)
  expect(requestKey(key, undefined)).not.toBe(first)
  for (const length of [0, 1, 50, 1_000])
    expect(requestKey(key, 'ก'.repeat(length)).length).toBeLessThanOrEqual(64)
})
