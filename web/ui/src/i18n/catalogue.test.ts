import { join } from 'node:path'
import { expect, test } from 'vitest'
import { differentValues, lonelyKeys, unusedKeys, wrongLetters } from '../testing/catalogue.ts'
import { en } from './en.ts'
import { th } from './th.ts'

test('WB-17 the shared components have their words in Thai and in English', () => {
  expect(lonelyKeys({ th, en })).toEqual([])
  expect(wrongLetters({ th, en })).toEqual([])
})

test('WB-17 the shared components fill the same values into both languages', () => {
  expect(differentValues({ th, en })).toEqual([])
})

test('Every word of the shared components is used', () => {
  expect(unusedKeys(th, join(import.meta.dirname, '..'))).toEqual([])
})

const planted = {
  th: { a: 'มี {{count}}', b: 'ซื้อ', c: 'no Thai', d: 'ขาย' },
  en: { a: 'There are {{amount}}', b: 'Buy', c: 'no Thai', e: 'ขาย' },
}

test.each([
  ['a key of one language', () => lonelyKeys(planted), ['d', 'e']],
  ['another value', () => differentValues(planted), ['a']],
  ['English in Thai', () => wrongLetters(planted), ['c']],
  ['a key that nobody uses', () => unusedKeys({ 'no.such.key': '' }, import.meta.dirname), ['no.such.key']],
])('the checks of a catalogue find %s', (_, find, keys) => {
  expect(find()).toEqual(keys)
})
