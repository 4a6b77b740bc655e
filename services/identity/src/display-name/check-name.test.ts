import { Rejection } from '@talad/shared/rejection'
import { expect, test } from 'vitest'
import { checkName, foldName, looksOf } from './check-name.ts'

test('ID-42 names that look the same are the same', () => {
  expect(foldName('Somchai Jaidee')).toBe(foldName('somchai_jaidee'))
  expect(foldName('ร้านโคม')).toBe(foldName('รานโคม'))
  expect(foldName('Ánna')).toBe(foldName('anna'))
  expect(foldName('มะลิ')).not.toBe(foldName('สมชาย'))
})

test('ID-42 what looks like another name letter by letter is that name', () => {
  for (const [one, other] of [
    ['MaIi Shop', 'Mali Shop'],
    ['ᴍᴀʟɪ', 'mali'],
    ['Ma1i', 'Mali'],
    ['ศรีเเก้ว', 'ศรีแก้ว'],
    ['น\u0e4d\u0e49\u0e32ตก', 'น้ำตก'],
    ['น\u0e49\u0e4d\u0e32ตก', 'น้ำตก'],
    ['นำ้ตก', 'น้ำตก'],
    ['rnali', 'mali'],
  ] as const)
    expect(looksOf(one), one).toBe(looksOf(other))
  expect(looksOf('มะลิ')).not.toBe(looksOf('สมชาย'))
  for (const name of ['TaIad', 'ᴛᴀʟᴀᴅ', 'Admın', 'เเอดมิน'])
    expect(() => checkName(name), name).toThrow('DISPLAY_NAME_RESERVED')
})

test('ID-42 nobody is called as the site is, or as an address', () => {
  for (const name of ['Talad', 'ตลาด ทีมงาน', 'ad.min', 'Official Store', '0xabcdef', 'mali.eth'])
    expect(() => checkName(name), name).toThrow(Rejection)
  for (const name of ['', '...', ' _ -']) expect(() => checkName(name), name).toThrow('DISPLAY_NAME_RESERVED')
  expect(checkName('ครูช่างล้านนา').folded).toBe(foldName('ครูช่างล้านนา'))
  expect(checkName('Dr. Mali').folded).toBe('drmali')
  // an address is what begins as one
  expect(checkName('Box 10x20').folded).toBe('box10x20')
  // both marks of the letter go
  expect(foldName('A\u0300\u0301nna')).toBe('anna')
  expect(foldName('\u{1df00}\u0300')).toBe('\u{1df00}')
})
