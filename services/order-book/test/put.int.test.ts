import { getOrder, orderTerms, putOrder } from '@talad/proto/http/order-book/orders'
import type { Outgoing } from '@talad/shared/bus/port'
import { openDb } from '@talad/shared/db'
import { schemaDifferences } from '@talad/shared/testing/schema'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { changed, list, listingBody, post } from './bodies.ts'
import { type Market, startMarket, transact } from './market.ts'
import { asset, introduce, suspension } from './messages.ts'

let market: Market
beforeAll(async () => {
  market = await startMarket(inject('postgres'), { LIMIT_ORDERS_PER_CUSTOMER: 6, LIMIT_ORDERS_PER_ASSET: 2 })
  await introduce(market)
})
afterAll(() => market?.stop())
// limits count what is open: each test starts without
beforeEach(() => market.db.query('update order_row set open = false'))

async function counted(): Promise<bigint> {
  const found = await market.db.query<{ count: bigint }>('select count(*) as count from kit.event')
  return found.rows[0]?.count ?? 0n
}

test('OB-2 a listing that passes every check is stored, published and shown', async () => {
  const body = await listingBody(market, { text: '100.5' })
  const answer = await post(market, body)
  expect(answer.status).toBe(201)
  const order = answer.order
  if (!order) throw new Error('no order')
  expect(order.status).toBe('offchain')
  expect(order.basic.price).toMatchObject({ raw: '10050', value: '100.5', text: '100.5', family: 'thb' })
  expect(order.time.end - order.time.start).toBe(86_400)
  expect(Number(order.order.parameters.endTime)).toBe(order.time.end + 3_600)
  expect(order.shipping?.offerer_customer_id).toBe('join-seller')
  expect(order.actions.map((action) => action.name)).toEqual(['cancel', 'buy'])
  const message = await until('it is published', () => market.heard.find((one) => one.hash === order.hash))
  expect(message).toMatchObject({
    change: 'put',
    status: 'offchain',
    revision: 1,
    shipper: true,
    orderId: order._id,
  })
  expect(message.distribution.map((share) => [share.type, share.customerId, share.value])).toEqual([
    ['service', '', '251'],
    ['royalty', 'join-artist', '502'],
    ['net', 'join-seller', '9297'],
  ])
  const picked = await until('it can be picked', () =>
    market
      .clientOf()(getOrder, { query: { ha: order.hash } })
      .catch(() => undefined),
  )
  expect(picked.order).toMatchObject({ _id: order._id, status: 'offchain', hash: order.hash })
  // an unpublished detail of the row layout: the read schema matches the tables
  const owner = openDb(market.config.DATABASE_URL, { owner: true })
  const schema = new URL('../prisma/schema.prisma', import.meta.url).pathname
  expect(await schemaDifferences(owner, schema)).toEqual([])
  await owner.end()
})

test('OB-11 the same order fifty times at once is one order, counted once', async () => {
  const before = await counted()
  const body = await listingBody(market)
  const answers = await Promise.all(Array.from({ length: 50 }, () => post(market, body)))
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]))
  expect(new Set(answers.map((answer) => answer.order?._id)).size).toBe(1)
  expect(await counted()).toBe(before + 1n)
})

test('OB-26 twenty different orders at once fill the limit exactly', async () => {
  const bodies = await Promise.all(
    Array.from({ length: 20 }, (_, index) => listingBody(market, { tokenId: String(index + 1) })),
  )
  const answers = await Promise.all(bodies.map((body) => post(market, body)))
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(6)
  const refused = answers.filter((answer) => answer.status !== 201)
  expect(refused.every((answer) => answer.code === 'too_many_orders' && answer.status === 409)).toBe(true)
})

test('OB-26 one asset has its own, smaller limit', async () => {
  await list(market, { tokenId: '3' })
  await list(market, { tokenId: '3' })
  const third = await post(market, await listingBody(market, { tokenId: '3' }))
  expect(third).toMatchObject({ status: 409, code: 'too_many_orders_for_asset', rule: 'OB-26' })
  await list(market, { tokenId: '4' })
})

