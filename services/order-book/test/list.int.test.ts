import { orderTypes } from '@talad/contracts/seaport'
import {
  distributionPreview,
  getOrder,
  listOrders,
  type Order,
  orderTerms,
} from '@talad/proto/http/order-book/orders'
import * as shared from '@talad/proto/http/order-book/seaport'
import { change } from '@talad/shared/stream'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { orders, streamId } from '../src/order/stream.ts'
import { orderView } from '../src/public-state/order.ts'
import type { Terms } from '../src/public-state/terms.ts'
import { list } from './bodies.ts'
import { type Market, startMarket } from './market.ts'
import { asset, contractOf, introduce, suspension } from './messages.ts'
import { putOf } from './samples.ts'

let market: Market
/** Cheap, dear and a week long; suspended; long over. */
let cheap: Order
let dear: Order
let hidden: Order
let over: string

beforeAll(async () => {
  market = await startMarket(inject('postgres'))
  await introduce(market)
  cheap = await list(market, { tokenId: '1', text: '20' })
  dear = await list(market, { tokenId: '2', text: '9000', duration: '7d', durationSeconds: 604_800 })
  hidden = await list(market, { tokenId: '3', text: '500' })
  await market.send(suspension(market, '3', 1))
  over = await putLongAgo(dear)
  await until('all is listed', async () => {
    const found = await market.db.query<{ all: bigint; off: bigint }>(
      'select count(*) as all, count(*) filter (where inactive) as off from order_view',
    )
    return found.rows[0]?.all === 4n && found.rows[0].off === 1n
  })
})
afterAll(() => market?.stop())

/** An order that was put last year, written straight into the log: no clock of a running service can be turned. */
async function putLongAgo(like: Order): Promise<string> {
  return putLike(like, '9', () => ({ start: 1_700_000_000, end: 1_700_086_400 }))
}

/** An order like another one, written straight into the log, and what became of it. */
async function putLike(
  like: Order,
  digit: string,
  about: (terms: Terms) => Partial<Terms>,
  filled = 0n,
): Promise<string> {
  const doc = await until('the example is shown', async () => {
    const found = await market.db.query('select doc from order_view where hash = $1', [like.hash])
    return found.rows[0]?.doc
  })
  const { terms } = orderView.parse(doc)
  const hash = `0x${digit.repeat(64)}`
  const deps = { db: market.db, now: () => new Date() }
  await change(
    deps,
    orders,
    streamId(hash),
    putOf({ ...terms, hash, orderId: digit.repeat(24), ...about(terms) }),
  )
  const fact = { key: hash, kind: 'filled', units: filled, txHash: hash, logIndex: 0, block: 101n } as const
  if (filled > 0n) await change(deps, orders, streamId(hash), { type: 'SeeFact', fact })
  return hash
}

async function found(query: Record<string, string>, who?: string) {
  const page = await market.clientOf(who)(listOrders, { query })
  return page.list.map((order) => order.hash)
}

test('OB-38 lists leave out what is expired or inactive unless asked', async () => {
  expect(new Set(await found({}))).toEqual(new Set([cheap.hash, dear.hash]))
  expect(new Set(await found({ ie: '1' }))).toEqual(new Set([cheap.hash, dear.hash, over]))
  expect(new Set(await found({ ii: '1' }))).toEqual(new Set([cheap.hash, dear.hash, hidden.hash]))
  expect(await found({ oi: 'true' })).toEqual([hidden.hash])
})

test('OB-3 OB-38 the statuses of a query are an OR, and an inactive order has only that one', async () => {
  expect(await found({ st: 'in' })).toEqual([hidden.hash])
  expect(new Set(await found({ st: 'of,in' }))).toEqual(new Set([cheap.hash, dear.hash, hidden.hash]))
  expect(new Set(await found({ st: 'of', ii: '1' }))).toEqual(new Set([cheap.hash, dear.hash]))
  expect(await found({ st: 'co,ca' })).toEqual([])
})

test('OB-5 an expired order says so, and keeps its status', async () => {
  const page = await market.clientOf()(listOrders, { query: { ie: '1', sr: 'st', sd: 'asc' } })
  expect(page.list[0]).toMatchObject({ hash: over, expired: true, status: 'offchain' })
  expect(page.list[0]?.actions).toMatchObject([{ name: 'buy', enabled: false, reasons: ['expired'] }])
})

test('GW-30 listings come cheapest first, mixed newest first, each code in both directions', async () => {
  expect(await found({ tp: 'li' })).toEqual([cheap.hash, dear.hash])
  expect(await found({ sr: 'pr' })).toEqual([cheap.hash, dear.hash])
  expect(await found({ sr: 'pr', sd: 'd' })).toEqual([dear.hash, cheap.hash])
  expect(await found({ sr: 'du' })).toEqual([dear.hash, cheap.hash])
  expect(await found({ sr: 'en', sd: 'a' })).toEqual([cheap.hash, dear.hash])
  for (const sr of ['st', 'ta', 'fa', 'la', 'fp']) expect(await found({ sr })).toHaveLength(2)
  await expect(found({ sr: 'zz' })).rejects.toMatchObject({ status: 400 })
})

