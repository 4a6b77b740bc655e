import {
  GRACE_SECONDS,
  LIST_DURATIONS,
  OFFER_DURATIONS,
  TEST_DURATIONS,
} from '@talad/proto/http/order-book/seaport'
import { expect, test } from 'vitest'
import { claim, known, market, points, refusal, seller, start } from '../../test/samples.ts'
import type { Claim } from './claim.ts'
import { checkClaim, checkKyc, type Known } from './decide.ts'
import { readPrice } from './decide-price.ts'

/** OB-25: crypto orders end when they are shown to. */
const noGrace = {
  parameters: { ...claim().parameters, endTime: String(start + 86_400) },
}

const when = (changes: Partial<Claim>, about: Partial<Known> = {}) => ({
  rejects(code: string, field?: string, details?: Record<string, unknown>) {
    const told = { ...(field && { field }), ...(details && { details }) }
    expect(() => checkClaim(claim(changes), { ...known, ...about })).toThrow(refusal(code, told))
  },
  passes: () => checkClaim(claim(changes), { ...known, ...about }),
})
const payees = { offererCustomerId: '{offerer}', distribution: [] }
const parameters = (changes: Partial<Claim['parameters']>) => ({
  parameters: { ...claim().parameters, ...changes },
})

test('M§5 sellers need SILVER, except where the check is switched off', () => {
  expect(() => checkKyc(1, market)).toThrow(
    refusal('KYC_NOT_ELIGIBLE', { details: { level: 1, required: 2 } }),
  )
  expect(() => checkKyc(2, market)).not.toThrow()
  expect(() => checkKyc(0, { skipKyc: true })).not.toThrow()
})

test('OB-7 a deal is put for one counterparty and in baht, and by itself, as anything else, it is no order type', () => {
  const counterparty = { customerId: 'join-buyer', accountId: 'account-buyer' }
  expect(when({ type: 'deal' }, { counterparty }).passes().type).toBe('list')
  when({ type: 'list' }, { counterparty }).rejects('INVALID_ORDER_TYPE')
  when({ type: 'offer' }, { counterparty }).rejects('INVALID_ORDER_TYPE')
  when({ type: 'deal' }).rejects('INVALID_ORDER_TYPE')
  when({ type: 'LIST' }).rejects('INVALID_ORDER_TYPE')
})

test('OB-8 exactly the block that the price token asks for', () => {
  when({ shipping: undefined }).rejects('INVALID_ORDER', 'order.shipping')
  when({ crypto: payees }).rejects('INVALID_ORDER', 'order.shipping')
  when({ shipping: undefined, crypto: payees }).rejects('INVALID_ORDER')
})
test('OB-8 version, hash and join wallet are claims', () => {
  when({ version: '1.4' }).rejects('INVALID_ORDER', 'order.version')
  when({}, { hash: `0x${'2'.repeat(64)}` }).rejects('HASH_MISMATCH', 'order.hash')
  when({}, { wallets: new Map([[seller, 'join']]) }).rejects('INVALID_ORDER', 'isJoinWallet')
})

test('OB-9 the first failing check in the register’s order is answered', () => {
  const faults: [string, Partial<Claim>, Partial<Known>, field?: string][] = [
    ['INVALID_ORDER_TYPE', { type: 'deal' }, {}],
    ['UNSUPPORTED_CONTRACT_TYPE', { contractType: 'erc20' }, {}],
    ['ASSET_NOT_FOUND', {}, { asset: undefined }, 'asset'],
    ['TOKEN_NOT_FOUND', { token: seller }, {}, 'price.token'],
    ['PRICE_TOO_LOW', { priceText: '1' }, {}, 'price.text'],
    ['INVALID_AMOUNT', { amount: 0n }, {}, 'amount'],
    ['INVALID_DURATION', { duration: '2d' }, {}, 'duration'],
    ['INVALID_OFFERER', {}, { wallets: new Map() }, 'order.order.parameters.offerer'],
    ['HASH_MISMATCH', {}, { hash: '0x' }, 'order.hash'],
  ]
  faults.forEach(([code, , , field], from) => {
    // everything from here on is wrong too
    const rest = faults.slice(from)
    const changes = Object.assign({}, ...rest.map(([, change]) => change))
    const about = Object.assign({}, ...rest.map(([, , change]) => change))
    when({ ...parameters({}), ...changes }, about).rejects(code, field)
  })
})

test('OB-9 the asset exists, is what it is said to be, is not suspended and may be traded', () => {
  const asset = { blockchain: 'kub', type: 'erc1155', tradable: true, suspended: false }
  when({}, { asset: { ...asset, suspended: true, tradable: false } }).rejects('ASSET_SUSPENDED', 'asset')
  when({}, { asset: { ...asset, tradable: false } }).rejects('ASSET_NOT_TRADABLE', 'asset')
  when({}, { asset: { ...asset, type: 'erc721' } }).rejects('INVALID_ORDER', 'asset.contract.type')
  when({ assetBlockchain: 'jfin' }).rejects('INVALID_ORDER', 'order.blockchain')
  const jfin = { blockchain: 'jfin', assetBlockchain: 'jfin' }
  when(jfin).rejects('ASSET_NOT_FOUND', 'asset')
  when({}, { asset: { ...asset, blockchain: 'jfin' } }).rejects('ASSET_NOT_FOUND', 'asset')
  when(jfin, { asset: { ...asset, blockchain: 'jfin' } }).rejects('ASSET_NOT_FOUND', 'asset')
})