test('OB-27 the limits are those of the installation', async () => {
  const terms = await market.clientOf()(orderTerms, {})
  expect(terms.limits).toEqual({ orders_per_customer: 6, orders_per_asset: 2 })
})

test('OB-9 OB-34 every single fault of a listing has its own answer and stores nothing', async () => {
  const before = await counted()
  const good = await listingBody(market)
  const parameters = 'order.order.parameters'
  const cases: [string, unknown, number, string][] = [
    ['order.type', 'deal', 400, 'invalid_order_type'],
    ['asset.contract.type', 'erc20', 400, 'unsupported_contract_type'],
    ['asset.contract.type', 'erc1155', 400, 'invalid_order'],
    ['asset.token.id', '999', 404, 'asset_not_found'],
    ['order.blockchain', 'jfin', 400, 'invalid_order'],
    ['price.token', market.deployment.hthb, 400, 'token_not_found'],
    ['price.text', '19.99', 400, 'price_too_low'],
    ['price.text', '100.001', 400, 'too_many_decimals'],
    ['price.text', '1e3', 400, 'price_not_found'],
    ['price.text', '2000000', 400, 'price_too_high'],
    ['amount', 1.5, 400, 'validation'],
    ['amount', '1.5', 400, 'validation'],
    ['duration', '2d', 400, 'invalid_duration'],
    ['duration', '3d', 400, 'invalid_duration'],
    ['duration', '1.5m', 400, 'invalid_duration'],
    [`${parameters}.startTime`, '1', 400, 'invalid_duration'],
    [`${parameters}.endTime`, '4102444800', 400, 'invalid_duration'],
    [`${parameters}.offerer`, market.stranger.address, 403, 'invalid_offerer'],
    ['order.hash', `0x${'1'.repeat(64)}`, 400, 'hash_mismatch'],
    ['order.version', '1.6', 400, 'invalid_order'],
    ['order.shipping', undefined, 400, 'invalid_order'],
    ['order.crypto', { offerer_customer_id: '{offerer}', distribution: [] }, 400, 'invalid_order'],
    ['order.order.signature', undefined, 400, 'signature_required'],
    ['order.order.signature', '0x', 400, 'signature_required'],
    ['order.order.signature', '0x1234', 400, 'invalid_signature'],
    ['isJoinWallet', true, 403, 'invalid_join_signer'],
    ['unknown', 1, 400, 'validation'],
    ['order.order.parameters.unknown', 1, 400, 'validation'],
    ['allowPartial', undefined, 400, 'required_parameter'],
    ['shippingDistributions.0.value', '0', 400, 'invalid_distribution'],
    ['order.shipping.distribution.1.customer_id', 'join-thief', 400, 'invalid_distribution'],
    ['order.shipping.offerer_customer_id', 'join-thief', 400, 'invalid_distribution'],
  ]
  for (const [path, value, status, code] of cases) {
    expect([path, value, await post(market, changed(good, path, value))]).toMatchObject([
      path,
      value,
      { status, code },
    ])
  }
  expect(await counted()).toBe(before)
  expect((await post(market, good)).status).toBe(201)
})

test('OB-12 OB-25 a signed order that is not ours field by field is refused, naming the field', async () => {
  const before = await counted()
  const zero = `0x${'0'.repeat(40)}`
  const stranger = market.stranger.address.toLowerCase()
  const consideration = (change: object) => (components: { consideration: object[] }) => ({
    consideration: components.consideration.map((item) => ({ ...item, ...change })),
  })
  const cases: [string, (components: never) => object, string][] = [
    ['zone', () => ({ zone: zero }), 'invalid_parameters'],
    ['orderType', () => ({ orderType: 0 }), 'invalid_parameters'],
    ['orderType', () => ({ orderType: 3 }), 'invalid_parameters'],
    ['consideration', consideration({ recipient: stranger }), 'invalid_parameters'],
    ['consideration', consideration({ startAmount: '1', endAmount: '1' }), 'invalid_parameters'],
    ['consideration', consideration({ token: market.deployment.thbk }), 'invalid_parameters'],
    ['conduitKey', () => ({ conduitKey: `0x${'1'.repeat(64)}` }), 'invalid_parameters'],
    ['zoneHash', () => ({ zoneHash: `0x${'1'.repeat(64)}` }), 'invalid_parameters'],
    ['counter', () => ({ counter: '1' }), 'invalid_counter'],
    ['endTime', () => ({ endTime: String(Math.floor(Date.now() / 1_000) + 86_400) }), 'invalid_duration'],
  ]
  for (const [field, change, code] of cases) {
    const body = await listingBody(market, {
      components: (components) => ({ ...components, ...change(components as never) }),
    })
    expect(await post(market, body)).toMatchObject({ code, field: `order.order.parameters.${field}` })
  }
  expect(await counted()).toBe(before)
})

