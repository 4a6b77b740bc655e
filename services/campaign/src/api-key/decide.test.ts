import { decider } from '@talad/shared/testing/decider'
import { expect, test } from 'vitest'
import { type CreateKey, isUsable } from './decide.ts'
import type { KeyTerms } from './events.ts'
import { apiKeys } from './stream.ts'

const { given } = decider(apiKeys)
const DAY_MS = 86_400_000
const now = new Date('2026-11-27T00:00:00Z')
const after = (days: number) => new Date(now.getTime() + days * DAY_MS)
const about = { by: 'account-1', now }
const create = (terms: Partial<KeyTerms> = {}, more: Partial<CreateKey> = {}): CreateKey => ({
  type: 'Create',
  terms: {
    projectId: 'p',
    name: 'Till',
    scopes: ['vnft.read'],
    limitPerMinute: 600,
    expires: null,
    test: false,
    ...terms,
  },
  secret: { prefix: 'tk_live_1234', digest: 'd' },
  archived: false,
  ...about,
  ...more,
})
const rotate = (days: number) => ({
  type: 'Rotate' as const,
  overlapMs: days * DAY_MS,
  archived: false,
  ...about,
})
const revoke = { type: 'Revoke' as const, ...about }

test('CA-6 a key is made once, with an end that is yet to come or none', () => {
  given().when(create()).makes('ApiKeyCreated')
  given(create()).when(create()).makes()
  given()
    .when(create({ expires: now }))
    .rejects('VALIDATION', { field: 'expires' })
  given()
    .when(create({}, { archived: true }))
    .rejects('PROJECT_ARCHIVED')
})

test('CA-6 a key counts until its end, and from its revocation on never again', () => {
  const { state } = given(create({ expires: after(1) }))
  if (!state) throw new Error('no key')
  expect([isUsable(state, now), isUsable(state, after(1))]).toEqual([true, false])
  const revoked = given(create(), revoke)
  expect(revoked.state && isUsable(revoked.state, now)).toBe(false)
  revoked.when(revoke).makes()
  revoked.when(rotate(1)).rejects('KEY_NOT_USABLE')
})

test.each([
  [null, 30, 30],
  [null, 0, 0],
  [10, 30, 10],
  [10, 3, 3],
])(
  'CA-6 a key that ends after %s days and is rotated with %s days of overlap counts for %s',
  (end, overlap, left) => {
    const { state } = given(create({ expires: end === null ? null : after(end) }), rotate(overlap))
    expect(state?.terms.expires).toEqual(after(left))
  },
)

test('CA-6 what has ended, or is of an archived project, is not rotated', () => {
  given(create(), rotate(0)).when(rotate(5)).rejects('KEY_NOT_USABLE')
  given(create())
    .when({ ...rotate(5), archived: true })
    .rejects('PROJECT_ARCHIVED')
})
