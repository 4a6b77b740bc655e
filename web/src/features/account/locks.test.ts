import { expect, test } from 'vitest'
import { locksOf } from './locks.ts'

const purchase = (locked: number) =>
  ({ credit: { locked } }) as Parameters<typeof locksOf>[2]['unpaid'][number]

test('LG-4 what is set aside is named: a withdrawal, a purchase, and what nothing explains', () => {
  expect(locksOf('ft_thb', 10_000, { withdrawn: 10_000, unpaid: [] })).toEqual([
    { text: 'lock.withdrawal', amount: 10_000 },
  ])
  expect(locksOf('ft_thb', 15_000, { withdrawn: 10_000, unpaid: [purchase(500)] })).toEqual([
    { text: 'lock.withdrawal', amount: 10_000 },
    { text: 'lock.other', amount: 5_000 },
  ])
  expect(locksOf('pt_thb', 700, { withdrawn: 10_000, unpaid: [purchase(500), purchase(200)] })).toEqual([
    { text: 'lock.purchase', amount: 700 },
  ])
})

test('LG-4 nothing is named where nothing is set aside, and never more than there is', () => {
  expect(locksOf('ft_thb', 0, { withdrawn: 10_000, unpaid: [] })).toEqual([])
})
