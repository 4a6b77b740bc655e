import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainNumber, typedDecimal } from './number-input.ts'

test('WB-24 takes Thai digits, full-width forms and comma groups as a plain number', () => {
  expect(plainNumber('๑,๒๕๐.๕๐')).toBe('1250.50')
  expect(plainNumber('１２５０．５')).toBe('1250.5')
  expect(plainNumber('１，２５０')).toBe('1250')
  expect(plainNumber(' ฿1 250 ')).toBe('1250')
})

test('WB-24 reads every number typed in Thai or full-width digits, in groups or not', () => {
  const inDigits = (zero: number, text: string) =>
    text.replace(/\d/g, (digit) => String.fromCharCode(zero + Number(digit)))
  fc.assert(
    fc.property(fc.nat(), fc.constantFrom(0x30, 0x0e50, 0xff10), fc.boolean(), (number, zero, grouped) => {
      const typed = grouped ? number.toLocaleString('en') : String(number)
      expect(plainNumber(inDigits(zero, typed))).toBe(String(number))
      expect(typedDecimal(inDigits(zero, typed))).toBe(String(number))
    }),
  )
})

test('A price field keeps digits, one point and two decimals', () => {
  expect(typedDecimal('12a3.4.567')).toBe('123.45')
  expect(typedDecimal('๒๐')).toBe('20')
  expect(typedDecimal('20.')).toBe('20.')
  expect(typedDecimal('-5')).toBe('5')
})
