import { expect, test } from 'vitest'
import { ipv4Of } from './payer-ip.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8::1', '0.0.0.0'],
  ['999.1.1.1', '0.0.0.0'],
  ['1.2.3', '0.0.0.0'],
  ['1.2.3.4.', '0.0.0.0'],
  [undefined, '0.0.0.0'],
])('SP-16 the card provider is told of the payer %s as %s', (ip, told) => {
  expect(ipv4Of(ip)).toBe(told)
})
