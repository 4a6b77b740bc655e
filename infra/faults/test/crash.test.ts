import { expect, test } from 'vitest'
import { declaredUnits, uncrossed } from '../src/crash/declared.ts'

const declared = await declaredUnits()

test('what a service declares is a point: its routes, jobs, consumers, topics and deliveries', () => {
  expect(declared).toEqual(
    expect.arrayContaining([
      'shipping-payment run POST /api/user/v1/shipping/ship',
      'shipping-payment run job shipping.expiry',
      'shipping-payment commit shipping-payment.transfer/Captured',
      'shipping-payment publish shipping-payment.shipping.v1',
      'shipping-payment broadcast',
      'campaign broadcast',
      'ledger offset ledger.command',
      'gateway forward POST',
    ]),
  )
})

test('a point that nothing crosses and nobody excuses is named', () => {
  const crossed = new Set([
    'ledger publish ledger.transfer.v1',
    'identity commit identity.order/OrderChanged refused',
  ])
  const { forgotten } = uncrossed(declared, crossed, {})
  expect(forgotten).toContain('identity run POST /identity/token/full-refresh')
  expect(forgotten).not.toContain('ledger publish ledger.transfer.v1')
  expect(forgotten).not.toContain('identity commit identity.order/OrderChanged')
})

test('every excuse is for a point that there is', () => {
  expect(uncrossed(declared, new Set(declared)).forgotten).toEqual([])
  expect(uncrossed(['a'], new Set(['a']), { b: 'gone' }).forgotten).toEqual([
    'b, which is excused and not declared',
  ])
})
