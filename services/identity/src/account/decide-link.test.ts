import { Rejection } from '@talad/shared/rejection'
import { expect, test } from 'vitest'
import { decide } from './decide.ts'
import type { ProvedIdentity } from './events.ts'
import { type AccountState, initial } from './state.ts'

const now = new Date('2026-11-27T10:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const LINE: ProvedIdentity = { provider: 'line', scope: 'talad', externalId: 'hash', clientId: '165' }
const JOIN: ProvedIdentity = { provider: 'join', scope: '', externalId: 'u', joinId: 'u' }

const account = (...identities: AccountState['identities']): AccountState => ({
  ...initial,
  accountId: 'a',
  identities,
})
const wallet = { id: 'w', provider: 'web3' as const, scope: '', externalId: '0x1' }
const visitor = account(wallet)
const customer: AccountState = { ...account({ id: 'j', ...JOIN }), joinId: 'u' }

/** What a link makes of an account: its events, or the code of the refusal. */
function link(proved: ProvedIdentity, state: AccountState, signedInAt: Date | undefined = ago(1)) {
  try {
    return decide({ type: 'LinkIdentity', identityId: 'i', proved, signedInAt, now }, state)
  } catch (error) {
    if (error instanceof Rejection) return error.code
    throw error
  }
}

test('ID-29 links what was proved, with all that is to stay of it', () => {
  expect(link(LINE, visitor)).toEqual([
    { type: 'IdentityLinked', data: { identityId: 'i', ...LINE, at: now } },
  ])
  expect(link(JOIN, visitor)).toMatchObject([{ data: { joinId: 'u' } }])
})

test('ID-29 what is the account’s changes nothing, however old the sign-in; of another scope it is somebody else', () => {
  const has = account(wallet, { id: 'l', ...LINE })
  expect(link(LINE, has, undefined)).toEqual([])
  expect(link({ ...LINE, scope: 'others' }, has)).toHaveLength(1)
  expect(link({ ...LINE, externalId: 'other' }, has)).toHaveLength(1)
  expect(link({ ...LINE, provider: 'oauth:club' }, has)).toHaveLength(1)
})

test('ID-29 needs a sign-in of the last fifteen minutes', () => {
  expect(link(LINE, visitor, ago(15))).toHaveLength(1)
  for (const old of [ago(15.1), undefined]) {
    const decided = () =>
      decide({ type: 'LinkIdentity', identityId: 'i', proved: LINE, signedInAt: old, now }, visitor)
    expect(decided).toThrow(
      expect.objectContaining({ code: 'CONFIRM_IDENTITY', details: { maxAgeSeconds: 900 } }),
    )
  }
})

test('ID-12 ID-34 no made-up person gets a real way in, and nobody is two customers', () => {
  const dev = account({ id: 'd', provider: 'dev', externalId: 'd' })
  expect(link(LINE, dev)).toBe('DEV_IDENTITY')
  expect(link({ ...JOIN, externalId: 'v', joinId: 'v' }, customer)).toBe('TWO_CUSTOMERS')
  expect(link(LINE, customer)).toHaveLength(1)
})

test('ID-33 nothing is linked to an account that isn’t there, or no more', () => {
  expect(link(LINE, initial)).toBe('UNAUTHORIZED')
  expect(link(LINE, { ...visitor, mergedInto: 'b' })).toBe('UNAUTHORIZED')
})