test('OB-38 filters by asset, offerer, customer, currency and price', async () => {
  const ad = contractOf(market, 'single')
  expect(await found({ ad, ti: '1' })).toEqual([cheap.hash])
  const wrong = '0x5Aaeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'.replace('5A', '5a')
  await expect(found({ ad: wrong })).rejects.toMatchObject({ status: 400, problem: { field: 'ad' } }) // GW-17
  expect(await found({ ad: contractOf(market, 'multiple') })).toEqual([])
  expect(await found({ wl: market.seller.address, bc: 'kub' })).toHaveLength(2)
  expect(await found({ wl: market.stranger.address })).toEqual([])
  expect(await found({ oc: 'join-seller' }, 'seller')).toHaveLength(2)
  expect(await found({ oc: 'join-stranger' }, 'stranger')).toEqual([])
  expect(await found({ tp: 'of' })).toEqual([])
  expect(await found({ cu: 'THB' })).toHaveLength(2)
  expect(await found({ cu: 'jfin' })).toEqual([])
  expect(await found({ vf: '20', vt: '20.00', cv: 'thb' })).toEqual([cheap.hash])
  expect(await found({ vf: '20.01' })).toEqual([dear.hash])
  expect(await found({ vf: '-1', vt: '20' })).toEqual([cheap.hash])
  expect(await found({ vf: '1', cv: 'jfin' })).toEqual([])
  await expect(found({ vf: '1', cv: 'usd' })).rejects.toMatchObject({ status: 400, problem: { field: 'cv' } })
})

test('AI-7 OB-38 ak and ac find the orders about assets that stand for a virtual collection, among several for any', async () => {
  expect(await found({ ac: 'sea' })).toEqual([])
  const { token } = cheap.basic.asset
  const stands = {
    abstractKind: 'vnft',
    abstractCollectionId: 'sea',
    abstractItemId: '1',
    abstractTokenId: '9',
  }
  await market.send(asset(market, 'single', token.id, stands))
  await until('it is heard of', async () => (await found({ ac: 'sea' })).length === 1)
  expect(await found({ ac: 'sea' })).toEqual([cheap.hash])
  expect(await found({ ak: 'vnft,ticket', ac: 'sky,sea', ad: contractOf(market, 'single') })).toEqual([
    cheap.hash,
  ])
  expect(await found({ ak: 'ticket', ac: 'sea' })).toEqual([])
  const page = await market.clientOf()(listOrders, { query: { ak: 'vnft', count: '1' } })
  expect(page.total).toBe(1)
  await expect(found({ ac: 'a b' })).rejects.toMatchObject({ status: 400, problem: { field: 'ac.0' } })
  await market.send(asset(market, 'single', token.id))
  await until('it stands for nothing', async () => (await found({ ac: 'sea' })).length === 0)
})

test('OB-38 orders that are named by their hashes are told together, whatever their state', async () => {
  const { hash } = cheap
  const asked = [hash, hidden.hash, over, `0x${'0'.repeat(64)}`]
  expect(new Set(await found({ ha: asked.join(',') }))).toEqual(new Set([hash, hidden.hash, over]))
  expect(await found({ ha: hash, ti: '2' })).toEqual([])
})

test('MO-36 orders tell who is paid to themselves and to admins, and nobody else by a customer id', async () => {
  const payees = async (who?: string) => {
    const { list } = await market.clientOf(who)(listOrders, { query: { ti: '1' } })
    const { shipping } = list[0] ?? {}
    return [shipping?.offerer_customer_id, ...(shipping?.distribution ?? []).map((one) => one.customer_id)]
  }
  const unnamed = [null, null, null, '{offerer}']
  expect(await payees()).toEqual(unnamed)
  expect(await payees('stranger')).toEqual(unnamed)
  expect(await payees('seller')).toEqual(['join-seller', null, null, 'join-seller'])
  const picked = await market.clientOf('stranger')(getOrder, { query: { ha: cheap.hash } })
  expect(JSON.stringify(picked)).not.toContain('join-')
})

test('MO-36 whose orders they are is told to nobody else: a list by a customer id is for that customer', async () => {
  expect(await found({ oc: 'join-seller' })).toEqual([])
  expect(await found({ oc: 'join-seller' }, 'stranger')).toEqual([])
  const page = await market.clientOf('stranger')(listOrders, { query: { oc: 'join-seller', count: '1' } })
  expect(page).toMatchObject({ list: [], total: 0, pages: 0 })
})

