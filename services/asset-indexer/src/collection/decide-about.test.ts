import { expect, test } from 'vitest'
import { aboutDue } from './decide-about.ts'

const now = new Date('2026-11-23T03:00:00Z')

test.each([
  [0, 24 * 60],
  [1, 5],
  [2, 10],
  [3, 20],
  [9, 1_280],
  [10, 24 * 60],
  [200, 24 * 60],
])("after %i failures in a row a collection's own words are read again in %i minutes", (tries, minutes) => {
  expect(aboutDue(tries, now)).toEqual(new Date(now.getTime() + minutes * 60_000))
})
