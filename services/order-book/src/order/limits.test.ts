import { expect, test } from 'vitest'
import { putOf, refusal, terms } from '../../test/samples.ts'
import { checkLimits, decide } from './decide.ts'
import { initialOrder } from './state.ts'

test('OB-26 what is full lets nobody in', () => {
  const full = { ofCustomer: 0, ofAsset: 50 }
  expect(() => decide(putOf(terms(), { open: full }), initialOrder)).toThrow(
    refusal('TOO_MANY_ORDERS_FOR_ASSET'),
  )
})

test('OB-26 the last free place is given, no more; OB-27 the limits are arguments', () => {
  const limits = { ordersPerCustomer: 10, ordersPerAsset: 2 }
  expect(() => checkLimits({ ofCustomer: 9, ofAsset: 1 }, limits)).not.toThrow()
  expect(() => checkLimits({ ofCustomer: 10, ofAsset: 0 }, limits)).toThrow(
    refusal('TOO_MANY_ORDERS', { details: { limit: 10 } }),
  )
  expect(() => checkLimits({ ofCustomer: 2, ofAsset: 2 }, limits)).toThrow(
    refusal('TOO_MANY_ORDERS_FOR_ASSET', { details: { limit: 2 } }),
  )
})
