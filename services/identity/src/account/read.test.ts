import type { IdentityLink } from '@talad/proto/http/identity/accounts'
import { identityProvider } from '@talad/proto/http/identity/profile'
import { expect, test } from 'vitest'
import { provider } from './events.ts'
import { sortLinks } from './read.ts'

const link = (identity_provider: string, displayName: string, created: string): IdentityLink => ({
  _id: displayName,
  linked_account_id: 'a',
  identity_provider,
  identity_provider_profile: {
    id: displayName,
    userId: null,
    displayName,
    email: null,
    phoneNumber: null,
    nameEN: null,
    nameTH: null,
    profilePicture: null,
    walletAddress: null,
  },
  identity_provider_client_id: null,
  migrated_account_id: null,
  migrated_on: null,
  created,
  wallet_elsewhere: null,
})
const links = [link('web3', 'b', '2'), link('web3', 'a', '3'), link('join', 'c', '1')]
const names = (sorted: IdentityLink[]) => sorted.map((one) => one._id).join('')

test('ID-38 orders by provider, then by the named field, ascending unless told', () => {
  expect(names(sortLinks(links, { field: 'created', order: 'asc' }))).toBe('cba')
  expect(names(sortLinks(links, { field: 'displayName', order: 'asc' }))).toBe('cab')
  expect(names(sortLinks(links, { field: 'displayName', order: 'desc' }))).toBe('bac')
})

test('ID-26 names every provider as the contract does', () => {
  for (const name of ['join', 'line', 'web3', 'dev', 'oauth:club'])
    expect([provider, identityProvider].map((by) => by.safeParse(name).success)).toEqual([true, true])
  expect(identityProvider.safeParse('facebook').success).toBe(false)
})
