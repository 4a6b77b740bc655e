import { expect, test } from 'vitest'
import { nameWords } from './person-name.ts'

test.each([
  ['Mr. Somchai  JAIDEE', ['somchai', 'jaidee']],
  ['นางสาว เเก้ว น้ำใส', ['แก้ว', 'น้ำใส'.normalize('NFKC')]],
  ['น\u0e4d\u0e49\u0e32ใส นำ้ตาล', ['น้ำใส'.normalize('NFKC'), 'น้ำตาล'.normalize('NFKC')]],
  ['นาย', []],
  ['', []],
])('ID-43 %s is found by its words, in one spelling and without titles', (name, words) => {
  expect(nameWords(name)).toEqual(words)
})
