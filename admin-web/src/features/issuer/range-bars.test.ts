import { expect, test } from 'vitest'
import { barsOf } from './range-bars.ts'

const range = (contract_address: string, token_from: string | null, token_to = token_from) => ({
  blockchain: 'kub',
  contract_address,
  token_from,
  token_to,
  abstract: null,
})

test('the ranges of a contract stand on one line of numbers; a whole contract fills it, a single token can be seen', () => {
  const [first, second] = barsOf([range('0xa', '0', '49'), range('0xb', null), range('0xa', '50', '99')])
  expect(first?.bars.map(({ left, width }) => [left, width])).toEqual([
    [0, 50],
    [50, 50],
  ])
  expect(second?.bars.map(({ left, width }) => [left, width])).toEqual([[0, 100]])
  const huge = barsOf([range('0xa', '1'), range('0xa', (2n ** 256n - 1n).toString())])
  expect(huge[0]?.bars.map(({ left, width }) => [left, width])).toEqual([
    [0, 1.5],
    [98.5, 1.5],
  ])
})
