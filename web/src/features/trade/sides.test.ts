import type { CryptoShipping } from '@talad/proto/http/shipping-payment/crypto-shipping'
import { expect, test } from 'vitest'
import { sideOf } from './sides.ts'

test.each([
  ['offer', 'buyer', 'chain.offerer'],
  ['offer', 'seller', 'chain.acceptor'],
  ['list', 'buyer', undefined],
  ['list', 'seller', undefined],
] as const)('M§6 of an order of type %s the %s is told as %s', (type, role, text) => {
  const trade = { order: { type }, role } as Pick<CryptoShipping, 'order' | 'role'>
  expect(sideOf(trade)).toBe(text)
})
