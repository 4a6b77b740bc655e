import { expect, test } from 'vitest'
import { isNewer, standing } from './decide.ts'

const start = new Date('2026-01-01T00:00:00Z')
const end = new Date('2026-01-02T00:00:00Z')
const between = new Date('2026-01-01T12:00:00Z')
const order = { status: 'offchain', inactive: false, start, end }

test('GW-29 an open order between start and end is active until its end', () => {
  expect(standing(order, between)).toEqual({ live: true, changesAt: end })
  expect(standing({ ...order, status: 'filled' }, between).live).toBe(true)
})

test('GW-29 an order that has not begun becomes active at its start', () => {
  expect(standing(order, new Date('2025-12-31T23:59:00Z'))).toEqual({ live: false, changesAt: start })
})

test('GW-29 ended, inactive, completed and cancelled orders are not active and stay so', () => {
  const never = { live: false, changesAt: undefined }
  expect(standing(order, end)).toEqual(never)
  expect(standing({ ...order, inactive: true }, between)).toEqual(never)
  expect(standing({ ...order, status: 'completed' }, between)).toEqual(never)
  expect(standing({ ...order, status: 'cancelled' }, between)).toEqual(never)
})

test('GW-26 only a higher revision of an order counts', () => {
  expect(isNewer(1, undefined)).toBe(true)
  expect(isNewer(3, 2)).toBe(true)
  expect(isNewer(2, 2)).toBe(false)
  expect(isNewer(1, 2)).toBe(false)
})
