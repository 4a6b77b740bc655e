import { cancelData, incrementCounterData } from '@talad/contracts/calldata'
import { orderComponents } from '@talad/contracts/seaport'
import { cancelOrder, getOrder, type Order } from '@talad/proto/http/order-book'
import { until } from '@talad/shared/testing/wait'
import type { TransactionReceipt } from 'ethers'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { fill, list, listingBody, post } from './bodies.ts'
import { type Market, sendFrom, startMarket, transact } from './market.ts'
import { account, asset, contractOf, facts, introduce, type Kind, shipping } from './messages.ts'

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

async function pick(order: Order, who?: string): Promise<Order> {
  return (await market.clientOf(who)(getOrder, { query: { ha: order.hash } })).order
}

async function becomes(order: Order, status: Order['status']): Promise<Order> {
  return until(
    `the order is ${status}`,
    async () => {
      const found = await pick(order).catch(() => undefined)
      return found?.status === status ? found : undefined
    },
    15_000,
  )
}

function cancelling(order: Order, who = 'seller') {
  return market.clientOf(who)(cancelOrder, { body: { order_id: order._id } })
}

/** Moves a token as its holder does, and tells the order book as the indexer does. */
async function move(
  token: string,
  from: 'seller' | 'recipient',
  to: 'seller' | 'recipient',
  about: { kind?: Kind; units?: number; fromBalance?: string; silent?: boolean } = {},
): Promise<TransactionReceipt> {
  const { kind = 'single', units = 1, fromBalance = '0' } = about
  const ends = [market[from].address, market[to].address]
  const receipt =
    kind === 'single'
      ? await transact(market.single, market[from], 'transferFrom', ...ends, token)
      : await transact(market.multiple, market[from], 'safeTransferFrom', ...ends, token, units, '0x')
  if (!about.silent) await market.send(transferOf(receipt, token, from, to, kind, fromBalance))
  return receipt
}

function transferOf(
  receipt: TransactionReceipt,
  token: string,
  from: 'seller' | 'recipient',
  to: 'seller' | 'recipient',
  kind: Kind = 'single',
  fromBalance = '0',
  reverted = false,
) {
  return facts.transferred(receipt, {
    contract: contractOf(market, kind),
    tokenId: token,
    from: market[from].address,
    to: market[to].address,
    fromBalance,
    reverted,
  })
}

/** Waits until everything that was sent so far has been handled, by sending something that shows. */
async function settled(): Promise<void> {
  const order = await list(market, { tokenId: '39' })
  const [receipt] = [await move('39', 'seller', 'seller', { silent: true })]
  await market.send(facts.validated(receipt, order))
  await becomes(order, 'validated')
  await cancelling(order)
}

test('OB-13 a cancel is immediate and final, and again and again the same', async () => {
  const order = await list(market, { tokenId })
  expect((await cancelling(order)).order).toMatchObject({ status: 'cancelled', actions: [] })
  expect((await cancelling(order)).order.status).toBe('cancelled')
  const message = await until('it is published', () =>
    market.heard.find((one) => one.hash === order.hash && one.change === 'cancelled'),
  )
  expect(message).toMatchObject({ status: 'cancelled', revision: 2 })
  await expect(cancelling(order, 'other')).rejects.toMatchObject({ status: 403, code: 'not_your_order' })
  await expect(
    market.clientOf('seller')(cancelOrder, { body: { order_id: '0'.repeat(24) } }),
  ).rejects.toMatchObject({ status: 404, code: 'order_not_found', message: 'order not found' })
})