test('OB-17 the greatest price is allowed itself', () => {
  expect(when({ amount: 1n, priceText: '1999999' }).passes().raw).toBe(199_999_900n)
  const told = { maximum: '1999999', symbol: 'THB' }
  when({ amount: 1n, priceText: '1999999.01' }).rejects('PRICE_TOO_HIGH', 'price.text', told)
})
test('OB-18 the greatest price is the same figure in each token’s own unit', () => {
  const jfin = { address: seller, symbol: 'WJFIN', decimals: 18, family: 'jfin', shipper: false }
  const about = { market: { ...market, tokens: [jfin] } }
  const inJfin = { token: seller, shipping: undefined, crypto: payees, amount: 1n, ...noGrace }
  expect(when({ ...inJfin, priceText: '1999999' }, about).passes().raw).toBe(1_999_999n * 10n ** 18n)
  const over = { ...inJfin, priceText: '1999999.000000000000000001' }
  when(over, about).rejects('PRICE_TOO_HIGH', 'price.text', { maximum: '1999999', symbol: 'WJFIN' })
})

test('OB-19 the least price is 20 THB, by exact decimals', () => {
  expect(when({ priceText: '20', amount: 4n }).passes().raw).toBe(2_000n)
  const told = { minimum: '20', symbol: 'THB' }
  when({ priceText: '19.99', amount: 1n }).rejects('PRICE_TOO_LOW', 'price.text', told)
  when({ priceText: '0' }).rejects('PRICE_TOO_LOW')
})
test('OB-19 each family has its own least price, and a family without one is refused', () => {
  const jfin = { address: seller, symbol: 'WJFIN', decimals: 18, family: 'jfin', shipper: false }
  const inJfin = { token: seller, shipping: undefined, crypto: payees, amount: 1n, ...noGrace }
  const tokens = { market: { ...market, tokens: [jfin] } }
  expect(when({ ...inJfin, priceText: '0.01' }, tokens).passes().raw).toBe(10n ** 16n)
  const least = (minimum: string) => ({ minimum, symbol: 'WJFIN' })
  when({ ...inJfin, priceText: '0.0099' }, tokens).rejects('PRICE_TOO_LOW', 'price.text', least('0.01'))
  const low = { ...inJfin, priceText: '0.05', type: 'offer' as const }
  when(low, tokens).rejects('PRICE_TOO_LOW', 'price.text', least('0.1'))
  const odd = { market: { ...market, tokens: [{ ...jfin, family: 'gold' }] } }
  when({ ...inJfin, priceText: '1' }, odd).rejects('UNKNOWN_PRICE_RULE')
})

test('OB-20 an offer in points or in the native coin is refused', () => {
  when({ type: 'offer', token: points }).rejects('UNSUPPORTED_SHIPPING_UNIT', 'price.token')
  when({ type: 'offer', token: `0x${'0'.repeat(40)}` }).rejects('UNSUPPORTED_SHIPPING_UNIT', 'price.token')
  when({ type: 'offer', token: seller }).rejects('TOKEN_NOT_FOUND', 'price.token')
})

test('OB-41 where offers are switched off none is taken', () => {
  when({ type: 'offer' }, { market: { ...market, offersEnabled: false } }).rejects('OFFERS_DISABLED')
  expect(when({}, { market: { ...market, offersEnabled: false } }).passes().type).toBe('list')
})

const thbk = { address: seller, symbol: 'THBK', decimals: 6, family: 'thb', shipper: false }
const trade = { market: { ...market, tokens: [market.pointToken, thbk] } }
const offer = {
  type: 'offer',
  token: seller,
  shipping: undefined,
  crypto: payees,
  recipient: market.zone,
  ...noGrace,
}

test('OB-7 a deal in anything but baht is refused, as only our zone keeps others off; a block must be there too', () => {
  const counterparty = { customerId: 'join-buyer', accountId: 'account-buyer' }
  const deal = { ...offer, type: 'deal' }
  when(deal, { ...trade, counterparty }).rejects('UNSUPPORTED_SHIPPING_UNIT', 'price.token')
  when({ ...offer, crypto: undefined }, trade).rejects('INVALID_ORDER', 'order.crypto')
})

test('OB-20 the least price in baht holds for THBK, for listings and offers', () => {
  expect(when(offer, trade).passes()).toMatchObject({ raw: 100_000_000n, recipient: market.zone })
  when({ ...offer, priceText: '19.999999', amount: 1n }, trade).rejects('PRICE_TOO_LOW')
  when({ ...offer, type: 'list', priceText: '19.999999', amount: 1n }, trade).rejects('PRICE_TOO_LOW')
})

