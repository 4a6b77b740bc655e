import { expect, test } from 'vitest'
import { endOf } from './ended.ts'

const fill = { amount: '0', total: '5', left: '5', available: '5', percent: 0, last_tx: null }
const order = { status: 'offchain', expired: false, inactive: false, type: 'list', fill } as const
const said = (about: object) => endOf({ ...order, ...about }).map(({ text }) => text)

test('OB-6 an order that is over says how it ended, and what of it was sold before', () => {
  expect(said({ status: 'completed', fill: { ...fill, amount: '5' } })).toEqual(['order.endedSold'])
  expect(said({ status: 'completed', type: 'offer' })).toEqual(['order.endedAccepted'])
  expect(said({ status: 'cancelled', expired: true })).toEqual(['order.endedCancelled'])
  expect(said({ expired: true, inactive: true })).toEqual(['order.endedExpired'])
  const some = { fill: { ...fill, amount: '2' } }
  expect(said({ ...some, expired: true })).toEqual(['order.endedPart', 'order.endedExpired'])
  expect(said({ ...some, status: 'cancelled', type: 'offer' })).toEqual([
    ...['order.endedPartAccepted', 'order.endedCancelled'],
  ])
})
