import { orderChanges } from '@talad/proto/http/order-book/order-changes'
import { cancelOrder, listOrders, type Order } from '@talad/proto/http/order-book/orders'
import { inTx } from '@talad/shared/db'
import { change, changeIn } from '@talad/shared/stream'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { orders, streamId } from '../src/order/stream.ts'
import { orderView } from '../src/public-state/order.ts'
import type { Terms } from '../src/public-state/terms.ts'
import { list } from './bodies.ts'
import { type Market, startMarket } from './market.ts'
import { introduce, suspension } from './messages.ts'
import { putOf } from './samples.ts'

let market: Market
let first: Order
let terms: Terms

beforeAll(async () => {
  market = await startMarket(inject('postgres'))
  await introduce(market)
  first = await list(market, { tokenId: '1', text: '20' })
  const doc = await until('the order is shown', async () => {
    const found = await market.db.query('select doc from order_view where hash = $1', [first.hash])
    return found.rows[0]?.doc
  })
  terms = orderView.parse(doc).terms
})
afterAll(() => market?.stop())

const hashOf = (digit: string) => `0x${digit.repeat(64)}`
/** An order like the first one, of another asset and of somebody else, who waits for nobody. */
function like(digit: string, about: Partial<Terms> = {}) {
  const whose = {
    customerId: `join-${digit}`,
    accountId: `account-${digit}`,
    offerer: `0x${digit.repeat(40)}`,
  }
  const which = { hash: hashOf(digit), orderId: digit.repeat(24), tokenId: digit }
  return [streamId(hashOf(digit)), putOf({ ...terms, ...whose, ...which, ...about })] as const
}

async function putLike(digit: string, about: Partial<Terms> = {}): Promise<string> {
  await change({ db: market.db, now: () => new Date() }, orders, ...like(digit, about))
  return hashOf(digit)
}

/** All pages after a cursor, until there is nothing more. */
async function follow(cs: string | undefined, lm: string) {
  const list: { hash: string; change: string; status: string }[] = []
  for (;;) {
    const page = await market.clientOf()(orderChanges, { query: { lm, ...(cs && { cs }) } })
    for (const { order, change: what } of page.list)
      list.push({ hash: order.hash, change: what, status: order.status })
    cs = page.nextCursor
    if (!page.more) return { list, cs }
  }
}

test('GW-21 GW-22 who follows the changes from the beginning has every order as it is, whatever the length of pages', async () => {
  const second = await list(market, { tokenId: '2', text: '30' })
  await market.clientOf('seller')(cancelOrder, { body: { order_id: second._id } })
  const all = await until('all is told', async () => {
    const { list: told } = await follow(undefined, '100')
    return told.some(({ status }) => status === 'cancelled') && told
  })
  expect(all).toEqual([
    { hash: first.hash, change: 'put', status: 'offchain' },
    { hash: second.hash, change: 'cancelled', status: 'cancelled' },
  ])
  for (const lm of ['1', '2']) {
    const kept = new Map((await follow(undefined, lm)).list.map(({ hash, status }) => [hash, status]))
    expect([...kept]).toEqual(all.map(({ hash, status }) => [hash, status]))
  }
  const { cs } = await follow(undefined, '100')
  expect(await follow(cs, '1')).toEqual({ list: [], cs })
  const third = await putLike('3')
  await until('the next one is told', async () => (await follow(cs, '1')).list[0]?.hash === third)
  expect((await follow(cs, '1')).list[0]).toMatchObject({ change: 'put' })
})

test('GW-21 what an open transaction may still come before waits for it, and nothing is left out', async () => {
  const { cs } = await follow(undefined, '100')
  // one change a page: what becomes of an order later is told later
  const putSince = async () =>
    (await follow(cs, '1')).list.flatMap(({ hash, change: what }) => (what === 'put' ? [hash] : []))
  const opened = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const slow = inTx(market.db, async (tx) => {
    await changeIn(tx, orders, ...like('4'), new Date())
    opened.resolve()
    await released.promise
  })
  await opened.promise
  const quick = await putLike('5')
  expect(await putSince()).toEqual([])
  released.resolve()
  await slow
  await until('both are told', async () => (await putSince()).length === 2)
  expect(await putSince()).toEqual([hashOf('4'), quick])
})

test('MO-7 an order on what is suspended is told as inactive, by a change of its own', async () => {
  const { cs } = await follow(undefined, '100')
  await market.send(suspension(market, '1', 1))
  const told = await until('the suspension is told', async () => {
    const page = await market.clientOf()(orderChanges, { query: { cs, lm: '100' } })
    return page.list.find(({ order }) => order.hash === first.hash)
  })
  expect(told).toMatchObject({
    change: 'inactivated',
    order: { status: 'inactive', inactive: true, inactive_reasons: ['suspended'] },
  })
})

test('OB-7 MO-36 a deal is told to nobody else, and no order by whose it is, but by what each share is', async () => {
  const counterparty = { customerId: 'join-friend', accountId: 'account-friend' }
  const { cs } = await follow(undefined, '100')
  await putLike('6', { type: 'deal', counterparty })
  const open = await putLike('7')
  const page = await until('what came after the deal is told', async () => {
    const asked = await market.clientOf()(orderChanges, { query: { cs, lm: '100' } })
    return asked.list.some(({ order }) => order.hash === open) && asked
  })
  expect(page.list.map(({ order }) => order.hash)).not.toContain(hashOf('6'))
  expect(JSON.stringify(page)).not.toMatch(/join-|account-/)
  const told = page.list.find(({ order }) => order.hash === open)?.order
  const { list: shown } = await market.clientOf()(listOrders, { query: { ha: open } })
  expect(told?.shipping?.distribution).toContainEqual(
    expect.objectContaining({ type: 'net', unit: 'ft_thb' }),
  )
  expect(told).toMatchObject({ shipping: shown[0]?.shipping, crypto: null })
})

test('GW-21 GW-22 a cursor that was never given, and a page too long, are refused', async () => {
  const beyond = (bytes: number[]) => Buffer.from([...bytes, ...Array(20 - bytes.length).fill(255)])
  for (const bad of ['x', beyond([0]).toString('base64url'), beyond([255]).toString('base64url')])
    await expect(market.clientOf()(orderChanges, { query: { cs: bad } })).rejects.toMatchObject({
      status: 400,
      code: 'bad_cursor',
    })
  await expect(market.clientOf()(orderChanges, { query: { lm: '101' } })).rejects.toMatchObject({
    status: 400,
  })
})
