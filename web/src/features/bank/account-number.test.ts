import { expect, test } from 'vitest'
import { lastDigits, spaced } from './account-number.ts'

test('BW-8 an account number is written as in a passbook and not as a phone number', () => {
  expect(spaced('1234567890')).toBe('123-4-56789-0')
  expect(spaced('123456789012')).toBe('1234 5678 9012')
  expect(spaced('123456789012345')).toBe('1234 5678 9012 345')
  expect(lastDigits('1234567890')).toBe('···7890')
})
