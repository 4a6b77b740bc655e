import { expect, test } from 'vitest'
import { orderDisplay } from './display.ts'

test('OB-6 shows completed, cancelled, expired and inactive in this order, and open otherwise', () => {
  expect(orderDisplay({ status: 'completed', expired: true, inactive: true })).toBe('completed')
  expect(orderDisplay({ status: 'cancelled', expired: true, inactive: true })).toBe('cancelled')
  expect(orderDisplay({ status: 'inactive', expired: true, inactive: true })).toBe('expired')
  expect(orderDisplay({ status: 'inactive', expired: false, inactive: true })).toBe('inactive')
  expect(orderDisplay({ status: 'filled', expired: false, inactive: false })).toBe('open')
})
