import { Rejection } from '@talad/shared/rejection'
import { expect, test } from 'vitest'
import { checkName, foldName } from './check-name.ts'

test('ID-42 names that look the same are the same', () => {
  expect(foldName('Somchai Jaidee')).toBe(foldName('somchai_jaidee'))
  expect(foldName('ร้านโคม')).toBe(foldName('รานโคม'))
  expect(foldName('Ánna')).toBe(foldName('anna'))
  expect(foldName('มะลิ')).not.toBe(foldName('สมชาย'))
})

test('ID-42 nobody is called as the site is, or as an address', () => {
  for (const name of ['Talad', 'ตลาด ทีมงาน', 'ad.min', 'Official Store', '0xabcdef'])
    expect(() => checkName(name), name).toThrow(Rejection)
  for (const name of ['', '...', ' _ -']) expect(() => checkName(name), name).toThrow('DISPLAY_NAME_RESERVED')
  expect(checkName('ครูช่างล้านนา')).toBe(foldName('ครูช่างล้านนา'))
  // an address is what begins as one
  expect(checkName('Box 10x20')).toBe('box10x20')
  // both marks of the letter go
  expect(foldName('A\u0300\u0301nna')).toBe('anna')
})
