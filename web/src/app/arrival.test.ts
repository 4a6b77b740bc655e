import { expect, test } from 'vitest'
import { textOfCode } from '../market/refusals/rejection-texts.ts'
import { arrivalMessage, withoutError } from './arrival.ts'

test('WB-3 says nothing when an address brings no error', async () => {
  expect(await arrivalMessage({})).toBeUndefined()
})

test('WB-3 says the text of our catalogue for a known code, a general one otherwise, never a text of the address, and takes both out of it', async () => {
  const crafted = 'Your account is locked, call 02-000-0000'
  expect(await arrivalMessage({ errorCode: 'auth_error', errorMessage: crafted })).toBe(
    textOfCode('auth_error'),
  )
  expect(await arrivalMessage({ errorCode: 'auth_error' })).toBe(textOfCode('auth_error'))
  const general = await arrivalMessage({ errorCode: 'evil', errorMessage: crafted })
  expect(general).toBeTruthy()
  expect(general).not.toContain('call')
  expect(await arrivalMessage({ errorMessage: crafted })).toBe(general)
  expect(await arrivalMessage({ errorCode: 'toString', errorMessage: crafted })).toBe(general)
  expect(withoutError({ errorCode: 'evil', errorMessage: crafted, tab: 'orders' })).toEqual({ tab: 'orders' })
})
