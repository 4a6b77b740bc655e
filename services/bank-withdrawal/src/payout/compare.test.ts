import { expect, test } from 'vitest'
import { differencesOf } from './compare.ts'

const ours = { status: 'success', net: 8_500n, transferId: 't1', recipientId: 'r1' }
const theirs = {
  id: 't1',
  reference: 'w1',
  recipientId: 'r1',
  amount: 8_500n,
  currency: 'THB',
  sent: true,
  paid: true,
  failure: undefined,
}

test('a payout that both sides tell alike has no difference', () => {
  expect(differencesOf(ours, [theirs])).toEqual([])
  expect(differencesOf({ ...ours, status: 'provider_processing' }, [{ ...theirs, paid: false }])).toEqual([])
  expect(
    differencesOf({ ...ours, status: 'rejected' }, [{ ...theirs, paid: false, failure: 'closed' }]),
  ).toEqual([])
  expect(differencesOf({ ...ours, status: 'provider_processing', transferId: null }, [])).toEqual([])
})

test('what one side alone knows, what is there twice, and each other word is a difference', () => {
  expect(differencesOf(undefined, [theirs])).toEqual([
    'paid out by the provider, and we know no such withdrawal',
  ])
  expect(differencesOf(ours, [])).toEqual(['sent by us, and the provider knows no such transfer'])
  expect(differencesOf(ours, [theirs, { ...theirs, id: 't2' }])).toEqual(['2 transfers at the provider'])
  expect(differencesOf(ours, [{ ...theirs, paid: false, failure: 'closed' }])).toEqual([
    "status: ours success, the provider's rejected",
  ])
  expect(
    differencesOf(ours, [{ ...theirs, id: 't2', recipientId: 'r2', amount: 1n, currency: 'USD' }]),
  ).toEqual([
    "amount: ours 8500, the provider's 1",
    "transfer: ours t1, the provider's t2",
    "recipient: ours r1, the provider's r2",
    "currency: ours THB, the provider's USD",
  ])
})
