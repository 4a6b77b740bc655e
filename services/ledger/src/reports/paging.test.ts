import { expect, test } from 'vitest'
import { cursorAfter, cursorOf, keyOf, placeOf } from './paging.ts'

test('GW-21 a report goes on by at most 50 characters, and by no other ones than it gave', () => {
  const place = { at: new Date('2026-11-27T12:34:56.789Z'), id: 'f'.repeat(24) }
  const customer = '0f8fad5b-d9cb-469f-a165-70867728950e'
  expect(placeOf(cursorAfter(place))).toEqual(place)
  expect(keyOf(cursorOf(customer))).toBe(customer)
  expect(cursorAfter(place).length).toBeLessThanOrEqual(50)
  expect(cursorOf(customer).length).toBeLessThanOrEqual(50)
  for (const wrong of ['*', `${cursorOf(customer)}=`]) expect(() => keyOf(wrong)).toThrow('BAD_CURSOR')
  expect(() => placeOf(cursorOf('? id'))).toThrow('BAD_CURSOR')
})
