import { expect, test } from 'vitest'
import { Rejection } from '../rejection.ts'
import { lowerAddress, recipientAddress } from './address.ts'

const MIXED = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const lower = MIXED.toLowerCase()

test.each([MIXED, lower, `0x${lower.slice(2).toUpperCase()}`])('GW-17 %s is kept in lower case', (text) => {
  expect(lowerAddress(text, 'wallet')).toBe(lower)
})

test.each([MIXED.replace('aA', 'Aa'), lower.slice(2), lower.slice(0, -1), `${lower}0`, ''])(
  'GW-17 %j is refused by the name of its field',
  (text) => {
    expect(() => lowerAddress(text, 'wallet', 'INVALID_ADDRESS')).toThrow(
      new Rejection('INVALID_ADDRESS', { field: 'wallet' }),
    )
  },
)

test('GW-17 nothing is sent to the zero address, however it is written', () => {
  const zero = `0x${'0'.repeat(40)}`
  expect(lowerAddress(zero, 'wl')).toBe(zero)
  expect(recipientAddress(MIXED, 'recipient', 'INVALID_RECIPIENT')).toBe(lower)
  for (const wrong of [zero, MIXED.replace('aA', 'Aa')])
    expect(() => recipientAddress(wrong, 'recipient', 'INVALID_RECIPIENT')).toThrow(
      new Rejection('INVALID_RECIPIENT', { field: 'recipient' }),
    )
})
