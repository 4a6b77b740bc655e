import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from '../ids.ts'
import { Rejection } from '../rejection.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'

test('GW-21 a cursor comes back as it was made, in 27 characters', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (sortKey) => {
      const cursor = { sortKey, id: newId() }
      const text = encodeCursor(cursor)
      expect(text).toMatch(/^[A-Za-z0-9_-]{27}$/)
      expect(decodeCursor(text)).toEqual(cursor)
    }),
  )
})

test('GW-21 anything else is refused', () => {
  const good = encodeCursor({ sortKey: 5n, id: newId() })
  const bad = ['', 'x', `${good}A`, good.slice(1), `${good}=`, good.replace(/.$/, '!'), ` ${good}`]
  for (const text of bad) expect(() => decodeCursor(text)).toThrow(new Rejection('BAD_CURSOR').message)
})
