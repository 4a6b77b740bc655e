import type { Order } from '@talad/proto/http/order-book/orders'
import { queryClient } from '@talad/ui/client/query'
import { expect, test } from 'vitest'
import { assetPagesQuery, assetQuery } from '../features/asset/api/assets.ts'
import { ordersQuery } from '../features/order/api/asset-orders.ts'
import { ownOrdersQuery } from '../features/order/api/orders.ts'
import { shippingQuery } from '../features/purchase/api/shippings.ts'
import { offersQuery } from '../market/trading/offers.ts'
import { readOrdersEvery } from './use-asset-trade.ts'

const place = { blockchain: 'jfin', contract: `0x${'a'.repeat(40)}`, token: '7' }
const visitor = { account: undefined, wallets: [] }
const order = (shippings: number) => ({ shipped: { shippings } }) as Order

/** How long a query waits before it is read again, with such data. */
function everyMs({ refetchInterval }: { refetchInterval?: unknown }, data?: object): unknown {
  if (typeof refetchInterval !== 'function') return refetchInterval
  return refetchInterval({ state: { data } })
}

test('WB-10 cards are read each 60 s, orders of who buys and open purchases each 5 s, nothing more often than the public cache', () => {
  const cards = [
    ordersQuery(place, visitor),
    ownOrdersQuery({ side: 'sold', customerId: 'join-a' }),
    offersQuery(place, visitor),
  ]
  for (const query of [...cards, assetQuery(place), assetPagesQuery({})]) expect(everyMs(query)).toBe(60_000)
  expect(readOrdersEvery(false)).toBe(60_000)
  expect(readOrdersEvery(false, [order(0)])).toBe(60_000)
  expect(readOrdersEvery(true, [order(0)])).toBe(5_000)
  expect(readOrdersEvery(false, [order(0), order(1)])).toBe(5_000)
  for (const status of ['pending', 'processing', 'mined'])
    expect(everyMs(shippingQuery('s'), { status })).toBe(5_000)
  for (const status of ['completed', 'canceled', 'failed'])
    expect(everyMs(shippingQuery('s'), { status })).toBe(false)
  expect(queryClient.getDefaultOptions().queries?.staleTime).toBe(10_000)
})
