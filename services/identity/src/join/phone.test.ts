import { expect, test } from 'vitest'
import { normalisePhone } from './phone.ts'

test.each([
  ['0812345678', '+66812345678'],
  ['061-234-5678', '+66612345678'],
  ['09 1234 5678', '+66912345678'],
  ['66812345678', '+66812345678'],
  ['+66812345678', '+66812345678'],
  ['+14155552671', '+14155552671'],
])('WB-12 reads %s as %s', (text, e164) => {
  expect(normalisePhone(text)).toBe(e164)
})

test.each([
  '',
  '0712345678',
  '081234567',
  '08123456789',
  '6681234567',
  '+6681234567',
  '+1234567',
  '+1234567890123456',
  'abc',
])('WB-12 refuses %j', (text) => {
  expect(normalisePhone(text)).toBeUndefined()
})
