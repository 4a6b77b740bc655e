import { expect, test } from 'vitest'
import { heapsOf } from './heaps.ts'

const one = (status: 'pending' | 'completed' | 'canceled' | 'failed', expired = false) => ({
  status,
  expired,
})

test('SP-32 neighbours that ended without a payment stand together, and nothing else does', () => {
  const list = [
    ...[one('pending'), one('canceled'), one('pending', true), one('canceled')],
    ...[one('completed'), one('completed'), one('failed'), one('canceled')],
  ]
  expect(heapsOf(list).map(({ length }) => length)).toEqual([1, 3, 1, 1, 1, 1])
  expect(heapsOf(list).flat()).toEqual(list)
})
