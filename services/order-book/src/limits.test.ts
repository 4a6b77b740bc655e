import { expect, test } from 'vitest'
import { limitsOf } from './limits.ts'

const unset = { LIMIT_ORDERS_PER_CUSTOMER: undefined, LIMIT_ORDERS_PER_ASSET: undefined }

test('OB-27 production has 50 open orders and 5 of one asset, any other installation 10 and 2', () => {
  expect(limitsOf({ NODE_ENV: 'production', ...unset })).toEqual({ ordersPerCustomer: 50, ordersPerAsset: 5 })
  for (const NODE_ENV of ['development', 'test'] as const)
    expect(limitsOf({ NODE_ENV, ...unset })).toEqual({ ordersPerCustomer: 10, ordersPerAsset: 2 })
})

test('OB-27 an installation may say otherwise, whatever its kind', () => {
  const said = { LIMIT_ORDERS_PER_CUSTOMER: 7, LIMIT_ORDERS_PER_ASSET: 3 }
  for (const NODE_ENV of ['production', 'development'] as const)
    expect(limitsOf({ NODE_ENV, ...said })).toEqual({ ordersPerCustomer: 7, ordersPerAsset: 3 })
})
