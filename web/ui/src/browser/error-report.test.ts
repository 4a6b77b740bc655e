import { FetchError, ResponseError } from '@talad/proto/http/client'
import { CancelledError } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { isFault } from './error-report.ts'
import { PartMissing } from './part-missing.ts'

test('what is told of is a fault of the app, and no broken line, refusal, step back or noise', () => {
  expect(isFault(new TypeError('x is undefined'))).toBe(true)
  expect(isFault('a word that was thrown')).toBe(true)
  expect(isFault(Object.assign(new Error('gone'), { name: 'AbortError' }))).toBe(false)
  expect(isFault(new CancelledError())).toBe(false)
  expect(isFault(Object.create(FetchError.prototype))).toBe(false)
  expect(isFault(Object.create(ResponseError.prototype))).toBe(false)
  expect(isFault(Object.create(PartMissing.prototype))).toBe(false)
  expect(isFault(new Error('ResizeObserver loop completed with undelivered notifications.'))).toBe(false)
  expect(isFault(Object.assign(new Error('x'), { stack: 'at chrome-extension://abc/x.js:1' }))).toBe(false)
})
