import { expect, test } from 'vitest'
import { inLanguage } from './http/bilingual.ts'

test('WB-17 takes the reader’s half of a name in two languages', () => {
  expect(inLanguage('ปลากัดสยาม · Siam Betta', 'th')).toBe('ปลากัดสยาม')
  expect(inLanguage('ปลากัดสยาม · Siam Betta', 'en')).toBe('Siam Betta')
})

test('A name which isn’t in two languages stays whole', () => {
  expect(inLanguage('Red · Blue', 'th')).toBe('Red · Blue')
  expect(inLanguage('ตั๋วงานวัด', 'en')).toBe('ตั๋วงานวัด')
  expect(inLanguage('', 'en')).toBe('')
})