test('OB-9 an NFT that is not held, or not approved, is refused', async () => {
  const notHeld = await listingBody(market, { tokenId: '100' })
  expect(await post(market, notHeld)).toMatchObject({ status: 409, code: 'insufficient_nft' })
  const tooMany = await listingBody(market, { kind: 'multiple', amount: '101', text: '202' })
  expect(await post(market, tooMany)).toMatchObject({ status: 409, code: 'insufficient_nft', rule: 'OB-22' })
  await transact(market.single, market.seller, 'setApprovalForAll', market.deployment.seaport, false)
  expect(await post(market, await listingBody(market))).toMatchObject({
    status: 409,
    code: 'nft_not_approved',
    message: 'NFT not approved',
  })
  await transact(market.single, market.seller, 'approve', market.deployment.seaport, 2)
  expect((await post(market, await listingBody(market, { tokenId: '2' }))).status).toBe(201)
  await transact(market.single, market.seller, 'setApprovalForAll', market.deployment.seaport, true)
})

test('OB-9 KYC comes before the shape of the body, and sign-in before both', async () => {
  expect(await post(market, { nonsense: true }, 'seller', 1)).toMatchObject({
    status: 403,
    code: 'kyc_not_eligible',
    message: 'kyc level not eligible',
  })
  const response = await fetch(`${market.url()}${putOrder.path}`, { method: 'POST', body: '{' })
  expect(response.status).toBe(401)
})

test('OB-9 a suspended or untradable asset is refused', async () => {
  const body = await listingBody(market, { tokenId: '30' })
  const hears = async (message: Outgoing, sql: string) => {
    await market.send(message)
    await until('it is heard', async () => (await market.db.query(sql)).rows.length === 1)
  }
  const suspended = (active: boolean) =>
    `select 1 from suspension_replica where suspension_id = 's-30' and active = ${active}`
  await hears(suspension(market, '30', 1), suspended(true))
  expect(await post(market, body)).toMatchObject({ status: 403, code: 'asset_suspended' })
  await hears(suspension(market, '30', 2), suspended(false))
  const untradable = `select 1 from asset where token_id = '30' and not tradable`
  await hears(asset(market, 'single', '30', { tradable: false }), untradable)
  expect(await post(market, body)).toMatchObject({ status: 403, code: 'asset_not_tradable' })
})

test('OB-21 a price that does not divide by the amount is refused', async () => {
  const body = await listingBody(market, { kind: 'multiple', amount: '3', text: '100' })
  expect(await post(market, body)).toMatchObject({ code: 'price_not_divisible', rule: 'OB-21' })
})

test('GW-9 without the chain a put answers 503 with Retry-After and stores nothing; later it works', async () => {
  const body = await listingBody(market)
  const before = await counted()
  market.rpc.setDown(true)
  const away = await post(market, body)
  market.rpc.setDown(false)
  expect(away).toMatchObject({ status: 503, code: 'unavailable', retryAfter: '2' })
  expect(await counted()).toBe(before)
  expect((await post(market, body)).status).toBe(201)
})

test('GW-17 a mixed-case address with a wrong checksum is refused', async () => {
  const body = await listingBody(market)
  const address = body.asset.contract.address
  const mixed = `0x${address.slice(2, 20).toUpperCase()}${address.slice(20)}`
  expect(await post(market, changed(body, 'asset.contract.address', mixed))).toMatchObject({
    status: 400,
    code: 'validation',
    field: 'asset.contract.address',
  })
})
