import { expect, test } from 'vitest'
import { imitated, isOneLetterOff } from './near-names.ts'

test('MO-15 a name is that of another by its look; short names are anybody’s', () => {
  for (const name of [
    'Siam Bеtta',
    'S1am Betta Official #12',
    'Siam  Bettta',
    'ＳＩＡＭ ＢＥＴＴＡ',
    'Siarn Betta',
  ])
    expect(imitated(name, ['ปลากัดสยาม · Siam Betta'])).toBe('ปลากัดสยาม · Siam Betta')
  expect(imitated('ปลากัดสยาม #7', ['ปลากัดสยาม · Siam Betta'])).toBeDefined()
  for (const name of ['Siam Lantern', 'Betta', 'Siamese Cats', '#12', ''])
    expect(imitated(name, ['ปลากัดสยาม · Siam Betta'])).toBeUndefined()
  expect(imitated('Cats', ['Cats'])).toBeUndefined()
  expect(imitated('\u0e40\u0e40กะน\u0e4d\u0e49\u0e32ตก', ['แกะน้ำตก'])).toBe('แกะน้ำตก')
  expect([
    isOneLetterOff('abcd', 'abd'),
    isOneLetterOff('abcd', 'abxd'),
    isOneLetterOff('abcd', 'badc'),
  ]).toEqual([...[true, true, false]])
})
