import { expect, test } from 'vitest'
import type { ProviderAnswer } from './commands.ts'
import { type Claimed, differencesOf } from './compare.ts'

const ours: Claimed = { status: 'completed', orderNo: 'o1', customerId: 'join-a', amount: 500n }
const answer: ProviderAnswer = {
  ...{
    transactionId: '7',
    orderNo: 'o1',
    customerId: 'join-a',
    amount: 500n,
    currency: '764',
    paymentStatus: 0,
  },
}

test('a payment that both sides tell alike has no difference', () => {
  expect(differencesOf(ours, answer)).toEqual([])
})

test('a payment that only we know is a difference where it was credited, and none where it was not', () => {
  expect(differencesOf(ours, undefined)).toEqual(['credited, and the provider knows no such payment'])
  expect(differencesOf({ ...ours, status: 'failed' }, undefined)).toEqual([])
})

test('a payment that is paid at the provider and not credited is a difference, and the other way round', () => {
  expect(differencesOf({ ...ours, status: 'failed' }, answer)).toEqual([
    "status: ours failed, the provider's completed",
  ])
  expect(differencesOf(ours, { ...answer, paymentStatus: 1 })).toEqual([
    "status: ours completed, the provider's failed",
  ])
  expect(differencesOf(ours, { ...answer, paymentStatus: 77 })).toEqual([
    "status: ours completed, the provider's unknown (77)",
  ])
})

test.each([
  ['amount', { amount: 499n }],
  ['order number', { orderNo: 'o2' }],
  ['customer', { customerId: 'join-b' }],
  ['currency', { currency: '840' }],
])('another %s is a difference', (field, change) => {
  const [found, ...more] = differencesOf(ours, { ...answer, ...change })
  expect(found).toMatch(new RegExp(`^${field}: `))
  expect(more).toEqual([])
})
