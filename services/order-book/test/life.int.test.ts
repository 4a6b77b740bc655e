import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { cancelData, incrementCounterData } from '@talad/contracts/calldata'
import { orderComponents } from '@talad/contracts/seaport'
import { cancelOrder } from '@talad/proto/http/order-book/orders'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { fill, list, listingBody, post } from './bodies.ts'
import { type Market, sendFrom, startMarket } from './market.ts'
import { facts, introduce, shipping } from './messages.ts'
import { becomes, cancelling, pick, settled, transferOf } from './steps.ts'

let market: Market
beforeAll(async () => {
  market = await startMarket(inject('postgres'))
  await introduce(market)
})
afterAll(() => market?.stop())
let nextToken = 0
let tokenId = ''
beforeEach(() => {
  nextToken += 1
  tokenId = String(nextToken)
})

test('OB-13 GW-9 a cancel is immediate and final, and again and again the same', async () => {
  const order = await list(market, { tokenId })
  expect((await cancelling(market, order)).order).toMatchObject({ status: 'cancelled', actions: [] })
  expect((await cancelling(market, order)).order.status).toBe('cancelled')
  const message = await until('it is published', () =>
    market.heard.find((one) => one.hash === order.hash && one.change === 'cancelled'),
  )
  expect(message).toMatchObject({ status: 'cancelled', revision: 2 })
  await expect(cancelling(market, order, 'other')).rejects.toMatchObject({
    status: 403,
    code: 'not_your_order',
  })
  await expect(
    market.clientOf('seller')(cancelOrder, { body: { order_id: '0'.repeat(24) } }),
  ).rejects.toMatchObject({ status: 404, code: 'order_not_found', message: 'order not found' })
})

test('OB-14 OB-22 an unpaid shipping reserves units and ends with a cancel, a paid one stops it', async () => {
  const order = await list(market, { kind: 'multiple', tokenId: '1', amount: '10', allowPartial: true })
  await market.send(shipping(order, { amount: '3' }, 'held'))
  const reserved = await until('it is reserved', async () => {
    const found = await pick(market, order).catch(() => undefined)
    return found?.shipped.shippings === 1 ? found : undefined
  })
  expect(reserved.fill).toMatchObject({ left: '10', available: '7' })
  await market.send(
    shipping(order, { amount: '3', status: 'processing', paymentStatus: 'completed', revision: 2 }, 'held'),
  )
  await until('the cancel is refused', async () => {
    const found = await market.db.query("select 1 from shipping where shipping_id = 'held' and revision = 2")
    return found.rows.length > 0
  })
  await expect(cancelling(market, order)).rejects.toMatchObject({
    status: 409,
    code: 'cancel_refused',
    message: 'Fail to request cancel',
  })
  // an older state that arrives late changes nothing
  await market.send(shipping(order, { amount: '3', status: 'pending', revision: 1 }, 'held'))
  await market.send(
    shipping(order, { amount: '3', status: 'canceled', paymentStatus: 'canceled', revision: 3 }, 'held'),
  )
  await until('it is free again', async () => (await pick(market, order)).fill.available === '10')
  await market.send(shipping(order, { amount: '2' }, 'unpaid'))
  await until('another is reserved', async () => (await pick(market, order)).shipped.amount === '2')
  expect((await cancelling(market, order)).order.status).toBe('cancelled')
})

test('SP-5 everybody is told that a listing is being bought and until when, and may buy when that time has passed', async () => {
  const order = await list(market, { tokenId })
  expect(order.shipped).toEqual({ amount: '0', shippings: 0, until: null })
  await becomes(market, order, 'offchain')
  const heldUntil = new Date(Date.now() + 120_000)
  const held = { heldUntil: timestampFromDate(heldUntil) }
  await market.send(shipping(order, held, 'slow'))
  const seen = async (amount: string) => {
    const found = await pick(market, order)
    return found.shipped.amount === amount ? found : undefined
  }
  const reserved = await until('it is being bought', () => seen('1'))
  expect(reserved.shipped).toEqual({ amount: '1', shippings: 1, until: heldUntil.toISOString() })
  expect(JSON.stringify(reserved)).not.toContain('join-buyer')
  expect(reserved.actions).toEqual([])
  const past = { heldUntil: timestampFromDate(new Date(Date.now() - 1_000)) }
  await market.send(shipping(order, { ...past, revision: 2 }, 'slow'))
  const free = await until('nobody pays', () => seen('0'))
  expect(free.shipped.until).toBeNull()
  expect(free.actions).toEqual([{ name: 'buy', enabled: true, reasons: [] }])
  const paid = { status: 'processing', paymentStatus: 'completed', revision: 3 }
  await market.send(shipping(order, paid, 'slow'))
  expect((await until('it is paid', () => seen('1'))).shipped.until).toBeNull()
})

