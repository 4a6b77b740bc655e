import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainNumber, typedDecimal, typedSigned } from './number-input.ts'

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

test('M§5 a price field keeps digits, one point and its decimals, and goes on where a sign is typed that is none', () => {
  expect(typedDecimal('๒๐')).toBe('20')
  expect(typedDecimal('20.')).toBe('20.')
  expect(typedDecimal('20.5678')).toBe('20.56')
  expect(typedDecimal('20.5678', '', 0)).toBe('20')
  for (const typed of ['2a0', '20a', '-20', '20-', '2e0']) expect(typedDecimal(typed, '20')).toBe('20')
  expect(typedDecimal('20.5.', '20.5')).toBe('20.5')
  expect(typedDecimal('', '20')).toBe('')
})

test('WB-24 no other number is made of one that is pasted: it is taken, or what stood there stays', () => {
  for (const [pasted, taken] of [
    ['฿1,500.00', '1500.00'],
    ['1 500 บาท', '1500'],
    ['THB 1,500', '1500'],
    ['1.500,50', '9'],
    ['1.2.3', '9'],
    ['1e5', '9'],
    ['-500', '9'],
    ['1500 x 2', '9'],
    ['0x1f', '9'],
  ] as const)
    expect(typedDecimal(pasted, '9'), pasted).toBe(taken)
})

test('M§5 a range of a trait takes a minus before its number and nowhere else', () => {
  expect(
    ['-5', '๕.๕', '-', '5-3', '--5', '1.2.3', 'five'].map((typed) => typedSigned(typed, 'before')),
  ).toEqual([...['-5', '5.5', '-', 'before', 'before', 'before', 'before']])
})
