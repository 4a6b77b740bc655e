import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('B39 no text of a CSV file is taken for a formula', () => {
  const attacks = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '＝1',
    '＠x',
    '9'.repeat(77),
    '=HYPERLINK("http://evil.example","x")',
  ]
  for (const attack of attacks) {
    const [line = ''] = csvOf([[attack]])
      .slice(1)
      .split('\r\n')
    expect(line.replace(/^"/, '')).toMatch(/^'/)
  }
  expect(csvOf([['a=1', '5-3', 'x@y']])).toBe('\uFEFFa=1,5-3,x@y\r\n')
})

test('A CSV file has the mark by which Excel shows Thai, and quotes what has to be quoted', () => {
  expect(csvOf([['รายการ', 'a,b', 'say "hi"', 'two\nlines']])).toBe(
    '\uFEFFรายการ,"a,b","say ""hi""","two\nlines"\r\n',
  )
})
