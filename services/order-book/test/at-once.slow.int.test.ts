import { ResponseError } from '@talad/proto/http/client'
import { cancelOrder, type PutOrderBody, putOrder } from '@talad/proto/http/order-book/orders'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { list, listingBody } from './bodies.ts'
import { type Market, startMarket } from './market.ts'
import { introduce } from './messages.ts'

const CALLS = 50
const ROUNDS = 10
const LIMITS = { LIMIT_ORDERS_PER_CUSTOMER: 10, LIMIT_ORDERS_PER_ASSET: 2 }
/** few enough that the limit of an asset is met, enough that the customer's is */
const ASSETS = 8

let market: Market
beforeAll(async () => {
  market = await startMarket(inject('postgres'), LIMITS)
  await introduce(market)
})
afterAll(() => market?.stop())
beforeEach(() => market.db.query('update order_row set open = false'))

const times = <T>(make: (n: number) => T) => Array.from({ length: CALLS }, (_, n) => make(n))

/** @returns 'done', or why it was refused */
async function outcomeOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work()
    return 'done'
  } catch (error) {
    if (error instanceof ResponseError) return error.code
    if (error instanceof Error && 'constraint' in error) return String(error.constraint)
    throw error
  }
}

async function expectLimits(): Promise<void> {
  const { rows } = await market.db.query<{ n: number; token: string | null }>(
    `select count(*)::int as n, token_id as token from order_row where open group by rollup (token_id)`,
  )
  for (const { n, token } of rows) {
    const limit = token === null ? LIMITS.LIMIT_ORDERS_PER_CUSTOMER : LIMITS.LIMIT_ORDERS_PER_ASSET
    expect(n, `open ${token ?? 'in all'}`).toBeLessThanOrEqual(limit)
  }
}

test('OB-26 B17 of fifty orders at once exactly as many are let in as the limits allow, and of fifty cancels at once each order is canceled once', async () => {
  const seller = market.clientOf('seller')
  for (let round = 0; round < ROUNDS; round++) {
    const bodies: PutOrderBody[] = []
    for (let n = 0; n < CALLS; n++)
      bodies.push(await listingBody(market, { tokenId: String((n % ASSETS) + 1) }))
    const put = await Promise.all(bodies.map((body) => outcomeOf(() => seller(putOrder, { body }))))
    await expectLimits()
    expect(put.filter((outcome) => outcome === 'done')).toHaveLength(LIMITS.LIMIT_ORDERS_PER_CUSTOMER)
    expect(put.filter((outcome) => outcome !== 'done' && !outcome.startsWith('too_many_orders'))).toEqual([])
    const open = await market.db.query<{ order_id: string }>('select order_id from order_row where open')
    const ids = times((n) => open.rows[n % open.rows.length]?.order_id ?? '')
    const canceled = await Promise.all(
      ids.map((order_id) => outcomeOf(() => seller(cancelOrder, { body: { order_id } }))),
    )
    expect(canceled.filter((outcome) => !['done', 'cancel_refused'].includes(outcome))).toEqual([])
    const { rows } = await market.db.query(
      `select 1 from order_row where open union all
       (select 1 from kit.event where type = 'OrderCancelled' group by stream having count(*) > 1)`,
    )
    expect(rows).toEqual([])
  }
})

test('OB-26 B17 with nobody looking at the limits first, the database alone holds them', async () => {
  const order = await list(market, { tokenId: '1' })
  const insert = (n: number, token_id: string) =>
    outcomeOf(() =>
      market.db.query(
        `insert into order_row select (jsonb_populate_record(o, $2::jsonb)).* from order_row o where order_id = $1`,
        [order._id, { hash: `0x${n}`, order_id: `copy-${n}`, token_id }],
      ),
    )
  const isRefused = (outcome: string) => outcome !== 'done'
  const ofOne = await Promise.all(times((n) => insert(CALLS + n, '1')))
  expect(new Set(ofOne.filter(isRefused))).toEqual(new Set(['order_limit_of_asset']))
  const ofMany = await Promise.all(times((n) => insert(n, `${(n % ASSETS) + 1}`)))
  await expectLimits()
  expect([...ofOne, ...ofMany].filter(isRefused)).toHaveLength(
    2 * CALLS - LIMITS.LIMIT_ORDERS_PER_CUSTOMER + 1,
  )
  expect(ofMany).toContain('order_limit_of_customer')
})
