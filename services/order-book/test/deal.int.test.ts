import { orderAdminHttp as http } from '@talad/proto/http/order-book/order-admin'
import { listOrders, type PutOrderBody } from '@talad/proto/http/order-book/orders'
import { grantPermissions } from '@talad/shared/testing/admins'
import { signToken } from '@talad/shared/testing/tokens'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { listingBody, post } from './bodies.ts'
import { type Market, startMarket } from './market.ts'
import { account, contractOf, introduce } from './messages.ts'
import { pick } from './steps.ts'

let market: Market
let clerk: string
beforeAll(async () => {
  market = await startMarket(inject('postgres'))
  await introduce(market)
  await market.send(account({ who: 'mali', kycLevel: 2, wallets: [] }))
  await until('the buyer is known', async () => {
    const { rows } = await market.db.query(`select 1 from account where customer_id = 'join-mali'`)
    return rows.length > 0
  })
  await grantPermissions(market.db, 'join-clerk', ['order.write', 'order.read'])
  await grantPermissions(market.db, 'join-reader', ['order.read'])
  clerk = await signToken(market.keys, { sub: 'account-clerk', jid: 'clerk' })
})
afterAll(() => market?.stop())

async function dealOf(tokenId: string, wanted: Parameters<typeof listingBody>[1] = {}) {
  const body = await listingBody(market, { tokenId, ...wanted })
  return { ...body, order: { ...body.order, type: 'deal' } }
}

async function putDeal(deal: PutOrderBody, about: object = {}, token = clerk) {
  const response = await fetch(`${market.url()}${http.putDeal.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({
      customer: 'join-seller',
      counterparty: 'join-mali',
      note: 'agreed by phone',
      deal,
      ...about,
    }),
  })
  return { status: response.status, body: await response.json() }
}

const dealsOf = async (who?: string, tp?: 'de') => {
  const query = { ad: contractOf(market, 'single'), ti: '1', ...(tp && { tp }) }
  return (await market.clientOf(who)(listOrders, { query })).list
}

test('OB-7 an admin makes a deal with one named counterparty: POST /order refuses it, tp=de reads it, and nobody else buys it', async () => {
  const deal = await dealOf('1')
  expect(await post(market, deal)).toMatchObject({
    status: 400,
    code: 'invalid_order_type',
    message: 'invalid order type',
  })
  const reader = await signToken(market.keys, { sub: 'account-reader', jid: 'reader' })
  expect(await putDeal(deal, {}, reader)).toMatchObject({
    status: 403,
    body: { code: 'permission_required', details: { permission: 'order.write' } },
  })
  const put = await putDeal(deal)
  expect(put).toMatchObject({
    status: 201,
    body: {
      order: { type: 'deal', customer_id: 'join-seller', counterparty: 'join-mali', restricted: true },
    },
  })
  const order = { hash: deal.order.hash }
  const actionsOf = async (who?: string) => (await pick(market, order, who)).actions
  expect(await actionsOf('mali')).toEqual([{ name: 'buy', enabled: true, reasons: [] }])
  expect(await actionsOf('other')).toEqual([])
  expect(await actionsOf()).toEqual([])
  expect((await actionsOf('seller')).map(({ name }) => name)).toEqual(['cancel'])

  const [read] = await until('it is listed', async () => {
    const list = await dealsOf('mali', 'de')
    return list.length > 0 ? list : undefined
  })
  expect(read).toMatchObject({ hash: order.hash, type: 'deal', counterparty: 'join-mali' })
  expect(await dealsOf('seller', 'de')).toMatchObject([{ counterparty: 'join-mali' }])
  expect(await dealsOf('other', 'de')).toMatchObject([{ type: 'deal', counterparty: null }])
  expect(await dealsOf('mali')).toEqual([]) // who doesn't ask for deals isn't shown any
  expect(market.heard.find(({ hash }) => hash === order.hash)).toMatchObject({
    type: 'deal',
    counterpartyCustomerId: 'join-mali',
    counterpartyAccountId: 'account-mali',
  })
  const audited = await market.db.query(
    `select data from kit.event where type = 'AuditRecorded' and data->>'action' = 'order.deal'`,
  )
  expect(audited.rows).toMatchObject([
    { data: { who: 'join-clerk', targetId: order.hash, note: 'agreed by phone' } },
  ])
})

test('OB-7 a deal is checked as a listing is, once for its buyer, and in baht only', async () => {
  const deal = await dealOf('2')
  expect(await putDeal(deal, { customer: 'join-nobody' })).toMatchObject({
    status: 404,
    body: { code: 'customer_not_found', field: 'customer' },
  })
  expect(await putDeal(deal, { counterparty: 'join-nobody' })).toMatchObject({
    status: 404,
    body: { code: 'customer_not_found', field: 'counterparty' },
  })
  expect(await putDeal(deal, { counterparty: 'join-seller' })).toMatchObject({ body: { code: 'own_order' } })
  expect(await putDeal(deal, { customer: 'join-mali', counterparty: 'join-seller' })).toMatchObject({
    body: { code: 'invalid_offerer' },
  })
  const unsigned = { ...deal, order: { ...deal.order, order: { parameters: deal.order.order.parameters } } }
  expect(await putDeal(unsigned)).toMatchObject({ status: 400, body: { code: 'signature_required' } })
  const inCrypto = { ...deal, price: { ...deal.price, token: market.deployment.thbk } }
  const { shipping: crypto, ...open } = inCrypto.order
  expect(await putDeal({ ...inCrypto, order: { ...open, ...(crypto && { crypto }) } })).toMatchObject({
    body: { code: 'unsupported_shipping_unit', field: 'price.token' },
  })

  const [first, second] = await Promise.all([putDeal(deal), putDeal(deal)])
  expect([first.status, second.status]).toEqual([201, 201]) // OB-11
  await market.send(account({ who: 'chai', kycLevel: 2, wallets: [] }))
  await until('he is known', async () => (await putDeal(deal, { counterparty: 'join-chai' })).status === 400)
  expect(await putDeal(deal, { counterparty: 'join-chai' })).toMatchObject({
    body: { code: 'invalid_order_type', field: 'counterparty' },
  })
})
