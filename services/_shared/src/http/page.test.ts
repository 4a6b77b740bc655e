import { expect, test } from 'vitest'
import { newId } from '../ids.ts'
import { encodeCursor } from './cursor.ts'
import { afterCreated, createdCursor, cursorPage, page } from './page.ts'

test('GW-20 total and pages are there only where a count was asked for', () => {
  const asked = { ps: 2, pi: 1 }
  expect(page(['c'], asked, 3)).toEqual({ list: ['c'], size: 2, index: 1, total: 3, pages: 2 })
  expect(page([], asked, 0)).toMatchObject({ total: 0, pages: 0 })
  expect(page([], asked)).toMatchObject({ total: null, pages: null })
  expect(page([], asked, null)).toMatchObject({ total: null, pages: null })
})

test('GW-21 there is a next cursor only where more was found than fits, and it names the last row that is shown', () => {
  const rows = [3, 2, 1].map((n) => ({ id: newId(), created_at: new Date(n) }))
  const first = cursorPage(rows, 2, createdCursor)
  expect(first.shown).toEqual(rows.slice(0, 2))
  expect(afterCreated(first.nextCursor ?? undefined)).toEqual([rows[1]?.created_at, rows[1]?.id])
  expect(cursorPage(rows, 3, createdCursor)).toEqual({ shown: rows, nextCursor: null })
  expect(afterCreated(undefined)).toEqual([null, null])
})

test('GW-21 a cursor that somebody made up and that names no time is refused, not a fault of the database', () => {
  const at = (sortKey: bigint) => encodeCursor({ sortKey, id: newId() })
  for (const sortKey of [2n ** 63n - 1n, -(2n ** 63n), -1n, 8_640_000_000_000_001n])
    expect(() => afterCreated(at(sortKey))).toThrow('BAD_CURSOR')
  expect(afterCreated(at(8_640_000_000_000_000n))[0]).toEqual(new Date(8_640_000_000_000_000))
})
