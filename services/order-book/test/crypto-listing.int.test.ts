import { cancelData } from '@talad/contracts/calldata'
import { orderComponents } from '@talad/contracts/seaport'
import {
  confirmOrder,
  distributionPreview,
  listOrders,
  orderLog,
  orderTerms,
  putOrder,
} from '@talad/proto/http/order-book/orders'
import { cryptoShippingHttp } from '@talad/proto/http/shipping-payment/crypto-shipping'
import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment/purchases'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { checkKyc } from '../src/listing/decide.ts'
import { changed, listingBody, post } from './bodies.ts'
import { cryptoBody, fillFrom, fund, putCrypto, thbkOf } from './crypto.ts'
import { FEE_WALLET, type Market, sendFrom, startMarket, transact } from './market.ts'
import { contractOf, facts, introduce } from './messages.ts'
import { becomes, cancelling, move, pick } from './steps.ts'

let market: Market
beforeAll(async () => {
  market = await startMarket(inject('postgres'))
  await introduce(market)
  await fund(market, market.stranger, '100000')
})
afterAll(() => market?.stop())

const listedOf = async (tokenId: string) => {
  const query = { ad: contractOf(market, 'single'), ti: tokenId }
  return (await market.clientOf()(listOrders, { query })).list.map(({ hash }) => hash)
}

test('OB-34 the terms tell every token, and the preview pays wallets', async () => {
  const terms = await market.clientOf()(orderTerms, {})
  expect(
    terms.tokens.map(({ symbol, minimum_list, minimum_offer }) => [symbol, minimum_list, minimum_offer]),
  ).toEqual([
    ['THB', '20', null],
    ['THBK', '20', '20'],
    ['WJFIN', '0.01', '0.1'],
  ])
  const contract = { blockchain: 'kub', address: contractOf(market, 'single'), type: 'erc721' }
  const body = { contract, token_id: '1', token: market.deployment.wrappedJfin, price: '0.1' }
  const preview = await market.clientOf()(distributionPreview, { body: { ...body, type: 'offer' } })
  expect(preview).toMatchObject({ is_shipping: false, net: { value: '92500000000000000', symbol: 'WJFIN' } })
  expect(preview.distribution.map(({ type, unit, recipient }) => [type, unit, recipient])).toEqual([
    ['service', 'WJFIN', FEE_WALLET],
    ['royalty', 'WJFIN', FEE_WALLET],
    ['net', 'WJFIN', null],
  ])
  await expect(
    market.clientOf()(distributionPreview, { body: { ...body, type: 'offer', price: '0.05' } }),
  ).rejects.toMatchObject({ code: 'price_too_low' })
})

test('OB-35 every put needs a sign-in and SILVER, in baht and in tokens, listings and offers, and so do both ways of buying; development skips put alone', async () => {
  const bodies = [
    [await listingBody(market, { tokenId: '1' }), 'seller'],
    [await cryptoBody(market, { tokenId: '1' }), 'seller'],
    [await cryptoBody(market, { type: 'offer', tokenId: '1' }), 'other'],
  ] as const
  for (const [body, who] of bodies) {
    expect(await post(market, body, who, 1)).toMatchObject({
      status: 403,
      code: 'kyc_not_eligible',
      details: { level: 1, required: 2 },
    })
    const visitor = { method: 'POST', headers: { 'content-type': 'application/json' } }
    const { status } = await fetch(market.url() + putOrder.path, { ...visitor, body: JSON.stringify(body) })
    expect(status).toBe(401)
  }
  for (const { auth } of [shippingPaymentHttp.ship, cryptoShippingHttp.shipCrypto])
    expect(auth).toEqual({ kind: 'kyc', level: 2 })
  expect(() => checkKyc(1, { skipKyc: true })).not.toThrow()
})

test('OB-8 a listing in THBK carries a crypto block, and is bought on chain by anybody', async () => {
  const order = await putCrypto(market, { tokenId: '1', text: '250.5' })
  expect(order).toMatchObject({ type: 'list', status: 'offchain', restricted: false, shipping: null })
  expect(order.basic.price).toMatchObject({ raw: '250500000', value: '250.5', family: 'thb' })
  expect(order.basic.price.converted).toEqual({ family: 'thb', value: '250.50', at: null })
  expect(order.crypto).toMatchObject({ offerer_customer_id: 'join-seller' })
  expect(Number(order.order.parameters.endTime)).toBe(order.time.end) // OB-25: no grace
  const message = await until('it is published', () => market.heard.find(({ hash }) => hash === order.hash))
  expect(message).toMatchObject({ shipper: false, type: 'list' })
  expect(message.distribution.map(({ recipient }) => recipient)).toEqual([FEE_WALLET, FEE_WALLET, ''])

  const thbk = thbkOf(market)
  const before: bigint = await thbk.getFunction('balanceOf')(market.seller.address)
  const receipt = await fillFrom(market, market.stranger, order)
  expect((await thbk.getFunction('balanceOf')(market.seller.address)) - before).toBe(231_712_500n)
  expect(await thbk.getFunction('balanceOf')(FEE_WALLET)).toBe(6_262_500n + 12_525_000n)
  await market.send(facts.fulfilled(receipt, order, '1'))
  const done = await becomes(market, order, 'completed')
  expect(done.fill).toMatchObject({ amount: '1', left: '0', last_tx: receipt.hash })
})

