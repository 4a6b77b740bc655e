import { expect, test } from 'vitest'
import { fromCursor, fromIndexed, indexOf, oneOf } from './pages.ts'

test('GW-18 a numbered page knows whether another one follows, with and without a total', () => {
  const page = { list: ['a', 'b'], size: 2, index: 1, total: null }
  expect(fromIndexed(page).next).toBe('2')
  expect(fromIndexed({ ...page, list: ['a'] }).next).toBeUndefined()
  expect(fromIndexed({ ...page, total: 4 })).toEqual({ rows: ['a', 'b'], next: undefined, total: 4 })
  expect(fromIndexed({ ...page, total: 5 }).next).toBe('2')
})

test('GW-18 a page with a cursor goes on until there is none', () => {
  expect(fromCursor({ list: ['a'], nextCursor: 'x' }).next).toBe('x')
  expect(fromCursor({ list: ['a'], nextCursor: null }).next).toBeUndefined()
})

test('an address that nobody wrote in the app asks for the first page and for no unknown word', () => {
  expect([indexOf('3'), indexOf('-1'), indexOf(undefined), indexOf('1e9')]).toEqual([3, 0, 0, 0])
  expect([oneOf(['a', 'b'], 'b'), oneOf(['a', 'b'], 'c')]).toEqual(['b', undefined])
})
