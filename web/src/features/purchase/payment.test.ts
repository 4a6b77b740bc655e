import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paymentPlan } from './payment.ts'

test('SP-11 spends points first and charges the card for the rest', () => {
  expect(paymentPlan(125_000, 25_000)).toEqual({
    total: 125_000,
    fromPoints: 25_000,
    byCard: 100_000,
    backAsPoints: 0,
  })
})

test('SP-11 charges at least 20 baht, and the surplus stays as points', () => {
  expect(paymentPlan(125_000, 124_500)).toMatchObject({ byCard: 2_000, backAsPoints: 1_500 })
})

test('SP-11 needs no card when the points suffice', () => {
  expect(paymentPlan(125_000, 200_000)).toMatchObject({ fromPoints: 125_000, byCard: 0, backAsPoints: 0 })
})

test('SP-11 always adds up', () => {
  const amount = fc.nat({ max: 199_999_900 })
  fc.assert(
    fc.property(amount, amount, (total, spendable) => {
      const plan = paymentPlan(total, spendable)
      expect(plan.fromPoints + plan.byCard - plan.backAsPoints).toBe(total)
    }),
  )
})
