import { Rejection } from '@talad/shared/rejection'
import { expect, test } from 'vitest'
import { checkName, foldName } from './decide.ts'

test('ID-42 names that look the same are the same', () => {
  expect(foldName('Somchai Jaidee')).toBe(foldName('somchai_jaidee'))
  expect(foldName('ร้านโคม')).toBe(foldName('รานโคม'))
  expect(foldName('Ánna')).toBe(foldName('anna'))
  expect(foldName('มะลิ')).not.toBe(foldName('สมชาย'))
})

test('ID-42 nobody is called as the site is, or as an address', () => {
  for (const name of ['Talad', 'ตลาด ทีมงาน', 'ad.min', 'Official Store', '0xabcdef'])
    expect(() => checkName(name), name).toThrow(Rejection)
  expect(checkName('ครูช่างล้านนา')).not.toBe('')
})
