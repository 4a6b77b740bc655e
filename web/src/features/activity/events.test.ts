import type { ActivityEvent, Price } from '@talad/proto/http/asset-indexer/assets'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { kindOf, parties, pricesOf } from './events.ts'

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