test('OB-22 an offer asks for at most 999', () => {
  expect(when({ ...offer, amount: 999n, priceText: '999' }, trade).passes().amount).toBe(999n)
  when({ ...offer, amount: 1_000n }, trade).rejects('TOO_MANY_UNITS', 'amount', { maximum: 999 })
  expect(when({ amount: 1_000n, priceText: '1000' }).passes().amount).toBe(1_000n) // a listing may be of more
})

test('M§5 an offer names who gets the NFT', () => {
  when({ ...offer, recipient: undefined }, trade).rejects('RECIPIENT_REQUIRED', 'recipientAddress')
  when({ ...offer, recipient: `0x${'0'.repeat(40)}` }, trade).rejects('INVALID_RECIPIENT', 'recipientAddress')
})

test('OB-23 an offer stands as long as offers may', () => {
  const durations = { list: { '1d': 86_400, '6m': 15_552_000 }, offer: { '12h': 43_200 } }
  const about = { market: { ...trade.market, durations } }
  const halfDay = { ...claim().parameters, endTime: String(start + 43_200) }
  when({ ...offer, duration: '6m' }, about).rejects('INVALID_DURATION', 'duration')
  const long = parameters({ endTime: String(start + 15_552_000 + GRACE_SECONDS) })
  expect(when({ duration: '6m', ...long }, about).passes().durationSeconds).toBe(15_552_000)
  expect(when({ ...offer, duration: '12h', parameters: halfDay }, about).passes().durationSeconds).toBe(
    43_200,
  )
})

test('OB-25 an order in crypto has no grace', () => {
  when({ ...offer, parameters: claim().parameters }, trade).rejects('INVALID_DURATION')
})

test('OB-21 the price must divide by the amount', () => {
  when({ priceText: '100', amount: 3n }).rejects('PRICE_NOT_DIVISIBLE', 'price.text')
  expect(when({ priceText: '100.02', amount: 3n }).passes().amount).toBe(3n)
})

test('OB-22 an erc721 is one, an erc1155 at least one', () => {
  const asset = { blockchain: 'kub', type: 'erc721', tradable: true, suspended: false }
  expect(when({ contractType: 'erc721', amount: 9n }, { asset }).passes().amount).toBe(1n)
  when({ amount: 0n }).rejects('INVALID_AMOUNT', 'amount')
})

test('OB-23 a month is 30 days, and one and a half m is 90 seconds', () => {
  expect(LIST_DURATIONS).toEqual({
    '1h': 3_600,
    '6h': 21_600,
    '1d': 86_400,
    '3d': 259_200,
    '7d': 604_800,
    '1m': 2_592_000,
    '3m': 7_776_000,
    '6m': 15_552_000,
  })
  expect(Object.keys(OFFER_DURATIONS)).toEqual(['12h', '1d', '3d', '7d', '1m'])
  expect(TEST_DURATIONS).toEqual({ '1.5m': 90 })
})

test('OB-24 the duration is a listed one, and the start near the server’s clock', () => {
  when({ duration: '2d' }).rejects('INVALID_DURATION', 'duration')
  when({ duration: 'toString' }).rejects('INVALID_DURATION', 'duration')
  const shifted = (by: number) =>
    parameters({ startTime: String(start + by), endTime: String(start + by + 86_400 + GRACE_SECONDS) })
  when(shifted(300)).passes()
  when(shifted(-300)).passes()
  when(shifted(301)).rejects('INVALID_DURATION', 'order.order.parameters.startTime')
  when(shifted(-301)).rejects('INVALID_DURATION', 'order.order.parameters.startTime')
})

test('OB-25 the signed end is the display end and an hour, exactly', () => {
  const field = 'order.order.parameters.endTime'
  when(parameters({ endTime: String(start + 86_400) })).rejects('INVALID_DURATION', field)
  when(parameters({ endTime: String(start + 86_400 + 3_601) })).rejects('INVALID_DURATION', field)
  expect(when(parameters({ endTime: String(start + 86_400 + 3_600) })).passes().durationSeconds).toBe(86_400)
})

test('OB-44 the raw price is made of the text, without a float and without excess decimals', () => {
  expect(readPrice('1250.50', 2, 'f')).toBe(125_050n)
  expect(readPrice('0.1', 2, 'f')).toBe(10n)
  expect(() => readPrice('1.001', 2, 'f')).toThrow(refusal('TOO_MANY_DECIMALS', { field: 'f' }))
  for (const text of ['', '-1', '1e3', '1,000', ' 1', '01', '.5', '0x10', 'NaN', undefined]) {
    expect(() => readPrice(text, 2, 'f')).toThrow(refusal('PRICE_NOT_FOUND', { field: 'f' }))
  }
})

test('OB-34 a token whose decimals are not known gives no price', () => {
  const tokens = [{ address: points, symbol: 'THB', family: 'thb', shipper: true }]
  when({}, { market: { ...market, tokens } }).rejects('DECIMALS_NOT_FOUND', 'price.token')
})