test('OB-39 the log of a transaction is there once the index has told of it, and tells each order', async () => {
  const order = await putCrypto(market, { tokenId: '7' })
  const receipt = await fillFrom(market, market.stranger, order)
  const log = (bc: string) => market.clientOf()(orderLog, { query: { bc, tx: receipt.hash } })
  await expect(log('kub')).rejects.toMatchObject({ status: 404, code: 'not_found' })
  await market.send(facts.fulfilled(receipt, order, '1'))
  await becomes(market, order, 'completed')
  const place = { hash: receipt.hash, index: 9, block: String(receipt.blockNumber) }
  expect((await log('kub')).list).toEqual([{ order_hash: order.hash, type: 'fulfill', ...place }])
  await expect(log('elsewhere')).rejects.toMatchObject({ status: 404 })
})

test('OB-2 a listing in parts is filled by fractions until it is completed', async () => {
  const wish = { kind: 'multiple' as const, tokenId: '1', amount: '10', text: '1000.03', allowPartial: true }
  const order = await putCrypto(market, wish)
  expect(order).toMatchObject({ partial: true, order: { parameters: { orderType: 1 } } })
  const first = await fillFrom(market, market.stranger, order, 4n)
  await market.send(facts.fulfilled(first, order, '4'))
  const some = await becomes(market, order, 'filled')
  expect(some.fill).toMatchObject({ amount: '4', left: '6', available: '6', percent: 40 })
  const rest = await fillFrom(market, market.stranger, order, 6n)
  await market.send(facts.fulfilled(rest, order, '6'))
  await becomes(market, order, 'completed')
})

test('OB-8 the block, the shares and the signed payments are claims that are checked', async () => {
  const body = await cryptoBody(market, { tokenId: '2' })
  const shares = body.order.crypto
  for (const [path, value, code] of [
    ['order.crypto', undefined, 'invalid_order'],
    ['order.shipping', shares, 'invalid_order'],
    ['order.crypto.offerer_customer_id', 'join-thief', 'invalid_distribution'],
    ['order.crypto.distribution.1.value', '1', 'invalid_distribution'],
    ['order.crypto.distribution.0.recipient', `0x${'9'.repeat(40)}`, 'invalid_distribution'],
    ['price.token', market.deployment.hthb, 'token_not_found'],
    ['price.text', '100.0000001', 'too_many_decimals'],
    ['price.text', '19.999999', 'price_too_low'],
    ['price.text', '101', 'invalid_distribution'],
  ] as const) {
    expect(await post(market, changed(body, path, value)), path).toMatchObject({ code })
  }
})

test('OB-13 a cancel hides a crypto order until the chain tells of it', async () => {
  const order = await putCrypto(market, { tokenId: '3' })
  const asked = (await cancelling(market, order)).order
  expect(asked).toMatchObject({ status: 'inactive', cancelling: true, inactive_reasons: ['cancelling'] })
  expect((await cancelling(market, order)).order).toEqual(asked)
  expect(await listedOf('3')).toEqual([])
  const back = await market.clientOf('seller')(confirmOrder, { body: { order_id: order._id } })
  expect(back.order).toMatchObject({ status: 'offchain', cancelling: false })
  expect(await listedOf('3')).toEqual([order.hash])
  await cancelling(market, order)
  const { parameters } = order.order
  const data = cancelData([orderComponents(parameters, parameters.counter)])
  const receipt = await sendFrom(market.seller, market.deployment.seaport, data)
  await market.send(facts.cancelled(receipt, order))
  expect(await becomes(market, order, 'cancelled')).toMatchObject({ cancelling: false, actions: [] })
  await expect(
    market.clientOf('seller')(confirmOrder, { body: { order_id: order._id } }),
  ).rejects.toMatchObject({ status: 409, code: 'order_ended' })
  await expect(
    market.clientOf('other')(confirmOrder, { body: { order_id: order._id } }),
  ).rejects.toMatchObject({ status: 403 })
})

test('OB-4 OB-16 a crypto listing whose asset was away stays hidden until its seller confirms it', async () => {
  const order = await putCrypto(market, { tokenId: '4' })
  await move(market, '4', 'seller', 'recipient')
  await until('it is hidden', async () => {
    const { inactive_reasons: reasons } = await pick(market, order)
    return reasons.includes('balance') && reasons.includes('departed')
  })
  await move(market, '4', 'recipient', 'seller')
  const returned = await until('only the confirmation is missing', async () => {
    const found = await pick(market, order, 'seller')
    return found.inactive_reasons.join() === 'departed' ? found : undefined
  })
  expect(returned.actions.map(({ name }) => name)).toEqual(['cancel', 'confirm', 'buy'])
  expect(await listedOf('4')).toEqual([])
  await market.clientOf('seller')(confirmOrder, { body: { order_id: order._id } })
  expect(await pick(market, order)).toMatchObject({ status: 'offchain', inactive: false })
})

test('OB-4 an approval that is withdrawn hides a crypto listing, and given again shows it', async () => {
  const order = await putCrypto(market, { tokenId: '5' })
  const approve = async (approved: boolean) => {
    const receipt = await transact(
      market.single,
      market.seller,
      'setApprovalForAll',
      market.deployment.seaport,
      approved,
    )
    await market.send(facts.approval(receipt, contractOf(market, 'single'), market.seller.address))
  }
  await approve(false)
  expect((await becomes(market, order, 'inactive')).inactive_reasons).toEqual(['approval'])
  expect(await post(market, await cryptoBody(market, { tokenId: '6' }))).toMatchObject({
    code: 'nft_not_approved',
  })
  await approve(true)
  await becomes(market, order, 'offchain')
})
