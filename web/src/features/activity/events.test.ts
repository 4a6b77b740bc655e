import type { ActivityEvent, Price } from '@talad/proto/http/asset-indexer/assets'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countOf, expiryOf, isForSale, kindOf, parties, pricesOf } from './events.ts'

const [alice, bob, nobody] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`, `0x${'0'.repeat(40)}`]

function sale(amount: string, value: string, raw: string): ActivityEvent {
  const price: Price = {
    token_address: nobody,
    symbol: 'THB',
    raw,
    value,
    family: 'thb',
    decimals: 2,
  }
  return {
    type: 'sale',
    transfer: null,
    order: null,
    sale: { order_hash: `0x${'1'.repeat(64)}`, seller: alice, buyer: bob, amount, shipper: true, price },
  } as unknown as ActivityEvent
}

test('An event tells the price of one piece, exactly', () => {
  const prices = pricesOf(sale('2', '240', '24000'))
  expect(prices?.each).toMatchObject({ raw: '12000' })
  expect(Number(prices?.each.value)).toBe(120)
  expect(prices?.total.value).toBe('240')
  fc.assert(
    fc.property(fc.bigInt(1n, 999n), fc.bigInt(1n, 10n ** 9n), (amount, each) => {
      const raw = String(each * amount)
      const total = raw.padStart(3, '0')
      const event = sale(String(amount), `${total.slice(0, -2)}.${total.slice(-2)}`, raw)
      const one = pricesOf(event)?.each ?? { value: '', raw: '' }
      expect(one.raw).toBe(String(each))
      expect(Math.round(Number(one.value) * 100)).toBe(Number(each))
    }),
  )
})

test('What is minted comes from nobody, and a wallet’s purchase is called so', () => {
  const mint = { transfer: { from: nobody, to: bob, amount: '5' }, sale: null, order: null }
  expect(parties(mint as unknown as ActivityEvent)).toEqual({ from: undefined, to: bob, amount: '5' })
  expect(kindOf(sale('1', '1', '100'), bob)).toBe('bought')
  expect(kindOf(sale('1', '1', '100'), alice)).toBe('sale')
  expect(kindOf(sale('1', '1', '100'), undefined)).toBe('sale')
})

test('M§2 what is for sale still has an expiry, and is bought by others than its seller; an offer is not bought', () => {
  const put = (order: object) =>
    ({
      order: { type: 'list', offerer: alice, ends: '2026-12-01T00:00:00Z', open: true, ...order },
    }) as ActivityEvent
  expect(
    [put({}), put({ type: 'offer' }), put({ open: false }), sale('1', '1', '100')].map(expiryOf),
  ).toEqual([...['2026-12-01T00:00:00Z', '2026-12-01T00:00:00Z', undefined, undefined]])
  const isBought = (event: ActivityEvent, ...wallets: string[]) => isForSale(event, wallets)
  expect([isBought(put({})), isBought(put({}), bob), isBought(put({}), bob, alice)]).toEqual([
    true,
    true,
    false,
  ])
  expect([put({ type: 'offer' }), put({ open: false })].map((event) => isBought(event))).toEqual([
    false,
    false,
  ])
})

test('M§9 a number is told above one, and of what there may be several of', () => {
  const of = (type: 'erc721' | 'erc1155', amount: string) =>
    countOf({ ...sale(amount, '1', '100'), contract: { type } } as ActivityEvent)
  expect([of('erc721', '1'), of('erc1155', '1'), of('erc1155', '3')]).toEqual([undefined, '1', '3'])
})
