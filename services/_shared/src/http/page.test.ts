import { expect, test } from 'vitest'
import { newId } from '../ids.ts'
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
