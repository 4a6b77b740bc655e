import { txStatuses } from '@talad/proto/http/campaign/mint-shapes'
import { expect, test } from 'vitest'
import { mayCancel, mayRetry, reasonOf, since } from './words.ts'

test('CA-46 CA-48 only what nothing is signed of is cancelled, and only what has ended off chain is tried again', () => {
  const those = (may: typeof mayRetry) => txStatuses.filter((tx_status) => may({ tx_status }))
  expect(those(mayCancel)).toEqual(['pending'])
  expect(those(mayRetry)).toEqual(['failed', 'canceled'])
})

test('CA-46 why it failed for good is said before why a try failed', () => {
  expect(reasonOf({ failed_reason: 'reverts', retry_reason: 'no funds' })).toBe('reverts')
  expect(reasonOf({ failed_reason: null, retry_reason: 'no funds' })).toBe('no funds')
  expect(since(90, Date.parse('2026-11-27T10:00:00Z'))).toBe('2026-11-27T09:58:30.000Z')
})
