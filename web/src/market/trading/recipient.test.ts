import { expect, test } from 'vitest'
import { sendFault } from './recipient.ts'

const from = `0x${'aa'.repeat(20)}`
const contract = `0x${'c0'.repeat(20)}`
const friend = `0x${'bb'.repeat(20)}`

test.each([
  [friend, undefined],
  [` ${friend.toUpperCase().replace('0X', '0x')} `, undefined],
  ['', 'missing'],
  ['  ', 'missing'],
  [friend.slice(0, -1), 'invalid'],
  ['somchai', 'invalid'],
  [`0x${'0'.repeat(40)}`, 'invalid'],
  [from, 'own'],
  [contract.toUpperCase().replace('0X', '0x'), 'contract'],
])('ID-19 of “%s” is said %s', (typed, fault) => {
  expect(sendFault(typed, { from, contract })).toBe(fault)
})
