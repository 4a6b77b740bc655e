import { expect, test } from 'vitest'
import { textOfCode } from '../lib/rejection-texts.ts'
import { arrivalMessage } from './arrival.ts'

test('WB-3 says nothing when an address brings no error', () => {
  expect(arrivalMessage({})).toBeUndefined()
})

test('WB-3 says the text of our catalogue for a known code, a general one otherwise, and never a text of the address', () => {
  const crafted = 'Your account is locked, call 02-000-0000'
  expect(arrivalMessage({ errorCode: 'auth_error', errorMessage: crafted })).toBe(textOfCode('auth_error'))
  expect(arrivalMessage({ errorCode: 'auth_error' })).toBe(textOfCode('auth_error'))
  const general = arrivalMessage({ errorCode: 'evil', errorMessage: crafted })
  expect(general).toBeTruthy()
  expect(general).not.toContain('call')
  expect(arrivalMessage({ errorMessage: crafted })).toBe(general)
  expect(arrivalMessage({ errorCode: 'toString', errorMessage: crafted })).toBe(general)
})
