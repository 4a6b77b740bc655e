import { expect, test } from 'vitest'
import { baht, csvLine } from './csv.ts'

test('AW-11 a line of a file keeps commas, quotes and line ends inside its cells', () => {
  expect(csvLine(['โคม "ใหญ่"', 'a,b', 'a\nb', 12n, 1.5, null, undefined])).toBe(
    '"โคม ""ใหญ่""","a,b","a\nb",12,1.5,,\r\n',
  )
})

test('what a spreadsheet would run as a formula is a text; a negative number stays a number', () => {
  expect(csvLine(['=1+1', '＝1', '@x', '-2+3', '-2.50', -2n, '9'.repeat(16)])).toBe(
    "'=1+1,'＝1,'@x,'-2+3,-2.50,-2,'9999999999999999\r\n",
  )
})

test('an amount has two decimals, always', () => {
  expect([0n, 5n, -5n, 123_450n, -100n].map(baht)).toEqual(['0.00', '0.05', '-0.05', '1234.50', '-1.00'])
})
