import { expect, test } from 'vitest'
import { table, width } from './screen.ts'

test('Thai vowels and tone marks above and below take no column of their own', () => {
  expect(width('ที่')).toBe(1)
  expect(width('web')).toBe(3)
})

test('the columns of a table stand below each other in both scripts', () => {
  const [thai = '', english = ''] = table([
    ['ที่นี่', 'a'],
    ['here', 'b'],
  ])
  expect(width(thai)).toBe(width(english))
})
