import { join } from 'node:path'
import { th as shared } from '@talad/ui/i18n/th'
import { differentValues, lonelyKeys, unusedKeys, wrongLetters } from '@talad/ui/testing/catalogue'
import { expect, test } from 'vitest'
import { en, th } from './all.ts'

test('WB-17 has the same keys in Thai and in English', () => {
  expect(lonelyKeys({ th, en })).toEqual([])
})

test('WB-17 fills the same values into both languages', () => {
  expect(differentValues({ th, en })).toEqual([])
})

test('WB-17 writes Thai in Thai and English without it', () => {
  expect(wrongLetters({ th, en })).toEqual([])
})

test('Every text of the catalogue is used', () => {
  const unused = unusedKeys(th, join(import.meta.dirname, '..'))
  expect(unused.filter((key) => !Object.hasOwn(shared, key))).toEqual([])
})