test('OB-2 a fill completes a single listing, and the transfer of the fill does not cancel it', async () => {
  const order = await list(market, { tokenId })
  await becomes(market, order, 'offchain')
  const receipt = await fill(market, order)
  await market.send(
    transferOf(market, receipt, tokenId, 'seller', 'recipient'),
    facts.fulfilled(receipt, order, '1'),
  )
  const done = await becomes(market, order, 'completed')
  expect(done.fill).toMatchObject({ amount: '1', left: '0', percent: 100, last_tx: receipt.hash })
  expect(done.txs).toEqual([
    { type: 'fulfill', hash: receipt.hash, index: 9, block: String(receipt.blockNumber) },
  ])
  await expect(cancelling(market, order)).rejects.toMatchObject({ code: 'cancel_refused' })
})

test('OB-2 fills are counted in units: 4 and then 6 of 10, heard twice and in the wrong order', async () => {
  const order = await list(market, { kind: 'multiple', tokenId: '3', amount: '10', allowPartial: true })
  const four = await fill(market, order, 4n)
  const rest = await fill(market, order, 6n)
  await market.send(facts.fulfilled(rest, order, '6'), facts.fulfilled(rest, order, '6'))
  // its state says so only until the chain is asked, where nothing is left to fill
  const { fill: filled } = await until('six are filled', async () => {
    const found = await pick(market, order)
    return found.fill.amount !== '0' && found
  })
  expect(filled).toMatchObject({ amount: '6', left: '4', percent: 60 })
  await market.send(facts.fulfilled(four, order, '4'))
  await becomes(market, order, 'completed')
})

test('OB-1 a fill that is reorganised away is taken back, and the same transaction in another block counts once', async () => {
  const order = await list(market, { kind: 'multiple', tokenId: '4', amount: '10', allowPartial: true })
  const receipt = await fill(market, order, 10n)
  const elsewhere = { blockHash: `0x${'b'.repeat(64)}` }
  await market.send(facts.validated(receipt, order), facts.fulfilled(receipt, order, '10'))
  await becomes(market, order, 'completed')
  await market.send(facts.fulfilled(receipt, order, '10', { reverted: true }))
  await until('it is open again', async () => (await pick(market, order)).fill.amount === '0')
  await market.send(facts.fulfilled(receipt, order, '10', elsewhere))
  expect((await becomes(market, order, 'completed')).fill.amount).toBe('10')
})

test('OB-15 a raised counter cancels every open order of the offerer', async () => {
  const one = await list(market, { tokenId })
  const two = await list(market, { tokenId: '38' })
  const receipt = await sendFrom(market.seller, market.deployment.seaport, incrementCounterData())
  const counter = BigInt(await market.seaport.getFunction('getCounter')(market.seller.address))
  await market.send(facts.counter(receipt, market.seller.address, counter))
  await Promise.all([becomes(market, one, 'cancelled'), becomes(market, two, 'cancelled')])
  const later = await list(market, { tokenId })
  await market.send(
    facts.counter(receipt, market.seller.address, counter, { blockHash: `0x${'c'.repeat(64)}` }),
  )
  await settled(market)
  expect((await pick(market, later)).status).toBe('offchain')
})

test('OB-2 a cancel on chain cancels the order, and the same order is not taken again', async () => {
  const body = await listingBody(market, { tokenId })
  const order = await list(market, { tokenId })
  const parameters = body.order.order.parameters
  const cancel = (given: typeof parameters) =>
    sendFrom(market.seller, market.deployment.seaport, cancelData([orderComponents(given, given.counter)]))
  await cancel(parameters)
  expect(await post(market, body)).toMatchObject({ status: 409, code: 'order_ended_on_chain' })
  const receipt = await cancel(order.order.parameters)
  await market.send(facts.cancelled(receipt, order))
  expect((await becomes(market, order, 'cancelled')).txs[0]?.type).toBe('cancel')
})
