import { expect, test } from 'vitest'
import { rangesIn, rangesText } from './ranges.ts'

test('CA-78 numbers of tokens are read as they are typed, and shown so', () => {
  expect(rangesIn(' 1-10, 015\n20 – 21,')).toEqual([
    ['1', '10'],
    ['15', '15'],
    ['20', '21'],
  ])
  expect(rangesIn('')).toEqual([])
  for (const text of ['x', '1-', '1-2-3', '-1', '1 2']) expect(rangesIn(text)).toBeUndefined()
  expect(
    rangesText([
      ['1', '10'],
      ['15', '15'],
    ]),
  ).toBe('1–10, 15')
})
