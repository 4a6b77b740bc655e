import { expect, test } from 'vitest'
import { en, th } from '../i18n/all.ts'
import { happened } from './happened.ts'

test('AW-4 what somebody else has done is told in words, in both languages', () => {
  const done = happened('CaseResolved')
  expect(done && [th[done], en[done]]).toEqual(['ตัดสินเรื่องแล้ว', 'The case was decided'])
  for (const unknown of ['SomethingNew', undefined, 'toString']) expect(happened(unknown)).toBeUndefined()
})
