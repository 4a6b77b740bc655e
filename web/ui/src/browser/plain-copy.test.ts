import { expect, test } from 'vitest'
import { keepPhrases } from '../i18n/phrases.ts'
import { plainText } from './plain-copy.ts'

test('a Thai sentence that is copied has no joiners in it', () => {
  const said = 'ลงขายฟรี ค่าบริการคิดเมื่อขายได้เท่านั้น และไม่มีค่าใช้จ่ายอื่น'
  expect(keepPhrases(said)).not.toBe(said)
  expect(plainText(keepPhrases(said))).toBe(said)
})
