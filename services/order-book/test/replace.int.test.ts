import { putOrder } from '@talad/proto/http/order-book/orders'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { list, listingBody, post, type Wanted } from './bodies.ts'
import { type Market, startMarket } from './market.ts'
import { introduce, shipping } from './messages.ts'
import { becomes, cancelling, pick } from './steps.ts'

let market: Market
beforeAll(async () => {
  market = await startMarket(inject('postgres'), { LIMIT_ORDERS_PER_CUSTOMER: 50, LIMIT_ORDERS_PER_ASSET: 1 })
  await introduce(market)
})
afterAll(() => market?.stop())
let tokenId = '0'
beforeEach(() => {
  tokenId = String(Number(tokenId) + 1)
})

async function bodyInPlaceOf(replaces: string, wanted: Wanted = {}) {
  return { ...(await listingBody(market, { tokenId, text: '150', ...wanted })), replaces }
}

const open = async () =>
  (await market.db.query('select 1 from order_row where token_id = $1 and open', [tokenId])).rows.length

test('OB-13 a new price takes the place of the old one in one step, also where the limit is reached', async () => {
  const old = await list(market, { tokenId })
  const { order } = await market.clientOf('seller')(putOrder, { body: await bodyInPlaceOf(old._id) })
  expect(order.basic.price.value).toBe('150')
  expect(await open()).toBe(1)
  await becomes(market, old, 'cancelled')
  await becomes(market, order, 'offchain')
  const changes = await until('both are published', () => {
    const said = market.heard.filter(({ hash }) => [old.hash, order.hash].includes(hash))
    return said.length === 3
      ? said.map(({ hash, change }) => [hash === old.hash ? 'old' : 'new', change])
      : undefined
  })
  expect(changes).toEqual(
    expect.arrayContaining([
      ['old', 'cancelled'],
      ['new', 'put'],
    ]),
  )
})

test('OB-11 the same call again answers the same listing and ends nothing more', async () => {
  const old = await list(market, { tokenId })
  const body = await bodyInPlaceOf(old._id)
  const answers = await Promise.all(Array.from({ length: 10 }, () => post(market, body)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(answers.map(({ order }) => order?._id)).size).toBe(1)
  expect(await open()).toBe(1)
})

test('B17 of many new prices at once one takes the place, and the others are told', async () => {
  const old = await list(market, { tokenId })
  const bodies = await Promise.all(
    Array.from({ length: 8 }, (_, n) => bodyInPlaceOf(old._id, { text: String(200 + n) })),
  )
  const answers = await Promise.all(bodies.map((body) => post(market, body)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  const refused = answers.filter(({ status }) => status !== 201)
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['order_ended']))
  expect(await open()).toBe(1)
})

test('OB-14 while somebody has paid for the old one, it stays and there is no new one', async () => {
  const old = await list(market, { tokenId })
  const id = `paid-${tokenId}`
  await market.send(shipping(old, { status: 'processing', paymentStatus: 'completed' }, id))
  await until('the shipping is known', async () => {
    const found = await market.db.query('select 1 from shipping where shipping_id = $1', [id])
    return found.rows.length > 0
  })
  const answer = await post(market, await bodyInPlaceOf(old._id))
  expect(answer).toMatchObject({ status: 409, code: 'cancel_refused' })
  expect(await open()).toBe(1)
  expect((await pick(market, old)).status).toBe('offchain')
})

test('whose it is not, of another asset, unknown or ended: nothing changes', async () => {
  const old = await list(market, { tokenId })
  const foreign = { ...(await bodyInPlaceOf(old._id, { tokenId: '40' })) }
  expect(await post(market, foreign)).toMatchObject({ status: 400, code: 'invalid_order', field: 'replaces' })
  expect(await post(market, await bodyInPlaceOf('0'.repeat(24)))).toMatchObject({
    status: 404,
    code: 'order_not_found',
  })
  const joins = await listingBody(market, { tokenId: '100', signer: market.joinSeller, isJoinWallet: true })
  expect(await post(market, { ...joins, replaces: old._id }, 'jane')).toMatchObject({
    status: 403,
    code: 'not_your_order',
  })
  expect(await open()).toBe(1)
  await cancelling(market, old)
  expect(await post(market, await bodyInPlaceOf(old._id))).toMatchObject({ status: 409, code: 'order_ended' })
  expect(await open()).toBe(0)
})

test('OB-9 a new price that is refused leaves the old one as it was', async () => {
  const old = await list(market, { tokenId })
  const cheap = await bodyInPlaceOf(old._id)
  cheap.price.text = '1'
  expect((await post(market, cheap)).code).toBe('price_too_low')
  expect((await pick(market, old)).status).toBe('offchain')
  expect(await open()).toBe(1)
})
