import { ResponseError } from '@talad/proto/http/client'
import { expect, test } from 'vitest'
import { conflictOf } from './conflict.ts'

function refusal(code: string, details: Record<string, unknown>) {
  return new ResponseError(409, {
    type: '',
    title: '',
    status: 409,
    code,
    message: '',
    requestId: '',
    details,
  })
}

test('AW-4 tells who changed what meanwhile, and when', () => {
  const at = '2026-11-22T09:00:00.000Z'
  expect(
    conflictOf(refusal('version_conflict', { changed_by: 'join-a', changed_at: at, version: 3 })),
  ).toEqual({
    by: 'join-a',
    at,
    what: undefined,
  })
  const told = { by: 'a'.repeat(24), at, what: 'WithdrawalApproved' }
  expect(conflictOf(refusal('version_conflict', told))).toEqual(told)
})

test('AW-4 a conflict of which nothing is told is one all the same, another refusal is none', () => {
  expect(conflictOf(refusal('version_conflict', { by: null }))).toEqual({
    by: undefined,
    at: undefined,
    what: undefined,
  })
  expect(conflictOf(refusal('not_pending', {}))).toBeUndefined()
  expect(conflictOf(new Error('x'))).toBeUndefined()
})
