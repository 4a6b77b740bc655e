import { listOrders } from '@talad/proto/http/order-book/orders'
import { until } from '@talad/shared/testing/wait'
import type { Wallet } from 'ethers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { changed, post } from './bodies.ts'
import { cryptoBody, fillFrom, fund, putCrypto, thbkOf } from './crypto.ts'
import { type Market, startMarket, transact } from './market.ts'
import { asset, contractOf, facts, introduce } from './messages.ts'
import { becomes, pick, transferOf } from './steps.ts'

let market: Market
beforeAll(async () => {
  market = await startMarket(inject('postgres'))
  await introduce(market)
  await fund(market, market.stranger, '100000')
})
afterAll(() => market?.stop())

const offers = async (query: object = {}) =>
  (await market.clientOf()(listOrders, { query: { tp: 'of', ...query } })).list

test('OB-20 an offer in THBK is put, read, and accepted on chain by whoever owns the asset', async () => {
  const recipient = market.recipient.address.toLowerCase()
  const order = await putCrypto(market, { type: 'offer', tokenId: '1', text: '300', recipient })
  expect(order).toMatchObject({ type: 'offer', status: 'offchain', shipping: null, recipient })
  expect(order.crypto?.distribution.at(-1)).toMatchObject({ type: 'net', customer_id: '{fulfiller}' })
  expect(order.order.parameters.offer).toMatchObject([{ itemType: 1, startAmount: '300000000' }])
  expect(order.actions.map(({ name }) => name)).toEqual(['cancel'])
  expect((await offers({ ad: contractOf(market, 'single'), ti: '1' })).map(({ hash }) => hash)).toEqual([
    order.hash,
  ])
  expect(await offers({ wl: market.seller.address })).toEqual([])

  const told = (hash: string) =>
    market.heard.find((one) => one.hash === hash && one.change === 'put')?.holders
  await expect.poll(() => told(order.hash)).toEqual([])

  // the index tells who holds it
  expect((await pick(market, order, 'seller')).actions).toEqual([])
  const minted = await transact(market.single, market.seller, 'approve', market.seller.address, 1)
  await market.send(
    transferOf(market, minted, '1', 'recipient', 'seller', { fromBalance: '0', toBalance: '1' }),
  )
  const accept = await until('the holder may accept it', async () => {
    const { actions } = await pick(market, order, 'seller')
    return actions.find(({ name }) => name === 'accept')
  })
  expect(accept).toEqual({ name: 'accept', enabled: true, reasons: [] })
  const held = async (who: { address: string }) => (await offers({ hd: who.address })).map(({ hash }) => hash)
  expect(await held(market.seller)).toEqual([order.hash]) // OB-37: what somebody's items are offered for
  expect(await held(market.recipient)).toEqual([])
  const second = await putCrypto(market, { type: 'offer', tokenId: '1', text: '200', recipient })
  await expect.poll(() => told(second.hash)).toEqual([market.seller.address.toLowerCase()])
  expect(JSON.stringify(second)).not.toContain('holders')

  const thbk = thbkOf(market)
  await transact(thbk, market.seller, 'approve', market.deployment.seaport, 22_500_000n) // the fees
  const receipt = await fillFrom(market, market.seller, order)
  expect(await thbk.getFunction('balanceOf')(market.seller.address)).toBe(277_500_000n)
  expect(await market.single.getFunction('ownerOf')(1)).toBe(market.recipient.address)
  await market.send(facts.fulfilled(receipt, order, '1'))
  await becomes(market, order, 'completed')
  expect(await offers({ ti: '1', st: 'co' })).toHaveLength(1)
  // OB-6: what is over, and nothing else
  expect((await offers({ ti: '1', oe: 'true' })).map(({ hash }) => hash)).toEqual([order.hash])
})

