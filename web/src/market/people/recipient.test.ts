import { expect, test } from 'vitest'
import { recipientFault } from './recipient.ts'

test('A recipient is asked for, and must be the address of a wallet', () => {
  expect(recipientFault('')).toBe('missing')
  expect(recipientFault('  ')).toBe('missing')
  expect(recipientFault('mali')).toBe('invalid')
  expect(recipientFault(`0x${'a'.repeat(39)}`)).toBe('invalid')
  expect(recipientFault(`0x${'g'.repeat(40)}`)).toBe('invalid')
  expect(recipientFault(` 0x${'aB'.repeat(20)} `)).toBeUndefined()
})
