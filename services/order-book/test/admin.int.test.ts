import { orderAdminHttp as http } from '@talad/proto/http/order-book/order-admin'
import type { Order } from '@talad/proto/http/order-book/orders'
import { grantPermissions } from '@talad/shared/testing/admins'
import { signToken } from '@talad/shared/testing/tokens'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { z } from 'zod'
import { fill, list } from './bodies.ts'
import { type Market, startMarket, transact } from './market.ts'
import { contractOf, facts, introduce, suspension } from './messages.ts'
import { becomes, cancelling, move } from './steps.ts'

let market: Market
let clerk: string
beforeAll(async () => {
  market = await startMarket(inject('postgres'))
  await introduce(market)
  await grantPermissions(market.db, 'join-clerk', ['order.read'])
  clerk = await signToken(market.keys, { sub: 'account-clerk', jid: 'clerk' })
})
afterAll(() => market?.stop())

async function ask(path: string, token = clerk) {
  const answer = await fetch(`${market.url()}${path}`, { headers: { authorization: `Bearer ${token}` } })
  return { status: answer.status, body: await answer.json() }
}

type Picked = z.output<typeof http.pickAdminOrder.response>
async function pick({ hash }: Pick<Order, 'hash'>): Promise<Picked> {
  const { status, body } = await ask(http.pickAdminOrder.path.replace(':hash', hash))
  expect(status).toBe(200)
  return http.pickAdminOrder.response.parse(body)
}
async function listed(query: string) {
  const { status, body } = await ask(`${http.listAdminOrders.path}?${query}`)
  expect(status).toBe(200)
  return http.listAdminOrders.response.parse(body)
}
const namesOf = ({ history }: Picked) => history.map(({ type }) => type)

test('an admin reads who is paid, that an order is valid, and its whole history with each transaction and who asked', async () => {
  const order = await list(market, { tokenId: '1' })
  const fresh = await until('it is looked at again in a while', async () => {
    const found = await pick(order)
    return found.validity.checked_next ? found : undefined
  })
  expect(fresh).toMatchObject({
    validity: { valid: true, reasons: [] },
    order: { hash: order.hash, status: 'offchain' },
  })
  expect(fresh.order.shipping?.distribution.map(({ type }) => type)).toContain('net')
  expect(fresh.order.customer_id).toBe(order.shipping?.offerer_customer_id)
  expect(fresh.order).not.toHaveProperty('order')
  expect(fresh.history).toMatchObject([{ type: 'put', by: order.shipping?.offerer_customer_id }])

  const receipt = await fill(market, order)
  await market.send(facts.fulfilled(receipt, order, '1'))
  await becomes(market, order, 'completed')
  const sold = await pick(order)
  expect(sold.validity).toEqual({ valid: false, reasons: ['completed'], checked_next: expect.anything() })
  expect(sold.history.at(-1)).toMatchObject({ type: 'filled', tx: receipt.hash, units: '1', by: null })
})

test('every reason of an order that is not valid is told together, and its history says when each came and went', async () => {
  const order = await list(market, { tokenId: '2' })
  await becomes(market, order, 'offchain')
  const { seaport } = market.deployment
  const revoke = await transact(market.single, market.seller, 'setApprovalForAll', seaport, false)
  await market.send(facts.approval(revoke, contractOf(market, 'single'), market.seller.address))
  await market.send(suspension(market, '2', 1))
  const invalid = await until('both reasons are known', async () => {
    const found = await pick(order)
    return found.history.at(-1)?.reasons.length === 2 && found.validity.reasons.length === 2
      ? found
      : undefined
  })
  expect(invalid.order.status).toBe('inactive')
  expect(new Set(invalid.validity.reasons)).toEqual(new Set(['approval', 'suspended']))

  const grant = await transact(market.single, market.seller, 'setApprovalForAll', seaport, true)
  await market.send(facts.approval(grant, contractOf(market, 'single'), market.seller.address))
  await market.send(suspension(market, '2', 2))
  await becomes(market, order, 'offchain')
  expect(namesOf(await pick(order)).at(-1)).toBe('activated')
  await cancelling(market, order)
  const over = await pick(order)
  expect(over.validity.reasons).toEqual(['cancelled'])
  expect(over.history.at(-1)).toMatchObject({ type: 'cancelled', by: order.shipping?.offerer_customer_id })
})

test('what the chain took back stands in the history beside what it had said', async () => {
  const order = await list(market, { tokenId: '3' })
  const receipt = await move(market, '3', 'seller', 'recipient')
  await becomes(market, order, 'cancelled')
  await move(market, '3', 'recipient', 'seller', { silent: true })
  const away = facts.transferred(receipt, {
    contract: contractOf(market, 'single'),
    tokenId: '3',
    fromBalance: '0',
    reverted: true,
    from: market.seller.address,
    to: market.recipient.address,
  })
  await market.send(away)
  await becomes(market, order, 'offchain')
  const names = namesOf(await pick(order))
  expect(names.filter((name) => name === 'departed' || name === 'taken_back')).toEqual([
    'departed',
    'taken_back',
  ])
})

test('the list has ended and inactive orders too, narrowed by state, kind, asset, wallet and customer', async () => {
  const order = await list(market, { tokenId: '4' })
  const own = `contract=${contractOf(market, 'single')}&token=4`
  await until('it is listed', async () => (await listed(`${own}&count=1`)).total === 1)
  const states = (await listed('ps=100')).list.map(({ status }) => status)
  expect(states).toContain('completed')
  expect(states).toContain('cancelled')
  expect((await listed('state=completed')).list.every(({ status }) => status === 'completed')).toBe(true)
  expect((await listed(`${own}&type=offer`)).list).toEqual([])
  expect((await listed(`${own}&wallet=${market.seller.address}`)).list[0]?.hash).toBe(order.hash)
  expect((await listed(`${own}&wallet=${market.recipient.address}`)).list).toEqual([])
  expect((await listed(`${own}&customer=${order.shipping?.offerer_customer_id}`)).list).toHaveLength(1)
  const created = (await listed('ps=100')).list.map(({ time }) => time.start)
  expect(created).toEqual(created.toSorted((a, b) => b - a))
})

test('MO-38 it wants order.read, an unknown order is told, and a wrong filter by its name', async () => {
  const other = await signToken(market.keys, { sub: 'account-other', jid: 'other' })
  expect((await ask(http.listAdminOrders.path, other)).status).toBe(403)
  const unknown = http.pickAdminOrder.path.replace(':hash', `0x${'1'.repeat(64)}`)
  expect((await ask(unknown, other)).status).toBe(403)
  expect(await ask(unknown)).toMatchObject({ status: 404, body: { code: 'order_not_found' } })
  expect(await ask(`${http.listAdminOrders.path}?state=lost`)).toMatchObject({
    status: 400,
    body: { field: 'state' },
  })
})
