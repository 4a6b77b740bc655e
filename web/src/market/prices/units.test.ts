import { expect, test } from 'vitest'
import { timesText } from './units.ts'

test.each([
  ['1', 'erc721', undefined],
  ['1', 'erc1155', '×1'],
  ['1200', 'erc1155', '×1,200'],
  ['2', 'erc721', '×2'],
] as const)('M§9 %s of an %s are told as %s', (amount, type, text) => {
  expect(timesText(amount, type)).toBe(text)
})
