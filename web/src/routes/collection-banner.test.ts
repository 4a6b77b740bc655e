import { expect, test } from 'vitest'
import { SHELF, shelfOf } from './collection-banner.tsx'

const pictures = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ _id: String(n), src: `/media/${n}.webp` }))

test('the shelf of a collection is as long as a wide screen, however few pictures there are', () => {
  for (const count of [1, 3, 8, 12]) {
    const shelf = shelfOf(pictures(count))
    expect([shelf.length, new Set(shelf.map(({ key }) => key)).size]).toEqual([SHELF, SHELF])
    expect(shelf[count % SHELF]?.src).toBe(`/media/${count === 12 ? 4 : 0}.webp`)
  }
  expect(shelfOf([])).toEqual([])
})
