import { expect, test } from 'vitest'
import { differenceText } from './difference.ts'

test.each([
  ["amount: ours 25000, the provider's 24000", { key: 'difference.amount', ours: '25000', theirs: '24000' }],
  [
    "return: ours none, the provider's unknown (Held, twice)",
    { key: 'difference.return', ours: 'none', theirs: 'unknown (Held, twice)' },
  ],
  ["order number: ours A, the provider's B", { key: 'difference.orderNo', ours: 'A', theirs: 'B' }],
  ['2 transfers at the provider', { key: 'difference.transfers', count: '2' }],
  [
    'paid at the provider (Success), and we know no such payment',
    { key: 'difference.unknownPayment', theirs: 'Success' },
  ],
  ['credited, and the provider knows no such payment', { key: 'difference.missingPayment' }],
  ['sent by us, and the provider knows no such transfer', { key: 'difference.missingPayout' }],
  ['paid out by the provider, and we know no such withdrawal', { key: 'difference.unknownPayout' }],
])('a difference from a provider has words in both languages: %s', (what, told) => {
  expect(differenceText(what)).toEqual(told)
})

test('a difference that nobody has named stays as the service says it', () => {
  expect(differenceText('the moon is full')).toBeUndefined()
  expect(differenceText("constructor: ours 1, the provider's 2")).toBeUndefined()
})
