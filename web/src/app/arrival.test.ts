import { expect, test } from 'vitest'
import { arrivalMessage } from './arrival.ts'

test('WB-3 says nothing when an address brings no error', () => {
  expect(arrivalMessage({})).toBeUndefined()
})

test('WB-3 shows the message of an address only beside a known code, and at most 200 characters of it', () => {
  expect(arrivalMessage({ errorCode: 'auth_error', errorMessage: 'x'.repeat(300) })).toBe(
    `X${'x'.repeat(199)}`,
  )
  expect(arrivalMessage({ errorCode: 'evil', errorMessage: 'Call this number' })).not.toContain('Call')
  expect(arrivalMessage({ errorMessage: 'Call this number' })).not.toContain('Call')
})
