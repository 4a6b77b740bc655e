import { expect, test } from 'vitest'
import { mergeNotices } from './notices.ts'

const [one, other] = ['0x1', '0x2']
const MOST = 2n ** 256n - 1n

test('AI-1 notices of a contract become ranges that don’t touch, whatever their number and order', () => {
  const storm = Array.from({ length: 7_500 }, () => ({ contract: one, from: 0n, to: MOST }))
  expect(mergeNotices(storm)).toEqual([{ contract: one, permanentBlock: undefined, ranges: [[0n, MOST]] }])
  const single = [9n, 1n, 3n, 2n, 9n, 7n].map((token) => ({ contract: one, from: token, to: token }))
  expect(mergeNotices([...single, { contract: other, from: 1n, to: 1n }])).toEqual([
    {
      contract: one,
      permanentBlock: undefined,
      ranges: [
        [1n, 3n],
        [7n, 7n],
        [9n, 9n],
      ],
    },
    { contract: other, permanentBlock: undefined, ranges: [[1n, 1n]] },
  ])
})

test('AI-1 what is permanent from a block on stays apart, and a range that ends before it begins is none', () => {
  expect(
    mergeNotices([
      { contract: one, from: 5n, to: 3n },
      { contract: one, from: 4n, to: 4n, permanentBlock: 7 },
      { contract: one, from: 4n, to: 4n },
    ]),
  ).toEqual([
    { contract: one, permanentBlock: 7, ranges: [[4n, 4n]] },
    { contract: one, permanentBlock: undefined, ranges: [[4n, 4n]] },
  ])
})