test('OB-9 what an offer claims is checked, and what it is paid with', async () => {
  const body = await cryptoBody(market, { type: 'offer', tokenId: '2' })
  const puts = (path: string, value: unknown) => post(market, changed(body, path, value), 'other')
  expect(await puts('recipientAddress', null)).toMatchObject({ status: 400, code: 'recipient_required' })
  expect(await puts('recipientAddress', `0x${'0'.repeat(40)}`)).toMatchObject({ code: 'invalid_recipient' })
  expect(await puts('recipientAddress', `0x${'1'.repeat(40)}`)).toMatchObject({ code: 'invalid_parameters' })
  expect(await puts('price.token', market.deployment.pointToken)).toMatchObject({
    status: 400,
    code: 'unsupported_shipping_unit',
  })
  expect(await puts('duration', '6m')).toMatchObject({ code: 'invalid_duration' })
  expect(await post(market, body, 'seller')).toMatchObject({ code: 'invalid_offerer' })
  const many = { type: 'offer' as const, kind: 'multiple' as const, tokenId: '1', text: '20000' }
  const thousand = await cryptoBody(market, { ...many, amount: '1000' })
  expect(await post(market, thousand, 'other')).toMatchObject({
    code: 'too_many_units',
    message: 'Too many: at most 999',
  })
  const rich = await cryptoBody(market, { type: 'offer', tokenId: '2', text: '1000000' })
  expect(await post(market, rich, 'other')).toMatchObject({ status: 409, code: 'insufficient_tokens' })
  const thbk = thbkOf(market)
  await transact(thbk, market.stranger, 'approve', market.deployment.seaport, 99_999_999n)
  expect(await post(market, body, 'other')).toMatchObject({
    code: 'token_not_approved',
    message: 'Token not approved',
  })
  await transact(thbk, market.stranger, 'approve', market.deployment.seaport, 2n ** 255n)
  expect(await post(market, body, 'other')).toMatchObject({ status: 201 })
})

test('OB-4 an offer is inactive while its allowance or its tokens are missing, and comes back', async () => {
  const wish = { type: 'offer' as const, kind: 'multiple' as const, tokenId: '2', amount: '4', text: '400' }
  const order = await putCrypto(market, { ...wish, allowPartial: true })
  const thbk = thbkOf(market)
  // no message tells of it: the logs of the token do, which are read now and not in four seconds
  const logged = async (from: Wallet, method: string, ...args: unknown[]) => {
    await transact(thbk, from, method, ...args)
    await market.db.query(`update kit.job set run_at = now() where task = 'price-tokens.watch'`)
    await market.pass(0)
  }
  const allow = (raw: bigint) => logged(market.stranger, 'approve', market.deployment.seaport, raw)
  await allow(399_999_999n)
  expect((await becomes(market, order, 'inactive')).inactive_reasons).toEqual(['approval'])
  await allow(400_000_000n)
  await becomes(market, order, 'offchain')
  const part = await fillPart(order)
  await market.send(facts.fulfilled(part, order, '1'))
  await becomes(market, order, 'filled') // 300 is left of the allowance, and to pay
  const all: bigint = await thbk.getFunction('balanceOf')(market.stranger.address)
  await logged(market.stranger, 'transfer', market.recipient.address, all)
  expect((await becomes(market, order, 'inactive')).inactive_reasons).toEqual(['balance'])
  await logged(market.recipient, 'transfer', market.stranger.address, all)
  await becomes(market, order, 'filled')
})

async function fillPart(order: Awaited<ReturnType<typeof putCrypto>>) {
  await transact(thbkOf(market), market.seller, 'approve', market.deployment.seaport, 2n ** 255n)
  return fillFrom(market, market.seller, order, 1n)
}

test('OB-4 what Seaport would refuse is never taken, and never shown as active', async () => {
  const order = await putCrypto(market, { type: 'offer', tokenId: '3' })
  const { thbk } = market.deployment
  const code = await market.provider.getCode(thbk)
  const look = () => market.send(asset(market, 'single', '3'))
  // a token that says of everybody that they are rich, and moves nothing
  await market.provider.send('anvil_setCode', [thbk, '0x60001960005260206000f3'])
  await look()
  expect((await becomes(market, order, 'inactive')).inactive_reasons).toEqual(['fill'])
  await market.provider.send('anvil_setCode', [thbk, code])
  const body = await cryptoBody(market, { type: 'offer', tokenId: '4' })
  await market.provider.send('anvil_setCode', [thbk, '0x60001960005260206000f3'])
  expect(await post(market, body, 'other')).toMatchObject({ status: 409, code: 'not_fillable' })
  await market.provider.send('anvil_setCode', [thbk, code])
  await look()
  await becomes(market, order, 'offchain')
})

test('OB-41 where offers are switched off none is taken, and those there are stay visible', async () => {
  const order = await putCrypto(market, { type: 'offer', tokenId: '7' })
  await market.db.query(`insert into site_replica values ('temple', '{}', '{}', false, 1)`)
  const there = await cryptoBody(market, { type: 'offer', tokenId: '8' })
  const off = { status: 403, code: 'offers_disabled' }
  expect(await post(market, there, 'other', 2, 'temple')).toMatchObject(off)
  await market.restart(async () => {
    market.config.OFFERS = false
  })
  const body = await cryptoBody(market, { type: 'offer', tokenId: '8' })
  expect(await post(market, body, 'other')).toMatchObject(off)
  expect(await pick(market, order)).toMatchObject({ status: 'offchain' })
})