test('GW-20 a page has a total only when it was asked for', async () => {
  const call = market.clientOf()
  expect(await call(listOrders, { query: { ps: '1', pi: '1' } })).toMatchObject({
    size: 1,
    index: 1,
    total: null,
  })
  expect(await call(listOrders, { query: { ps: '1', count: '1' } })).toMatchObject({ total: 2, pages: 2 })
  await expect(call(listOrders, { query: { ps: '101' } })).rejects.toMatchObject({ status: 400 })
})

test('OB-34 a preview tells who would receive what, and what is wrong', async () => {
  const call = market.clientOf()
  const { point_token } = await call(orderTerms, {})
  const contract = { blockchain: 'kub', address: contractOf(market, 'single'), type: 'erc721' }
  const body = { contract, token_id: '1', token: point_token.address, price: '1000.01' }
  const preview = await call(distributionPreview, { body })
  expect(preview).toMatchObject({
    service_fee: { percent: 2.5, value: '2500', displayValue: '25.00', familyValue: '25', symbol: 'THB' },
    royalty_fee: { percent: 5, value: '5000' },
    net: { percent: 92.5, value: '92501' },
    input: { percent: 100, value: '100001', displayValue: '1000.01' },
    output: { value: '92501' },
    is_shipping: true,
    minimum_join_kyc_level: 2,
  })
  const refused = (change: object) => call(distributionPreview, { body: { ...body, ...change } })
  const { price: _, ...withoutPrice } = body
  await expect(call(distributionPreview, { body: withoutPrice })).rejects.toMatchObject({
    status: 400,
    message: 'price not found',
  })
  await expect(refused({ token: market.deployment.hthb })).rejects.toMatchObject({
    message: 'token not found',
  })
  await expect(refused({ contract: { ...contract, type: 'erc20' } })).rejects.toMatchObject({
    message: 'Unsupported contract type',
  })
})

test('GW-30 OB-38 the types of a query are an OR; offers come dearest first, mixed newest first, and each code sorts both ways', async () => {
  const offer = (digit: string, about: { raw: bigint; amount: bigint; later: number; filled: bigint }) =>
    putLike(
      ...([dear, digit] as const),
      ({ price, start, end }) => ({
        type: 'offer',
        amount: about.amount,
        price: { ...price, raw: about.raw },
        start: start - 100 - about.later,
        end: end + about.later,
      }),
      about.filled,
    )
  const low = await offer('5', { raw: 2_000n, amount: 4n, later: 10, filled: 1n })
  const high = await offer('6', { raw: 3_000n, amount: 10n, later: 20, filled: 9n })
  await until('both are shown as sold in part', async () => {
    const { rows } = await market.db.query('select 1 from order_view where percent > 0')
    return rows.length === 2
  })
  // whether its offerer could fill it is looked at meanwhile, and is no matter here
  const all = (query: Record<string, string>) => found({ ii: '1', ...query })

  expect(await all({ tp: 'of' })).toEqual([high, low])
  expect(await all({ tp: 'de' })).toEqual([])
  const listings = await all({ tp: 'li' })
  expect(listings).toEqual([cheap.hash, hidden.hash, dear.hash])
  const mixed = await all({ tp: 'li,of' })
  expect(mixed.slice(-2)).toEqual([low, high])
  expect(mixed.slice(0, -2).sort()).toEqual(listings.toSorted())
  expect(await all({})).toEqual(mixed)
  const down = {
    pr: [high, low],
    st: [low, high],
    en: [high, low],
    du: [high, low],
    ta: [high, low],
    fa: [high, low],
    la: [low, high],
    fp: [high, low],
  }
  for (const [sr, expected] of Object.entries(down)) {
    for (const query of [{ sr }, { sr, sd: 'd' }, { sr, sd: 'desc' }])
      expect([query, await all({ tp: 'of', ...query })]).toEqual([query, expected])
    for (const sd of ['a', 'asc'])
      expect([sr, sd, await all({ tp: 'of', sr, sd })]).toEqual([sr, sd, expected.toReversed()])
  }
  await expect(found({ sr: 'zz' })).rejects.toMatchObject({ status: 400 })
})

test('OB-12 browser and server sign by the same types', () => {
  expect(shared.orderTypes).toEqual(orderTypes)
})

test('OB-38 what is sold or cancelled comes where it is asked for by its state, its hash or as what is over', async () => {
  const sold = await putLike(cheap, '7', () => ({}), 1n)
  await until('it is shown as sold', async () => {
    const { rows } = await market.db.query(
      `select 1 from order_view where hash = $1 and status = 'completed'`,
      [sold],
    )
    return rows.length === 1
  })
  expect(await found({})).not.toContain(sold)
  expect(await found({ ie: '1', ii: '1' })).not.toContain(sold)
  expect(await found({ st: 'co' })).toEqual([sold])
  expect(await found({ ha: sold })).toEqual([sold])
  expect(await found({ oe: '1' })).toContain(sold)
})
