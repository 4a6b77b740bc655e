import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainNumber, typedDecimal } from './number-input.ts'

test('WB-24 takes Thai digits, full-width forms and comma groups as a plain number', () => {
  expect(plainNumber('๑,๒๕๐.๕๐')).toBe('1250.50')
  expect(plainNumber('１２５０．５')).toBe('1250.5')
  expect(plainNumber(' ฿1 250 ')).toBe('1250')
})

test('WB-24 reads every number typed in Thai digits', () => {
  fc.assert(
    fc.property(fc.nat(), (number) => {
      const thai = [...String(number)].map((digit) => String.fromCharCode(0x0e50 + Number(digit))).join('')
      expect(plainNumber(thai)).toBe(String(number))
    }),
  )
})

test('A price field keeps digits, one point and two decimals', () => {
  expect(typedDecimal('12a3.4.567')).toBe('123.45')
  expect(typedDecimal('๒๐')).toBe('20')
  expect(typedDecimal('20.')).toBe('20.')
  expect(typedDecimal('-5')).toBe('5')
})
