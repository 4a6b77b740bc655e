import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lastFour, paidBy, receiptNumber } from './paid.ts'

test('SP-11 a receipt says what the card paid, what points paid, and what was kept as points', () => {
  expect(paidBy({ value: 125_000, payment: { charge: null } })).toEqual({ card: 0, points: 125_000, kept: 0 })
  expect(paidBy({ value: 125_000, payment: { charge: 100_000 } })).toMatchObject({ points: 25_000, kept: 0 })
  expect(paidBy({ value: 1_500, payment: { charge: 2_000 } })).toEqual({ card: 2_000, points: 0, kept: 500 })
})

test('SP-11 the parts of a receipt add up to the price', () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), fc.option(fc.nat(10_000_000)), (value, charge) => {
      const { card, points, kept } = paidBy({ value, payment: { charge } })
      expect(card + points - kept).toBe(value)
    }),
  )
})

test('A receipt has a number to read out and the end of the account only', () => {
  // late in the evening in London it is the next day in Bangkok
  expect(receiptNumber('6650e1234abc6650e1234abc', '2026-11-22T20:00:00Z')).toBe('R20261123-E123-4ABC')
  expect(lastFour('join-0123456789')).toBe('•••• 6789')
})