test('OB-14 OB-22 an unpaid shipping reserves units and ends with a cancel, a paid one stops it', async () => {
  const order = await list(market, { kind: 'multiple', tokenId: '1', amount: '10', allowPartial: true })
  await market.send(shipping(order, { amount: '3' }, 'held'))
  const reserved = await until('it is reserved', async () => {
    const found = await pick(order).catch(() => undefined)
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
  await expect(cancelling(order)).rejects.toMatchObject({
    status: 409,
    code: 'cancel_refused',
    message: 'Fail to request cancel',
  })
  // an older state that arrives late changes nothing
  await market.send(shipping(order, { amount: '3', status: 'pending', revision: 1 }, 'held'))
  await market.send(
    shipping(order, { amount: '3', status: 'canceled', paymentStatus: 'canceled', revision: 3 }, 'held'),
  )
  await until('it is free again', async () => (await pick(order)).fill.available === '10')
  await market.send(shipping(order, { amount: '2' }, 'unpaid'))
  await until('another is reserved', async () => (await pick(order)).shipped.amount === '2')
  expect((await cancelling(order)).order.status).toBe('cancelled')
})

test('OB-2 a fill completes a single listing, and the transfer of the fill does not cancel it', async () => {
  const order = await list(market, { tokenId })
  await becomes(order, 'offchain')
  const receipt = await fill(market, order)
  await market.send(transferOf(receipt, tokenId, 'seller', 'recipient'), facts.fulfilled(receipt, order, '1'))
  const done = await becomes(order, 'completed')
  expect(done.fill).toMatchObject({ amount: '1', left: '0', percent: 100, last_tx: receipt.hash })
  expect(done.txs).toEqual([
    { type: 'fulfill', hash: receipt.hash, index: 9, block: String(receipt.blockNumber) },
  ])
  await expect(cancelling(order)).rejects.toMatchObject({ code: 'cancel_refused' })
})

test('OB-16 the fill may be heard of long after its transfer: the listing is not cancelled meanwhile', async () => {
  const order = await list(market, { tokenId })
  const receipt = await fill(market, order)
  await market.send(transferOf(receipt, tokenId, 'seller', 'recipient'))
  await until('the transfer is settled', async () => {
    const found = await market.db.query(
      'select (select count(*) from departure where hash = $1) as open, (select count(*) from last_departure where tx_hash = $2) as seen',
      [order.hash, receipt.hash],
    )
    return found.rows[0]?.open === 0n && found.rows[0].seen === 1n
  })
  expect((await becomes(order, 'inactive')).actions[0]?.reasons).toContain('owner_changed')
  await market.send(facts.fulfilled(receipt, order, '1'))
  await becomes(order, 'completed')
  expect(market.heard.some((one) => one.hash === order.hash && one.status === 'cancelled')).toBe(false)
})

test('OB-16 a listing that its asset has left stays cancelled when the asset returns', async () => {
  const order = await list(market, { tokenId })
  await becomes(order, 'offchain')
  await move(tokenId, 'seller', 'recipient')
  await becomes(order, 'cancelled')
  await move(tokenId, 'recipient', 'seller')
  await settled()
  expect((await pick(order)).status).toBe('cancelled')
})

test('OB-1 a reorganised transfer gives the listing back', async () => {
  const order = await list(market, { tokenId })
  const receipt = await move(tokenId, 'seller', 'recipient')
  await becomes(order, 'cancelled')
  await move(tokenId, 'recipient', 'seller', { silent: true })
  await market.send(transferOf(receipt, tokenId, 'seller', 'recipient', 'single', '0', true))
  await becomes(order, 'offchain')
})

test('OB-16 a transfer that was part of what the put checked does not count', async () => {
  const out = await move(tokenId, 'seller', 'recipient', { silent: true })
  await move(tokenId, 'recipient', 'seller', { silent: true })
  const order = await list(market, { tokenId })
  await market.send(transferOf(out, tokenId, 'seller', 'recipient'))
  await settled()
  expect((await pick(order)).status).toBe('offchain')
})

test('OB-16 units that leave hurt an erc1155 listing only when what is listed is no longer there', async () => {
  const order = await list(market, { kind: 'multiple', tokenId: '2', amount: '60', text: '600' })
  await move('2', 'seller', 'recipient', { kind: 'multiple', units: 40, fromBalance: '60' })
  await settled()
  expect((await pick(order)).status).toBe('offchain')
  await move('2', 'seller', 'recipient', { kind: 'multiple', units: 1, fromBalance: '59' })
  await becomes(order, 'cancelled')
})

test('OB-2 fills are counted in units: 4 and then 6 of 10, heard twice and in the wrong order', async () => {
  const order = await list(market, { kind: 'multiple', tokenId: '3', amount: '10', allowPartial: true })
  const four = await fill(market, order, 4n)
  const rest = await fill(market, order, 6n)
  await market.send(facts.fulfilled(rest, order, '6'), facts.fulfilled(rest, order, '6'))
  expect((await becomes(order, 'filled')).fill).toMatchObject({ amount: '6', left: '4', percent: 60 })
  await market.send(facts.fulfilled(four, order, '4'))
  await becomes(order, 'completed')
})

test('OB-1 a fill that is reorganised away is taken back, and the same transaction in another block counts once', async () => {
  const order = await list(market, { kind: 'multiple', tokenId: '4', amount: '10', allowPartial: true })
  const receipt = await fill(market, order, 10n)
  const elsewhere = { blockHash: `0x${'b'.repeat(64)}` }
  await market.send(facts.validated(receipt, order), facts.fulfilled(receipt, order, '10'))
  await becomes(order, 'completed')
  await market.send(facts.fulfilled(receipt, order, '10', { reverted: true }))
  await until('it is open again', async () => (await pick(order)).fill.amount === '0')
  await market.send(facts.fulfilled(receipt, order, '10', elsewhere))
  expect((await becomes(order, 'completed')).fill.amount).toBe('10')
})

test('OB-15 a raised counter cancels every open order of the offerer', async () => {
  const one = await list(market, { tokenId })
  const two = await list(market, { tokenId: '38' })
  const receipt = await sendFrom(market.seller, market.deployment.seaport, incrementCounterData())
  const counter = BigInt(await market.seaport.getFunction('getCounter')(market.seller.address))
  await market.send(facts.counter(receipt, market.seller.address, counter))
  await Promise.all([becomes(one, 'cancelled'), becomes(two, 'cancelled')])
  const later = await list(market, { tokenId })
  await market.send(
    facts.counter(receipt, market.seller.address, counter, { blockHash: `0x${'c'.repeat(64)}` }),
  )
  await settled()
  expect((await pick(later)).status).toBe('offchain')
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
  expect((await becomes(order, 'cancelled')).txs[0]?.type).toBe('cancel')
})

test('OB-4 OB-3 a missing approval makes an order inactive, and it comes back with it', async () => {
  const order = await list(market, { tokenId })
  const { seaport } = market.deployment
  const revoke = await transact(market.single, market.seller, 'setApprovalForAll', seaport, false)
  await market.send(facts.approval(revoke, contractOf(market, 'single'), market.seller.address))
  const inactive = await becomes(order, 'inactive')
  expect(inactive).toMatchObject({ inactive: true })
  expect(inactive.actions).toMatchObject([{ name: 'buy', enabled: false, reasons: ['inactive'] }])
  const grant = await transact(market.single, market.seller, 'setApprovalForAll', seaport, true)
  await market.send(facts.approval(grant, contractOf(market, 'single'), market.seller.address))
  await becomes(order, 'offchain')
  const changes = market.heard.filter((one) => one.hash === order.hash).map((one) => one.change)
  expect(changes).toEqual(['put', 'inactivated', 'activated'])
})

test('OB-4 a suspension and a lost KYC level make an order inactive', async () => {
  const order = await list(market, { tokenId })
  await market.send(asset(market, 'single', tokenId, { suspended: true }))
  expect((await becomes(order, 'inactive')).actions[0]?.reasons).toEqual(['suspended'])
  await market.send(asset(market, 'single', tokenId))
  await becomes(order, 'offchain')
  const wallets = [{ address: market.seller.address.toLowerCase(), provider: 'web3' }]
  await market.send(account({ who: 'seller', wallets, kycLevel: 1 }))
  await becomes(order, 'inactive')
  await market.send(account({ who: 'seller', wallets }))
  await becomes(order, 'offchain')
})

test('OB-4 while the chain is away nothing changes, and the work resumes by itself', async () => {
  const order = await list(market, { tokenId })
  await becomes(order, 'offchain')
  const receipt = await move(tokenId, 'seller', 'recipient', { silent: true })
  market.rpc.setDown(true)
  await market.send(transferOf(receipt, tokenId, 'seller', 'recipient'))
  await until('the transfer is noted', async () => {
    const found = await market.db.query('select 1 from departure where hash = $1', [order.hash])
    return found.rows.length > 0
  })
  expect((await pick(order)).status).toBe('offchain')
  market.rpc.setDown(false)
  await becomes(order, 'cancelled')
})

test('OB-43 OB-40 what a viewer could do, and why not', async () => {
  const order = await list(market, { tokenId })
  await becomes(order, 'offchain')
  const names = (view: Order) => view.actions.map((one) => [one.name, one.enabled, one.reasons])
  expect(names(await pick(order))).toEqual([['buy', true, []]])
  expect(names(await pick(order, 'other'))).toEqual([['buy', true, []]])
  expect(names(await pick(order, 'seller'))).toEqual([
    ['cancel', true, []],
    ['buy', false, ['own_order']],
  ])
  const byWallet = await market.clientOf()(getOrder, { query: { ha: order.hash, wl: market.seller.address } })
  expect(names(byWallet.order)).toEqual([
    ['cancel', true, []],
    ['buy', false, ['own_order']],
  ])
  const poor = await market.clientOf('other', 1)(getOrder, { query: { ha: order.hash } })
  expect(names(poor.order)).toEqual([['buy', false, ['kyc']]])
})
