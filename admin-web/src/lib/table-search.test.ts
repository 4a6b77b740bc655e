import { expect, test } from 'vitest'
import {
  changed,
  hiddenIn,
  hideText,
  isSameView,
  refined,
  sortOf,
  sortText,
  tableSearch,
  viewOf,
} from './table-search.ts'

const search = { st: 'pending', sort: '-created', at: '3', id: 'a'.repeat(24) }

test('another page or another open row leaves the rest of the address as it is', () => {
  expect(changed(search, { at: '4' })).toEqual({ ...search, at: '4' })
  expect(changed(search, { id: undefined, st: '' })).toEqual({ sort: '-created', at: '3' })
})

test('another filter or order begins at the first page with nothing open', () => {
  expect(refined(search, { st: 'success' })).toEqual({ st: 'success', sort: '-created' })
})

test('a saved view is the same on every page and whatever is open', () => {
  expect(viewOf(search)).toEqual({ st: 'pending', sort: '-created' })
  expect(isSameView(search, { sort: '-created', st: 'pending' })).toBe(true)
  expect(isSameView(search, { st: 'pending' })).toBe(false)
})

test('an order is written as one word', () => {
  expect(sortOf('-created')).toEqual({ key: 'created', desc: true })
  expect(sortText({ key: 'value', desc: false })).toBe('value')
  expect(sortOf('')).toBeUndefined()
})

test('columns that are usually hidden can all be shown, and the address says nothing of what is usual', () => {
  const usually = ['fee', 'note']
  expect(hiddenIn({}, usually)).toEqual(usually)
  expect(hideText(['note', 'fee'], usually)).toBeUndefined()
  const all = hideText([], usually)
  expect(hiddenIn({ hide: all ?? '' }, usually)).toEqual([])
  expect(hiddenIn({ hide: hideText(['fee'], usually) ?? '' }, usually)).toEqual(['fee'])
})

test('an address that nobody wrote in the app is an empty one', () => {
  expect(tableSearch.parse({ a: 'x'.repeat(301) })).toEqual({})
  expect(tableSearch.parse({ tr: [{ key: 'x' }] })).toEqual({})
})
