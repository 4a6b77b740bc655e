import { expect, test } from 'vitest'
import { groupsOf } from './groups.ts'

type Status = 'pending' | 'completed' | 'canceled' | 'failed'
const one = (status: Status, expired = false, ref: string | null = null) => ({
  status,
  expired,
  credit: { payment: { status: 'pending', provider_ref_id: ref } },
})
const sizes = (...args: Parameters<typeof groupsOf>) => groupsOf(...args).map(({ length }) => length)

test('SP-32 neighbours that ended without a payment stand together, and nothing else does', () => {
  const list = [
    ...[one('pending'), one('canceled'), one('pending', true), one('canceled')],
    ...[one('completed'), one('completed'), one('failed'), one('canceled')],
  ]
  expect(sizes(list, 'sell')).toEqual([1, 3, 1, 1, 1, 1])
  expect(groupsOf(list, 'sell').flat()).toEqual(list)
})

test('SP-32 a buyer sees each purchase for which a card page was opened, a seller need not', () => {
  const list = [one('canceled'), one('canceled', false, 'a card'), one('canceled')]
  expect(sizes(list, 'buy')).toEqual([1, 1, 1])
  expect(sizes(list, 'sell')).toEqual([3])
})
