import { auditActions } from '@talad/proto/http/audit-actions'
import { wrongLetters } from '@talad/ui/testing/catalogue'
import { expect, test } from 'vitest'
import { actionWords } from './action-words.ts'

test('GW-27 whatever is written down is told in words of its own, in Thai and in English', () => {
  const told = (language: 'th' | 'en') =>
    Object.fromEntries(Object.keys(auditActions).map((action) => [action, actionWords(action, language)]))
  expect(wrongLetters({ th: told('th'), en: told('en') })).toEqual([])
  expect(actionWords('permission.set', 'en')).toBe('Set what somebody may do')
  expect(actionWords('toString', 'th')).toBe('toString')
})
