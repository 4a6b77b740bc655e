import { getOrder } from '@talad/proto/http/order-book/orders'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { listingBody, post } from './bodies.ts'
import { type Market, startMarket } from './market.ts'
import { introduce } from './messages.ts'

const TIMES = 100
let market: Market
beforeAll(async () => {
  market = await startMarket(inject('postgres'), {
    LIMIT_ORDERS_PER_CUSTOMER: TIMES,
    LIMIT_ORDERS_PER_ASSET: TIMES,
  })
  await introduce(market)
})
afterAll(() => market?.stop())

test('OB-2 an order that was put is there for the next call, a hundred times in a row', {
  timeout: 240_000,
}, async () => {
  for (let n = 0; n < TIMES; n++) {
    const body = await listingBody(market, { tokenId: String((n % 40) + 1) })
    expect((await post(market, body)).status).toBe(201)
    const { order } = await market.clientOf()(getOrder, { query: { ha: body.order.hash } })
    expect(order.hash).toBe(body.order.hash)
  }
})
